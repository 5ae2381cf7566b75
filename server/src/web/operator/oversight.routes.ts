import * as rows from '@boreal/contract/endpoints/operator/oversight.ts';
import { operatorMay } from '@boreal/contract/operator/roles.ts';
import { readUtilisation } from '../../core/fleet/capacity/use/utilisation.ts';
import { getOverview } from '../../core/commerce/oversight/get-overview.ts';
import { listStuckWork, toStuckJob } from '../../core/commerce/oversight/list-stuck.ts';
import { readHealth } from '../../core/commerce/oversight/read-health.ts';
import { readRevenue } from '../../core/commerce/oversight/read-revenue.ts';
import { readRevenueGroups } from '../../core/commerce/oversight/read-revenue-groups.ts';
import { retryJob } from '../../core/commerce/oversight/retry-job.ts';
import { retryPayment, retryRefund } from '../../core/commerce/oversight/retry-payment.ts';
import { retryServer } from '../../core/commerce/oversight/retry-server.ts';
import { bind } from '../../door/bind.ts';

const DEFAULT_PERIODS = { day: 30, month: 12 } as const;

/** Boreal's overview, revenue, utilisation, and stuck work. */
export const oversightRoutes = bind(rows, {
  getOverview: async (ctx) => {
    const overview = { ...(await getOverview(ctx)), health: await readHealth(ctx) };
    return operatorMay(ctx.role, 'books.read') ? overview : { ...overview, revenue: null };
  },
  readRevenue: (ctx, { query: { by, periods } }) => readRevenue(ctx, { by, periods: periods ?? DEFAULT_PERIODS[by] }),
  readRevenueGroups: (ctx, { query }) => readRevenueGroups(ctx, query),
  readUtilisation: (ctx, { query }) => readUtilisation(ctx, query),
  listStuckWork: (ctx) => listStuckWork(ctx),
  retryJob: async (ctx, { params }) => toStuckJob(await retryJob(ctx, params)),
  retryServer: async (ctx, { params: { serverId } }) => {
    await retryServer(ctx, { serverId });
    return { id: serverId };
  },
  retryPayment: async (ctx, { params: { paymentId } }) => {
    await retryPayment(ctx, { paymentId });
    return { id: paymentId };
  },
  retryRefund: async (ctx, { params: { refundId } }) => {
    await retryRefund(ctx, { refundId });
    return { id: refundId };
  },
});
