import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { DueOrder } from './orders.store.ts';

const BATCH = 200;

/** Handles every order that is due for a schedule, each in its own transaction. Returns how many it handled. */
export async function eachOrder(
  ctx: Ctx,
  list: (page: { after: string; limit: number }) => Promise<readonly DueOrder[]>,
  work: (tx: Tx, ctx: Ctx, due: DueOrder) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  let after = '';
  for (;;) {
    const due = await list({ after, limit: BATCH });
    for (const one of due) done += (await apart(ctx, one, work)) ? 1 : 0;
    const last = due.at(-1);
    if (!last || due.length < BATCH) return done;
    after = last.id;
  }
}

/** One order's failure must not stop the others: it is logged, and retried in a minute. */
async function apart(ctx: Ctx, due: DueOrder, work: (tx: Tx, ctx: Ctx, due: DueOrder) => Promise<boolean>): Promise<boolean> {
  try {
    return await ctx.transact((tx) => work(tx, ctx, due));
  } catch (error) {
    ctx.log.error({ err: error, orderId: due.id }, 'an order could not be looked after');
    return false;
  }
}
