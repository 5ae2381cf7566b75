import { incidentNews } from '@boreal/contract/fleet/incident-news.ts';
import { IncidentKind, INCIDENT_UPDATES_MAX, type ChangeIncidentRequest, type Incident } from '@boreal/contract/fleet/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import type { z } from 'zod';
import type { Tx } from '../../../db/connect.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isEnded, isTold, requireTimes } from './incident.rules.ts';
import { insertUpdate, lockIncident, saveIncident, selectUpdates, type IncidentRow } from './incidents.store.ts';
import { tellIncident } from './tell-incident.ts';

/**
 * Corrects how an incident is described; omitted fields keep their values. A new time for announced maintenance is news, and is posted as
 * an update. For operators. @throws NOT_FOUND · INVALID_REQUEST
 */
export function changeIncident(ctx: Ctx, input: { incidentId: string } & z.output<typeof ChangeIncidentRequest>): Promise<Incident> {
  const { incidentId, ...request } = input;
  return ctx.transact(async (tx) => {
    const row = await lockIncident(tx, incidentId);
    if (!row) throw notFound('incident');
    const now = ctx.clock.now();
    if (row.kind === 'announcement') {
      if (request.impact !== undefined) throw invalidRequest('impact', incidentSentences.noImpact);
      if (request.components !== undefined) throw invalidRequest('components', incidentSentences.noImpact);
      if (isEnded(row, now)) throw invalidRequest('incidentId', incidentSentences.hasEnded);
    }
    const change = {
      impact: request.impact ?? row.impact,
      components: request.components === undefined ? row.components : [...new Set(request.components)],
      titleEn: request.title?.en ?? row.titleEn,
      titleFr: request.title?.fr ?? row.titleFr,
      startsAt: request.startsAt === undefined ? row.startsAt : new Date(request.startsAt),
      endsAt: request.endsAt === undefined ? row.endsAt : request.endsAt === null ? null : new Date(request.endsAt),
    };
    const { startsAt, endsAt } = change;
    const moved = request.startsAt !== undefined || request.endsAt !== undefined;
    if (moved) requireTimes({ kind: IncidentKind.parse(row.kind), startsAt, endsAt, now });
    await saveIncident(tx, { id: incidentId, ...change });
    if (moves(row, change)) await sayMoved(tx, ctx, { ...row, ...change });
    await recordAudit(tx, ctx, { accountId: null, action: 'incident.changed', target: incidentId, detail: { ...request } });
    return tellIncident(tx, { ...row, ...change });
  });
}

function moves(row: IncidentRow, { startsAt, endsAt }: Pick<IncidentRow, 'startsAt' | 'endsAt'>): boolean {
  if (row.kind !== 'maintenance' || row.overAt !== null) return false;
  return startsAt.getTime() !== row.startsAt.getTime() || endsAt?.getTime() !== row.endsAt?.getTime();
}

/** Unless its announcement is still to be mailed: that mail will have the right time. */
async function sayMoved(tx: Tx, ctx: Ctx, row: IncidentRow): Promise<void> {
  const updates = await selectUpdates(tx, [row.id]);
  if (updates.some(({ telling, toldThrough }) => telling && toldThrough === null)) return;
  if (updates.length >= INCIDENT_UPDATES_MAX) throw invalidRequest('startsAt', incidentSentences.tooManyUpdates(INCIDENT_UPDATES_MAX));
  const at = ctx.clock.now();
  const { en, fr } = incidentNews.moved({ startsAt: row.startsAt.toISOString(), endsAt: row.endsAt?.toISOString() ?? null });
  const id = newId('incidentUpdate', at);
  await insertUpdate(tx, { id, incidentId: row.id, state: row.state, textEn: en, textFr: fr, key: id, at, telling: isTold(row, updates) });
}
