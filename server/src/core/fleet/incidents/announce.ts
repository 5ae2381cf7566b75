import type { AnnounceRequest, Incident } from '@boreal/contract/fleet/incidents.ts';
import type { z } from 'zod';
import type { Ctx } from '../../ground/ctx.ts';
import { beginIncident } from './begin-incident.ts';

/**
 * Publishes an announcement, from its start to its end: news, with nothing broken. Idempotent by key. Subscribers were promised important
 * announcements only, so they are mailed only if the request says so. For operators.
 * @throws INVALID_REQUEST · IDEMPOTENCY_CONFLICT the key was used for another announcement
 */
export function announce(ctx: Ctx, request: z.output<typeof AnnounceRequest>): Promise<Incident> {
  return ctx.transact((tx) =>
    beginIncident(tx, ctx, { ...request, kind: 'announcement', impact: 'none', components: [], mail: request.mail === true }),
  );
}
