import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { deleteRequestsBefore } from './subscription-requests.store.ts';

/** Deletes subscription requests that are more than a day old: no limit counts them. */
export async function forgetRequests(ctx: Ctx): Promise<void> {
  await deleteRequestsBefore(ctx.db.sql, addMs(ctx.clock.wall(), -DAY_MS));
}
