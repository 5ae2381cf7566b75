import type { Sql, Tx } from '../../db/connect.ts';

/** A person's authenticator app: its secret, encrypted by the library, and whether its first code was confirmed. */
export function findTwoFactor(db: Sql | Tx, userId: string) {
  return db.selectFrom('twoFactors').select(['secret', 'verified', 'lockedUntil']).where('userId', '=', userId).executeTakeFirst();
}

/** Consumes the code of a 30-second step, once; false if that step, or a later one, was already consumed. */
export async function takeStep(db: Sql | Tx, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const taken = await db
    .updateTable('twoFactors')
    .set({ usedStep: BigInt(step) })
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('usedStep', 'is', null), eb('usedStep', '<', BigInt(step))]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Counts a wrong code; the one that reaches `most` locks the factor until then. Uses the library's columns as the library does. */
export async function countWrongCode(db: Sql | Tx, { userId, most, until }: { userId: string; most: number; until: Date }): Promise<void> {
  await db
    .updateTable('twoFactors')
    .set((eb) => ({
      failedVerificationCount: eb('failedVerificationCount', '+', 1),
      lockedUntil: eb
        .case()
        .when('failedVerificationCount', '>=', most - 1)
        .then(until)
        .else(eb.ref('lockedUntil'))
        .end(),
    }))
    .where('userId', '=', userId)
    .execute();
}

/** Resets the count of wrong codes before a right one. */
export async function forgetWrongCodes(db: Sql | Tx, userId: string): Promise<void> {
  await db.updateTable('twoFactors').set({ failedVerificationCount: 0, lockedUntil: null }).where('userId', '=', userId).execute();
}
