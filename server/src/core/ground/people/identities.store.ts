import { IdentityProvider } from '@boreal/contract/people/identities.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import { randomBase62 } from '../../../kit/ids.ts';

/** A person's external account, by its permanent id at the provider. */
export interface IdentityKey {
  readonly provider: IdentityProvider;
  readonly subject: string;
}

/** The person whom an external account signs in; null if nobody. */
export function findByIdentity(db: Sql | Tx, { provider, subject }: IdentityKey): Promise<{ userId: string } | null> {
  const query = db.selectFrom('credentials').select('userId').where('providerId', '=', provider);
  return firstOrNull(query.where('providerAccountId', '=', subject));
}

/** The external accounts that sign a person in, in the order in which they were added. */
export async function listIdentities(db: Sql | Tx, userId: string) {
  const rows = await db
    .selectFrom('credentials')
    .select(['providerId', 'providerAccountId', 'label', 'createdAt'])
    .where('userId', '=', userId)
    .where('providerId', 'in', IdentityProvider.options)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ providerId, providerAccountId, label, createdAt }) => ({
    provider: IdentityProvider.parse(providerId),
    subject: providerAccountId,
    label,
    linkedAt: createdAt.toISOString(),
  }));
}

export async function insertIdentity(
  tx: Tx,
  { userId, provider, subject, label, now }: IdentityKey & { userId: string; label: string; now: Date },
): Promise<void> {
  const row = { id: randomBase62(32), userId, providerId: provider, providerAccountId: subject, label, createdAt: now, updatedAt: now };
  await tx.insertInto('credentials').values(row).execute();
}

export async function deleteIdentity(tx: Tx, { userId, provider }: { userId: string; provider: IdentityProvider }): Promise<boolean> {
  const query = tx.deleteFrom('credentials').where('userId', '=', userId).where('providerId', '=', provider);
  return (await query.returning('id').executeTakeFirst()) !== undefined;
}

/** How many ways to sign in of each kind a person has. */
export async function countWaysIn(db: Sql | Tx, userId: string): Promise<{ passwords: number; identities: number; passkeys: number }> {
  const rows = await db.selectFrom('credentials').select(['providerId', 'passwordHash']).where('userId', '=', userId).execute();
  const { passkeys } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<bigint>().as('passkeys'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    passwords: rows.filter(({ passwordHash }) => passwordHash !== null).length,
    identities: rows.filter(({ providerId }) => IdentityProvider.safeParse(providerId).success).length,
    passkeys: Number(passkeys),
  };
}
