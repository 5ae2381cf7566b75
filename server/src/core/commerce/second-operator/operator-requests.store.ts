import type { OperatorRequestStatus } from '@boreal/contract/operator/requests.ts';
import { OperatorDeed, type DeedKind } from '@boreal/contract/operator/deeds.ts';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { OperatorRequests } from '../../../db/rows.gen.ts';

export type OperatorRequestRow = Selectable<OperatorRequests>;

/** During a rollout, a newer version's processes may request what this one cannot do: that is left to them. */
export const OUR_DEEDS: readonly DeedKind[] = OperatorDeed.options.map(({ shape }) => shape.kind.value);

/** Requests, newest first, with the names of their accounts; only of the kinds that the caller may see. */
export function selectRequests(
  db: Sql | Tx,
  by: { status: OperatorRequestStatus | undefined; kinds: readonly DeedKind[]; now: Date; before: string | null; limit: number },
): Promise<(OperatorRequestRow & { accountName: string | null })[]> {
  let query = db
    .selectFrom('operatorRequests')
    .leftJoin('accounts', 'accounts.id', 'operatorRequests.accountId')
    .selectAll('operatorRequests')
    .select('accounts.name as accountName')
    .where('kind', '=', sql<string>`any(${[...by.kinds]})`);
  if (by.before !== null) query = query.where('operatorRequests.id', '<', by.before);
  if (by.status === 'waiting') query = query.where('decision', 'is', null).where('expiresAt', '>', by.now);
  else if (by.status !== undefined) query = query.where('decision', '=', by.status);
  return query.orderBy('operatorRequests.id', 'desc').limit(by.limit).execute();
}

/** How many wait for somebody other than this operator; null: the command. */
export async function countForOthers(db: Sql | Tx, of: { kinds: readonly DeedKind[]; now: Date; askedBy: string | null }): Promise<number> {
  const { count } = await db
    .selectFrom('operatorRequests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('decision', 'is', null)
    .where('expiresAt', '>', of.now)
    .where('kind', '=', sql<string>`any(${[...of.kinds]})`)
    .where('askedBy', 'is distinct from', of.askedBy)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function lockRequest(tx: Tx, id: string): Promise<OperatorRequestRow | null> {
  return firstOrNull(tx.selectFrom('operatorRequests').selectAll().where('id', '=', id).where('kind', 'in', OUR_DEEDS).forUpdate());
}

export function findRequestByKey(tx: Tx, key: string): Promise<OperatorRequestRow | null> {
  return firstOrNull(tx.selectFrom('operatorRequests').selectAll().where('key', '=', key));
}

/** A waiting request for exactly the same. */
export function findSameWaiting(tx: Tx, of: { askedBy: string | null; deed: string; now: Date }): Promise<{ id: string } | null> {
  return firstOrNull(
    tx
      .selectFrom('operatorRequests')
      .select('id')
      .where('decision', 'is', null)
      .where('expiresAt', '>', of.now)
      .where('askedBy', 'is not distinct from', of.askedBy)
      .where(sql<boolean>`deed = ${of.deed}::jsonb`),
  );
}

export async function countWaiting(tx: Tx, askedBy: string | null): Promise<number> {
  const { count } = await tx
    .selectFrom('operatorRequests')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('decision', 'is', null)
    .where('askedBy', 'is not distinct from', askedBy)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertRequest(tx: Tx, row: Insertable<OperatorRequests>): Promise<void> {
  await tx.insertInto('operatorRequests').values(row).execute();
}

export async function saveDecision(
  tx: Tx,
  { id, ...decided }: { id: string } & Pick<OperatorRequestRow, 'decision' | 'decidedBy' | 'decidedByName' | 'decidedAt'>,
): Promise<void> {
  await tx.updateTable('operatorRequests').set(decided).where('id', '=', id).execute();
}

/** Requests that nobody has decided in time, locked. Skips those that somebody is deciding right now. */
export function lockOverdue(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<OperatorRequestRow[]> {
  return tx
    .selectFrom('operatorRequests')
    .selectAll()
    .where('decision', 'is', null)
    .where('expiresAt', '<=', now)
    .where('kind', 'in', OUR_DEEDS)
    .orderBy('expiresAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function markExpired(tx: Tx, { ids, at }: { ids: readonly string[]; at: Date }): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('operatorRequests').set({ decision: 'expired', decidedAt: at }).where('id', 'in', ids).execute();
}

/** Imports the requests of a process of the previous version; each once, whoever runs it. */
export async function takeOverCreditRequests(tx: Tx, { waitsMs }: { waitsMs: number }): Promise<void> {
  await sql`
    with old as (delete from credit_requests returning *)
    insert into operator_requests (id, kind, account_id, deed, amount_micros, key, asked_by, asked_by_name, asked_at, expires_at,
      decision, decided_by, decided_at)
    select id, case direction when 'give' then 'credit' else 'debit' end, account_id,
      jsonb_build_object('kind', case direction when 'give' then 'credit' else 'debit' end, 'accountId', account_id,
        'amount', amount_micros / 1000000.0, 'reason', reason, 'serverId', server_id)
        || case direction when 'give' then jsonb_build_object('as', type) else '{}'::jsonb end,
      amount_micros, key, asked_by, asked_by_name, asked_at, asked_at + ${waitsMs} * interval '1 ms',
      case decision when 'refused' then 'declined' else decision end, decided_by, decided_at
    from old on conflict do nothing
  `.execute(tx);
}
