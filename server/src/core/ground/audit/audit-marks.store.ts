import type { Insertable } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import type { AuditMarks } from '../../../db/rows.gen.ts';

/** Reserves the line's slot in an hour; false if it is taken. */
export async function markHour(tx: Tx, mark: Insertable<AuditMarks>): Promise<boolean> {
  const query = tx.insertInto('auditMarks').values(mark);
  const marked = await query
    .onConflict((conflict) => conflict.doNothing())
    .returning('actorId')
    .executeTakeFirst();
  return marked !== undefined;
}

/** How many different objects of an action somebody has marked in the hours since then. */
export async function countMarked(tx: Tx, of: Pick<Insertable<AuditMarks>, 'actorId' | 'action'> & { since: Date }): Promise<number> {
  const { count } = await tx
    .selectFrom('auditMarks')
    .select((eb) => eb.fn.count<bigint>('about').distinct().as('count'))
    .where('actorId', '=', of.actorId)
    .where('action', '=', of.action)
    .where('hour', '>', of.since)
    .executeTakeFirstOrThrow();
  return Number(count);
}
