import type { Incident, OpenIncidentRequest } from '@boreal/contract/fleet/incidents.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { beginIncident } from './begin-incident.ts';

/**
 * Publishes an incident, or planned maintenance. Idempotent by key. For operators.
 * @throws INVALID_REQUEST · IDEMPOTENCY_CONFLICT the key was used for another one
 */
export function openIncident(ctx: Ctx, request: z.output<typeof OpenIncidentRequest>): Promise<Incident> {
  return ctx.transact((tx) => beginIncident(tx, ctx, { ...request, mail: request.mail !== false }));
}
