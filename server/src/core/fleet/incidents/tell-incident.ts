import { Incident } from '@boreal/contract/fleet/incidents.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { ourComponents } from './incident.rules.ts';
import { selectUpdates, type IncidentRow, type IncidentUpdateRow } from './incidents.store.ts';

/** Incidents as the public sees them, with their updates, newest first. */
export async function tellIncidents(db: Sql | Tx, rows: readonly IncidentRow[]): Promise<Incident[]> {
  const updates = Map.groupBy(
    await selectUpdates(
      db,
      rows.map(({ id }) => id),
    ),
    ({ incidentId }) => incidentId,
  );
  return rows.map((row) => tell(row, updates.get(row.id) ?? []));
}

export async function tellIncident(db: Sql | Tx, row: IncidentRow): Promise<Incident> {
  return tell(row, await selectUpdates(db, [row.id]));
}

function tell(row: IncidentRow, updates: readonly IncidentUpdateRow[]): Incident {
  const { id, kind, impact, titleEn, titleFr, state, startsAt, endsAt, overAt } = row;
  return Incident.parse({
    id,
    kind,
    impact,
    components: ourComponents(row),
    title: { en: titleEn, fr: titleFr },
    state,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    overAt: overAt?.toISOString() ?? null,
    updates: updates.map((update) => ({
      id: update.id,
      state: update.state,
      text: { en: update.textEn, fr: update.textFr },
      at: update.at.toISOString(),
    })),
  });
}
