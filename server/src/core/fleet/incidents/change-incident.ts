import { IncidentKind, type ChangeIncidentRequest, type Incident } from '@boreal/contract/incidents.ts';
import type { z } from 'zod';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireTimes } from './incident.rules.ts';
import { lockIncident, saveIncident } from './incidents.store.ts';
import { tellIncident } from './tell-incident.ts';

/** Corrects how it is described; what is left out stays. For operators. @throws NOT_FOUND · INVALID_REQUEST */
export function changeIncident(ctx: Ctx, input: { incidentId: string } & z.output<typeof ChangeIncidentRequest>): Promise<Incident> {
  const { incidentId, ...request } = input;
  return ctx.transact(async (tx) => {
    const row = await lockIncident(tx, incidentId);
    if (!row) throw notFound('incident');
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
    if (moved) requireTimes({ kind: IncidentKind.parse(row.kind), startsAt, endsAt, now: ctx.clock.now() });
    await saveIncident(tx, { id: incidentId, ...change });
    await recordAudit(tx, ctx, { accountId: null, action: 'incident.changed', target: incidentId, detail: { ...request } });
    return tellIncident(tx, { ...row, ...change });
  });
}
