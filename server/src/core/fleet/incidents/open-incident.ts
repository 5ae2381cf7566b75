import { incidentStates, INCIDENTS_OPEN_MAX, type Incident, type OpenIncidentRequest } from '@boreal/contract/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import type { z } from 'zod';
import { AppError, invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireTimes } from './incident.rules.ts';
import { countOpen, findIncidentByKey, insertIncident, insertUpdate } from './incidents.store.ts';
import { tellIncident } from './tell-incident.ts';

/**
 * Tells customers what does not work, or when work is planned. Once for each key. For operators.
 * @throws INVALID_REQUEST · IDEMPOTENCY_CONFLICT the key has opened another
 */
export function openIncident(ctx: Ctx, request: z.output<typeof OpenIncidentRequest>): Promise<Incident> {
  return ctx.transact(async (tx) => {
    const { kind, impact, components, title, text, key } = request;
    const now = ctx.clock.now();
    const startsAt = request.startsAt === undefined ? now : new Date(request.startsAt);
    const endsAt = typeof request.endsAt === 'string' ? new Date(request.endsAt) : null;
    requireTimes({ kind, startsAt, endsAt, now });
    if ((await countOpen(tx)) >= INCIDENTS_OPEN_MAX) throw invalidRequest('kind', incidentSentences.tooManyOpen(INCIDENTS_OPEN_MAX));
    const state = incidentStates[kind][0];
    const row = await insertIncident(tx, {
      id: newId('incident', now),
      kind,
      impact,
      components: [...new Set(components)],
      titleEn: title.en,
      titleFr: title.fr,
      state,
      startsAt,
      endsAt,
      overAt: null,
      key,
      createdAt: now,
    });
    if (!row) {
      const earlier = await findIncidentByKey(tx, key);
      if (earlier?.kind !== kind || earlier.titleEn !== title.en || earlier.titleFr !== title.fr)
        throw new AppError('IDEMPOTENCY_CONFLICT', {});
      return tellIncident(tx, earlier);
    }
    await insertUpdate(tx, {
      id: newId('incidentUpdate', now),
      incidentId: row.id,
      state,
      textEn: text.en,
      textFr: text.fr,
      key,
      at: now,
      telling: request.mail !== false,
    });
    await recordAudit(tx, ctx, { accountId: null, action: 'incident.opened', target: row.id, detail: { kind, impact, components, title } });
    return tellIncident(tx, row);
  });
}
