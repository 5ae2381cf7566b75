import {
  incidentStates,
  INCIDENTS_OPEN_MAX,
  type Incident,
  type IncidentKind,
  type OpenIncidentRequest,
} from '@boreal/contract/fleet/incidents.ts';
import { incidentSentences } from '@boreal/contract/request-sentences/incidents.sentences.ts';
import type { z } from 'zod';
import type { Tx } from '../../../db/connect.ts';
import { AppError, invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireTimes } from './incident.rules.ts';
import { countOpen, findIncidentByKey, insertIncident, insertUpdate } from './incidents.store.ts';
import { tellIncident } from './tell-incident.ts';

interface Begun extends Omit<z.output<typeof OpenIncidentRequest>, 'kind' | 'mail'> {
  readonly kind: IncidentKind;
  readonly mail: boolean;
}

/**
 * Begins an incident of any kind, in its first state and with its first update. Idempotent by key.
 * @throws INVALID_REQUEST · IDEMPOTENCY_CONFLICT the key was used for another one
 */
export async function beginIncident(tx: Tx, ctx: Ctx, begun: Begun): Promise<Incident> {
  const { kind, impact, components, title, text, key } = begun;
  const now = ctx.clock.now();
  const startsAt = begun.startsAt === undefined ? now : new Date(begun.startsAt);
  const endsAt = typeof begun.endsAt === 'string' ? new Date(begun.endsAt) : null;
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
    telling: begun.mail,
  });
  const action = kind === 'announcement' ? 'incident.announced' : 'incident.opened';
  await recordAudit(tx, ctx, { accountId: null, action, target: row.id, detail: { kind, impact, components, title } });
  return tellIncident(tx, row);
}
