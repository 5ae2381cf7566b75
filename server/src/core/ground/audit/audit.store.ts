import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { AuditEntries } from '../../../db/rows.gen.ts';
import { idFloor } from '../../../kit/ids.ts';

export type AuditRow = Selectable<AuditEntries>;

export interface AuditQuery {
  /** Absent: all accounts, and Boreal itself. */
  readonly accountId?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Written from `start` on and before `end`; null: no bound. */
  readonly start?: Date | null | undefined;
  readonly end?: Date | null | undefined;
  /** Entries older than the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Lines of the audit log, newest first. */
export function selectAuditEntries(db: Sql, asked: AuditQuery): Promise<AuditRow[]> {
  const { accountId, action, target, start = null, end = null, before, limit } = asked;
  let query = db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(limit);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (target !== undefined) query = query.where('target', '=', target);
  // Ids sort by creation time: they are indexed, the times are not.
  if (start !== null) query = query.where('id', '>=', idFloor('audit', start));
  if (end !== null) query = query.where('id', '<', idFloor('audit', end));
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
}

export function auditInsert(tx: Tx, row: Insertable<AuditEntries>) {
  return tx.insertInto('auditEntries').values(row);
}
