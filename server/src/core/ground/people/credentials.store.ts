import type { Sql, Tx } from '../../../db/connect.ts';

/** The sign-in library's name for passwords among the ways to sign in. */
const PASSWORD = 'credential';

export async function insertPassword(tx: Tx, input: { userId: string; passwordHash: string; now: Date }): Promise<void> {
  const { userId, passwordHash, now } = input;
  await tx
    .insertInto('credentials')
    .values({ id: userId, userId, providerId: PASSWORD, providerAccountId: userId, passwordHash, createdAt: now, updatedAt: now })
    .execute();
}

/** The hash of a person's password; null if they have none. */
export async function findPasswordHash(db: Sql | Tx, userId: string): Promise<string | null> {
  const query = db.selectFrom('credentials').select('passwordHash').where('userId', '=', userId).where('providerId', '=', PASSWORD);
  return (await query.executeTakeFirst())?.passwordHash ?? null;
}

/** Stores a new hash of the same password, unless it was changed meanwhile: a hash identifies one person by its salt. */
export async function renewHash(db: Sql, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('credentials').set({ passwordHash: to }).where('passwordHash', '=', from).execute();
}

/** Replaces a person's password, or gives them their first one. */
export async function savePassword(tx: Tx, input: { userId: string; passwordHash: string; now: Date }): Promise<void> {
  const { userId, passwordHash, now } = input;
  const { numUpdatedRows } = await tx
    .updateTable('credentials')
    .set({ passwordHash, updatedAt: now })
    .where('userId', '=', userId)
    .where('providerId', '=', PASSWORD)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await insertPassword(tx, input);
}
