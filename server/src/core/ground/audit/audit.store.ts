import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { AuditEntries } from '../../../db/rows.gen.ts';

export type AuditRow = Selectable<AuditEntries>;

export interface AuditQuery {
  /** Absent: every account's, and the house's own. */
  readonly accountId?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  /** Entries older than the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Lines of the audit log, newest first. */
export function selectAuditEntries(db: Sql, { accountId, action, target, before, limit }: AuditQuery): Promise<AuditRow[]> {
  let query = db.selectFrom('auditEntries').selectAll().orderBy('id', 'desc').limit(limit);
  if (accountId !== undefined) query = query.where('accountId', '=', accountId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (target !== undefined) query = query.where('target', '=', target);
  if (before !== undefined) query = query.where('id', '<', before);
  return query.execute();
}

export function auditInsert(tx: Tx, row: Insertable<AuditEntries>) {
  return tx.insertInto('auditEntries').values(row);
}
