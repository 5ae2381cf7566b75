import type { Ctx } from '../../ground/ctx.ts';
import { endDueTerms } from './end-due-terms.ts';
import { renewDueOrders, tellDueRenewals } from './renew-due-orders.ts';

/** Keeps prepaid orders up to date: customers told, terms renewed, those that are over ended. For every minute. */
export async function tendOrders(ctx: Ctx): Promise<void> {
  await tellDueRenewals(ctx);
  await renewDueOrders(ctx);
  await endDueTerms(ctx);
}
