import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { deleteRequestsBefore } from './subscription-requests.store.ts';

/** Forgets who asked for mail more than a day ago: older requests count nowhere. */
export async function forgetRequests(ctx: Ctx): Promise<void> {
  await deleteRequestsBefore(ctx.db.sql, addMs(ctx.clock.wall(), -DAY_MS));
}
