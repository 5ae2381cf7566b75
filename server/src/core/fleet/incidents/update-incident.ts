import { IncidentKind, INCIDENT_UPDATES_MAX, isOver, type Incident, type UpdateIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import type { z } from 'zod';
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { isEnded, requireStateOf } from './incident.rules.ts';
import { insertUpdate, lockIncident, saveIncident, selectUpdates } from './incidents.store.ts';
import { tellIncident } from './tell-incident.ts';

/**
 * Posts an update. The last state of the incident's kind ends it; a later update with another state reopens it, except for an announcement
 * that has ended. Idempotent by key. For operators. @throws NOT_FOUND · INVALID_REQUEST · IDEMPOTENCY_CONFLICT the key was used for another
 * update
 */
export function updateIncident(ctx: Ctx, input: { incidentId: string } & z.output<typeof UpdateIncidentRequest>): Promise<Incident> {
  const { incidentId, state, text, key, mail } = input;
  return ctx.transact(async (tx) => {
    const row = await lockIncident(tx, incidentId);
    if (!row) throw notFound('incident');
    requireStateOf(IncidentKind.parse(row.kind), state);
    const updates = await selectUpdates(tx, [incidentId]);
    const earlier = updates.find((update) => update.key === key);
    if (earlier) {
      if (earlier.state !== state || earlier.textEn !== text.en || earlier.textFr !== text.fr)
        throw new AppError('IDEMPOTENCY_CONFLICT', {});
      return tellIncident(tx, row);
    }
    if (updates.length >= INCIDENT_UPDATES_MAX) throw invalidRequest('text', incidentSentences.tooManyUpdates(INCIDENT_UPDATES_MAX));
    const at = ctx.clock.now();
    if (isEnded(row, at)) throw invalidRequest('state', incidentSentences.hasEnded);
    const overAt = isOver(state) ? (row.overAt ?? at) : null;
    await insertUpdate(tx, {
      id: newId('incidentUpdate', at),
      incidentId,
      state,
      textEn: text.en,
      textFr: text.fr,
      key,
      at,
      telling: mail ?? row.kind !== 'announcement',
    });
    await saveIncident(tx, { id: incidentId, state, overAt });
    await recordAudit(tx, ctx, { accountId: null, action: 'incident.updated', target: incidentId, detail: { state, text } });
    return tellIncident(tx, { ...row, state, overAt });
  });
}
