import type { CurrentIncident } from '@boreal/contract/fleet/current-incidents.ts';
import { IncidentKind, IncidentState, STATUS_DAYS, type Incident } from '@boreal/contract/fleet/incidents.ts';
import type { Sql } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { isCurrent } from './incident.rules.ts';
import { findIncident, selectIncidents, selectIncidentsSince, type IncidentRow } from './incidents.store.ts';
import { tellIncident, tellIncidents } from './tell-incident.ts';

/** The most that the public history shows: one a day, plus a bad week. */
const HISTORY_MAX = 100;

/** Incidents, maintenance and announcements, newest first. For operators. */
export async function listIncidents(ctx: Ctx, input: PageInput): Promise<Page<Incident>> {
  const found = await pageById<IncidentRow>('incident', input, (lastId, limit) =>
    selectIncidents(ctx.db.sql, { before: lastId ?? null, limit }),
  );
  return { items: await tellIncidents(ctx.db.sql, found.items), nextCursor: found.nextCursor };
}

/** @throws NOT_FOUND */
export async function getIncident(ctx: Ctx, { incidentId }: { incidentId: string }): Promise<Incident> {
  const row = await findIncident(ctx.db.sql, incidentId);
  if (!row) throw notFound('incident');
  return tellIncident(ctx.db.sql, row);
}

/** What is shown above customers' pages now, newest first. */
export async function listCurrentIncidents(ctx: Ctx): Promise<CurrentIncident[]> {
  const now = ctx.clock.now();
  const rows = await selectIncidentsSince(ctx.db.sql, { since: now, limit: HISTORY_MAX });
  const told = await tellIncidents(
    ctx.db.sql,
    rows.filter((row) => isCurrent(timesOf(row), now)),
  );
  return told.flatMap(({ updates: [last], ...incident }) => (last ? [{ ...incident, text: last.text, saidAt: last.at }] : []));
}

/** What the public status page shows: what is not over, and what happened in the last days. Of announcements, only current ones. */
export async function readIncidentHistory(db: Sql, now: Date): Promise<Incident[]> {
  const rows = await selectIncidentsSince(db, { since: addMs(now, -STATUS_DAYS * DAY_MS), limit: HISTORY_MAX });
  return tellIncidents(
    db,
    rows.filter((row) => row.kind !== 'announcement' || isCurrent(timesOf(row), now)),
  );
}

function timesOf({ kind, state, startsAt, endsAt }: IncidentRow) {
  return { kind: IncidentKind.parse(kind), state: IncidentState.parse(state), startsAt, endsAt };
}
