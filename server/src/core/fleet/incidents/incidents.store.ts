import { IncidentImpact, IncidentKind, IncidentState } from '@boreal/contract/fleet/incidents.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Incidents, IncidentUpdates } from '../../../db/rows.gen.ts';

export type IncidentRow = Selectable<Incidents>;
export type IncidentUpdateRow = Selectable<IncidentUpdates>;

/**
 * What this version can show. During a rollout, the newer version's processes may write kinds and states that this one does not know: those
 * are left to them, and do not block the rest.
 */
export function selectOurs(db: Sql | Tx) {
  return db
    .selectFrom('incidents')
    .selectAll()
    .where('kind', 'in', IncidentKind.options)
    .where('impact', 'in', IncidentImpact.options)
    .where('state', 'in', IncidentState.options);
}

/** Newest first. */
export function selectIncidents(db: Sql | Tx, by: { before: string | null; limit: number }): Promise<IncidentRow[]> {
  let query = selectOurs(db).orderBy('id', 'desc').limit(by.limit);
  if (by.before !== null) query = query.where('id', '<', by.before);
  return query.execute();
}

/** Incidents that are not over, or were not at a given time; newest first. */
export function selectIncidentsSince(db: Sql | Tx, by: { since: Date; limit: number }): Promise<IncidentRow[]> {
  return selectOurs(db)
    .where((eb) => eb.or([eb('overAt', 'is', null), eb('overAt', '>=', by.since)]))
    .orderBy('startsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(by.limit)
    .execute();
}

/** Their updates, newest first. */
export async function selectUpdates(db: Sql | Tx, incidentIds: readonly string[]): Promise<IncidentUpdateRow[]> {
  if (incidentIds.length === 0) return [];
  return db
    .selectFrom('incidentUpdates')
    .selectAll()
    .where('incidentId', 'in', incidentIds)
    .where('state', 'in', IncidentState.options)
    .orderBy('id', 'desc')
    .execute();
}

export function findIncident(db: Sql | Tx, id: string): Promise<IncidentRow | null> {
  return firstOrNull(selectOurs(db).where('id', '=', id));
}

export function lockIncident(tx: Tx, id: string): Promise<IncidentRow | null> {
  return firstOrNull(selectOurs(tx).where('id', '=', id).forUpdate());
}

/** Planned maintenance whose time has come and that has no later update; locked. */
export function takeScheduled(tx: Tx, by: Date): Promise<IncidentRow[]> {
  return selectOurs(tx)
    .where('kind', '=', 'maintenance')
    .where('state', '=', 'scheduled')
    .where('overAt', 'is', null)
    .where('startsAt', '<=', by)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

export function findIncidentByKey(tx: Tx, key: string): Promise<IncidentRow | null> {
  return firstOrNull(tx.selectFrom('incidents').selectAll().where('key', '=', key));
}

export async function countOpen(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('incidents')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('overAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Null if another one with the same key was first. */
export function insertIncident(tx: Tx, row: Insertable<Incidents>): Promise<IncidentRow | null> {
  return firstOrNull(
    tx
      .insertInto('incidents')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returningAll(),
  );
}

export async function saveIncident(tx: Tx, { id, ...change }: { id: string } & Updateable<Incidents>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable('incidents').set(change).where('id', '=', id).execute();
}

/** Ends announcements that have reached their end. */
export async function saveEnded(db: Sql, by: Date): Promise<void> {
  await db
    .updateTable('incidents')
    .set((eb) => ({ state: 'ended', overAt: eb.ref('endsAt') }))
    .where('kind', '=', 'announcement')
    .where('overAt', 'is', null)
    .where('endsAt', '<=', by)
    .execute();
}

/** Drops the updates that subscribers have yet to be told of; a round of mails that has begun continues. */
export async function dropUntold(tx: Tx, incidentId: string): Promise<void> {
  const untold = tx.updateTable('incidentUpdates').set({ telling: false }).where('incidentId', '=', incidentId);
  await untold.where('telling', '=', true).where('toldThrough', 'is', null).execute();
}

/** No effect if there is one with the same key. */
export async function insertUpdate(tx: Tx, row: Insertable<IncidentUpdates>): Promise<void> {
  const insert = tx.insertInto('incidentUpdates').values(row);
  await insert.onConflict((conflict) => conflict.columns(['incidentId', 'key']).doNothing()).execute();
}
