import type { Ctx } from '../../ground/ctx.ts';
import { endDueTerms } from './end-due-terms.ts';
import { renewDueOrders } from './renew-due-orders.ts';
import { tellDueRenewals } from './tell-renewals.ts';

/** Keeps prepaid orders up to date: tells customers, renews terms, and ends those that are over. To be called every minute. */
export async function tendOrders(ctx: Ctx): Promise<void> {
  await tellDueRenewals(ctx);
  await renewDueOrders(ctx);
  await endDueTerms(ctx);
}
