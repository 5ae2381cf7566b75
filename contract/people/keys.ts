import { z } from 'zod';
import { secretText } from '../values/secret-text.ts';
import { NameText } from '../values/written-text.ts';

export const KeyKind = z.enum(['rest', 'mcp']);
export type KeyKind = z.infer<typeof KeyKind>;

export const KeyAccess = z.enum(['full', 'read_only']);
export type KeyAccess = z.infer<typeof KeyAccess>;

/** The prefix of each kind of key. */
export const keyTextPrefixes = { rest: 'gpu_', mcp: 'svc_mcp_' } as const satisfies Record<KeyKind, string>;

/** How many characters of a key may be shown after its creation. */
export const VISIBLE_PREFIX_LENGTH = 12;

const keyTexts = new RegExp(`(?:${Object.values(keyTextPrefixes).join('|')})[0-9A-Za-z]+`, 'g');

/** Shortens whole keys in a text to what may be shown of them, so that pasting a key into a search leaves it in no URL and no log. */
export function withoutKeys(text: string): string {
  return text.replaceAll(keyTexts, (key) => key.slice(0, VISIBLE_PREFIX_LENGTH));
}

/** Days from a key's creation to its expiry. */
export const KEY_LIFETIME_DAYS = 90;

/** The member who made a key and is responsible for it; it goes with them when they leave. Absent: the operator made it. */
export const KeyMaker = z
  .object({ id: z.string().meta({ example: 'usr_01kb3c9qj2v9x6t5r4e3w2q1az' }), name: z.string().meta({ example: 'Ada Tremblay' }) })
  .meta({ id: 'KeyMaker' });

export const ApiKey = z
  .object({
    id: z.string().meta({ example: 'key_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: z.string().meta({ example: 'ci' }),
    prefix: z.string().meta({ description: 'Visible beginning of the key', example: 'gpu_a1B2c3D4' }),
    lastUsedAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    access: KeyAccess,
    madeBy: KeyMaker.optional(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const CreateApiKeyRequest = z.strictObject({ name: NameText, access: KeyAccess.default('full') });

/** A new key. `key` is the whole secret: shown here, once, and never again. */
export const ApiKeyCreated = ApiKey.omit({ lastUsedAt: true, createdAt: true }).extend({ key: secretText(z.string()) });
export const ApiKeyRevoked = z.object({ id: z.string(), revokedAt: z.iso.datetime() });
