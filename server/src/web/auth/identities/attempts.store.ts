import { hash } from 'node:crypto';
import { IDENTITY_MINUTES, IdentityProvider } from '@boreal/contract/people/identities.ts';
import { z } from 'zod';
import type { Sql, Tx } from '../../../db/connect.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { randomBase62 } from '../../../kit/ids.ts';

/** A person on their way to a provider and back. */
const Attempt = z.strictObject({
  provider: IdentityProvider,
  for: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('sign in'), rememberMe: z.boolean() }),
    z.strictObject({ what: z.enum(['link', 'prove']), userId: z.string(), sessionId: z.string() }),
  ]),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

/** A person whom a provider identified and nobody here knows, who may open an account. */
const Newcome = z.strictObject({
  provider: IdentityProvider,
  subject: z.string(),
  email: z.string(),
  label: z.string(),
  rememberMe: z.boolean(),
});
export type Newcome = z.infer<typeof Newcome>;

/** A kind of stored entry, and how to read it back. */
interface Kind<T> {
  readonly name: string;
  readonly schema: z.ZodType<T>;
}
export const attempts: Kind<Attempt> = { name: 'attempt', schema: Attempt };
export const newcomers: Kind<Newcome> = { name: 'newcomer', schema: Newcome };

/** An entry's token, and the cookie of the browser that it belongs to: using it takes both, and neither is stored. */
interface Ticket {
  readonly token: string;
  readonly browser: string;
}

/** Stores an entry for some minutes, for that browser only. Returns its token. */
export async function hold<T>(db: Sql, { name }: Kind<T>, { browser, held, at }: { browser: string; held: T; at: Date }): Promise<string> {
  const token = randomBase62(32);
  const row = {
    id: randomBase62(32),
    identifier: identifierOf(name, { token, browser }),
    value: JSON.stringify(held),
    expiresAt: addMs(at, IDENTITY_MINUTES * MINUTE_MS),
    createdAt: at,
    updatedAt: at,
  };
  await db.insertInto('verifications').values(row).execute();
  return token;
}

/** Consumes an entry; null: there is none, it has expired, or it belongs to another browser. Of two simultaneous calls only one gets it. */
export async function takeHeld<T>(db: Sql | Tx, { name, schema }: Kind<T>, { at, ...ticket }: Ticket & { at: Date }): Promise<T | null> {
  const query = db.deleteFrom('verifications').where('identifier', '=', identifierOf(name, ticket)).where('expiresAt', '>', at);
  const row = await query.returning('value').executeTakeFirst();
  return row ? schema.parse(JSON.parse(row.value)) : null;
}

/** Reads an entry without consuming it. */
export async function findHeld<T>(db: Sql, { name, schema }: Kind<T>, { at, ...ticket }: Ticket & { at: Date }): Promise<T | null> {
  const query = db.selectFrom('verifications').select('value').where('identifier', '=', identifierOf(name, ticket));
  const row = await query.where('expiresAt', '>', at).executeTakeFirst();
  return row ? schema.parse(JSON.parse(row.value)) : null;
}

function identifierOf(kind: string, { token, browser }: Ticket): string {
  return `identity ${kind} ${hash('sha256', JSON.stringify([token, browser]), 'base64url')}`;
}
