import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { AuditMarks } from '../../../db/rows.gen.ts';

/** Takes the place of a line in an hour; false if it is taken. */
export async function markHour(tx: Tx, mark: Insertable<AuditMarks>): Promise<boolean> {
  const query = tx.insertInto('auditMarks').values(mark);
  const marked = await query
    .onConflict((conflict) => conflict.doNothing())
    .returning('actorId')
    .executeTakeFirst();
  return marked !== undefined;
}
