import { IncidentState } from '@boreal/contract/fleet/incidents.ts';
import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import { selectOurs, type IncidentRow, type IncidentUpdateRow } from './incidents.store.ts';

/**
 * Whether maintenance is due to begin, an announcement has reached its end, subscribers have yet to be told of an update posted by
 * `saidBy`, or a round of mails is unfinished.
 */
export async function anythingToTell(db: Sql, { now, saidBy }: { now: Date; saidBy: Date }): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from incidents where kind = 'maintenance' and state = 'scheduled' and over_at is null and starts_at <= ${now})
      or exists (select from incidents where kind = 'announcement' and over_at is null and ends_at <= ${now})
      or exists (select from incident_updates where telling and (told_through is not null or at <= ${saidBy})) as any
  `.execute(db);
  return rows[0]?.any === true;
}

/**
 * An incident with an update posted by `saidBy` that subscribers have yet to be told of, and about which they were last mailed by `toldBy`;
 * locked.
 */
export function takeUntold(tx: Tx, by: { saidBy: Date; toldBy: Date }): Promise<IncidentRow | null> {
  const untold = tx
    .selectFrom('incidentUpdates')
    .select('incidentId')
    .where('telling', '=', true)
    .where('state', 'in', IncidentState.options);
  return firstOrNull(
    selectOurs(tx)
      .where('id', 'in', untold.where('toldThrough', 'is', null).where('at', '<=', by.saidBy))
      // An unfinished round goes first.
      .where('id', 'not in', untold.where('toldThrough', 'is not', null))
      .where((eb) => eb.or([eb('toldAt', 'is', null), eb('toldAt', '<=', by.toldBy)]))
      // An announcement for later is mailed when it is shown.
      .where((eb) => eb.or([eb('kind', '<>', 'announcement'), eb('startsAt', '<=', by.saidBy)]))
      .orderBy('id')
      .limit(1)
      .forUpdate()
      .skipLocked(),
  );
}

/** The updates of an incident that subscribers have yet to be told of, newest first. */
export function selectTelling(tx: Tx, by: { incidentId: string; limit: number }): Promise<IncidentUpdateRow[]> {
  return tx
    .selectFrom('incidentUpdates')
    .selectAll()
    .where('incidentId', '=', by.incidentId)
    .where('telling', '=', true)
    .where('toldThrough', 'is', null)
    .where('state', 'in', IncidentState.options)
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
}

export async function markTelling(
  tx: Tx,
  { id, telling, toldThrough }: { id: string; telling: boolean; toldThrough: string | null },
): Promise<void> {
  await tx.updateTable('incidentUpdates').set({ telling, toldThrough }).where('id', '=', id).execute();
}

/** A round of mails: the update that it ends with, and the last subscriber whose mail was written. */
export interface Round {
  readonly id: string;
  readonly noticeId: string;
  readonly begunAt: Date;
  readonly toldThrough: string;
}

/** The oldest unfinished round that no other worker holds; locked. */
export async function takeRound(tx: Tx): Promise<Round | null> {
  const { rows } = await sql<Round>`
    select u.id, n.id as notice_id, n.created_at as begun_at, u.told_through
    from incident_updates u join notices n on n.key = 'incident:' || u.id
    where u.telling and u.told_through is not null
    order by u.id limit 1 for update of u skip locked
  `.execute(tx);
  return rows[0] ?? null;
}

/** How many incident mails are due now, counted up to a limit. */
export async function countDueMails(tx: Tx, { wall, atMost }: { wall: Date; atMost: number }): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from (
      select from mail_deliveries
      where status = 'waiting' and next_try_at <= ${wall} and kind = 'incident_update' limit ${atMost}
    ) due
  `.execute(tx);
  return Number(rows[0]?.count ?? 0n);
}
