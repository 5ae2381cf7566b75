import type { Tx } from '../../../db/connect.ts';
import { randomBase62 } from '../../../kit/ids.ts';
import { PROOF_PREFIXES, storedProof } from './stored-proofs.ts';

const ID_LENGTH = 32;

/** Stores a link for a new password in the form that the sign-in library looks up; invalidates the person's earlier ones. */
export async function replacePasswordLink(
  tx: Tx,
  { userId, token, now, expiresAt }: { userId: string; token: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where('identifier', 'like', `${PROOF_PREFIXES['reset-password:']}%`)
    .execute();
  const identifier = storedProof('reset-password:', `reset-password:${token}`);
  await tx
    .insertInto('verifications')
    .values({ id: randomBase62(ID_LENGTH), identifier, value: userId, expiresAt, createdAt: now, updatedAt: now })
    .execute();
}
