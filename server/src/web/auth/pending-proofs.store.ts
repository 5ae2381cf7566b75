import { PROOF_PREFIXES, storedProof, type ProofKind } from '../../core/ground/people/stored-proofs.ts';
import type { Sql, Tx } from '../../db/connect.ts';

/** How the library stores what it looks up by a secret text. */
export const storeIdentifier = {
  default: 'hashed',
  overrides: {
    'reset-password:': { hash: async (identifier: string) => storedProof('reset-password:', identifier) },
    'trust-device-': { hash: async (identifier: string) => storedProof('trust-device-', identifier) },
  },
} as const;

/** Invalidates a person's earlier mailed links for a new password; `keep` is the latest one's token. */
export async function forgetResetLinks(tx: Tx, { userId, keep }: { userId: string; keep: string | null }): Promise<void> {
  const kept = keep === null ? '' : storedProof('reset-password:', `reset-password:${keep}`);
  await forget(tx, 'reset-password:', userId, kept);
}

/** Removes a single link, which was not mailed. */
export async function forgetResetLink(tx: Tx, token: string): Promise<void> {
  await tx
    .deleteFrom('verifications')
    .where('identifier', '=', storedProof('reset-password:', `reset-password:${token}`))
    .execute();
}

/** Makes every device ask the person for a code again. */
export async function forgetTrustedDevices(tx: Tx, userId: string): Promise<void> {
  await forget(tx, 'trust-device-', userId, '');
}

async function forget(db: Sql | Tx, kind: ProofKind, userId: string, kept: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where('identifier', 'like', `${PROOF_PREFIXES[kind]}%`)
    .where('identifier', '<>', kept)
    .execute();
}
