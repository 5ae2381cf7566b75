import type { Sql } from '../../../db/connect.ts';

/** The encrypted second factors of everybody, or of one person, by id. */
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
