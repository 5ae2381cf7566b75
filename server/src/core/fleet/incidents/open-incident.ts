import type { Incident, OpenIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { beginIncident } from './begin-incident.ts';

/**
 * Tells customers what does not work, or when work is planned. Once for each key. For operators.
 * @throws INVALID_REQUEST · IDEMPOTENCY_CONFLICT the key has opened another
 */
export function openIncident(ctx: Ctx, request: z.output<typeof OpenIncidentRequest>): Promise<Incident> {
  return ctx.transact((tx) => beginIncident(tx, ctx, { ...request, mail: request.mail !== false }));
}
