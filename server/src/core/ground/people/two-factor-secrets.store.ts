import type { Sql } from '../../../db/connect.ts';

/** Everybody's, or one person's, by id: what is encrypted of them. */
export function listTwoFactors(db: Sql, { after, limit, userId }: { after: string; limit: number; userId: string | null }) {
  const all = db.selectFrom('twoFactors').select(['id', 'secret', 'backupCodes']).where('id', '>', after).orderBy('id').limit(limit);
  return (userId === null ? all : all.where('userId', '=', userId)).execute();
}

/** False if it has changed meanwhile. */
export async function replaceTwoFactor(
  db: Sql,
  from: { id: string; secret: string; backupCodes: string },
  to: { secret: string; backupCodes: string },
): Promise<boolean> {
  const replaced = await db
    .updateTable('twoFactors')
    .set(to)
    .where('id', '=', from.id)
    .where('secret', '=', from.secret)
    .where('backupCodes', '=', from.backupCodes)
    .returning('id')
    .executeTakeFirst();
  return replaced !== undefined;
}
