import { hash } from 'node:crypto';
import type { Sql, Tx } from '../../db/connect.ts';

/**
 * The library's names for the links to new passwords and for the devices that need no code, and how we store them: hashed, behind a
 * prefix of ours, so that those of one person can be found, and what is stored opens nothing itself.
 */
const STORED = { 'reset-password:': 'reset ', 'trust-device-': 'device ' } as const;
type Kind = keyof typeof STORED;

const stored = (kind: Kind, identifier: string) => STORED[kind] + hash('sha256', identifier, 'base64url');

/** How the library stores what it looks up by a secret text. */
export const storeIdentifier = {
  default: 'hashed',
  overrides: {
    'reset-password:': { hash: async (identifier: string) => stored('reset-password:', identifier) },
    'trust-device-': { hash: async (identifier: string) => stored('trust-device-', identifier) },
  },
} as const;

/** Invalidates the earlier links for a new password that were mailed to a person; `keep` is the latest one's token. */
export async function forgetResetLinks(tx: Tx, { userId, keep }: { userId: string; keep: string | null }): Promise<void> {
  const kept = keep === null ? '' : stored('reset-password:', `reset-password:${keep}`);
  await forget(tx, 'reset-password:', userId, kept);
}

/** Removes the one link that is not mailed. */
export async function forgetResetLink(tx: Tx, token: string): Promise<void> {
  await tx
    .deleteFrom('verifications')
    .where('identifier', '=', stored('reset-password:', `reset-password:${token}`))
    .execute();
}

/** Makes every device ask the person for a code again. */
export async function forgetTrustedDevices(tx: Tx, userId: string): Promise<void> {
  await forget(tx, 'trust-device-', userId, '');
}

async function forget(db: Sql | Tx, kind: Kind, userId: string, kept: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where('identifier', 'like', `${STORED[kind]}%`)
    .where('identifier', '<>', kept)
    .execute();
}
