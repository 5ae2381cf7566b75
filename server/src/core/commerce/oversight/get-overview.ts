import type { OperatorOverview } from '@boreal/contract/operator/oversight.ts';
import { listSellerGaps } from '../invoices/seller-gaps.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listStuckWork } from './list-stuck.ts';
import { countHouse, countServers } from './overview.store.ts';
import { readRevenue } from './read-revenue.ts';

/** Boreal at a glance, without its health. For operators. */
export async function getOverview(ctx: Ctx): Promise<Omit<OperatorOverview, 'health'> & { revenue: object }> {
  const db = ctx.db.sql;
  const [counts, servers, stuck, today, month, sellerGaps] = await Promise.all([
    countHouse(db),
    countServers(db),
    listStuckWork(ctx),
    readRevenue(ctx, { by: 'day', periods: 1 }),
    readRevenue(ctx, { by: 'month', periods: 1 }),
    listSellerGaps(ctx),
  ]);
  return {
    at: ctx.clock.now().toISOString(),
    sellerGaps: [...sellerGaps],
    accounts: { total: counts.accounts, suspended: counts.suspended },
    servers,
    gpus: { total: counts.gpus, held: counts.held, aside: counts.gpusAside },
    hosts: { accepting: counts.accepting, draining: counts.draining, offline: counts.offline, silent: counts.silent },
    revenue: { today: today.periods[0]?.total ?? 0, thisMonth: month.periods[0]?.total ?? 0, currency: 'CAD' },
    ticketsWaiting: counts.ticketsWaiting,
    requests: counts.requests,
    mail: { waiting: counts.mailWaiting, givenUp: counts.mailGivenUp },
    stuck: {
      jobs: stuck.jobs.length,
      servers: stuck.servers.length,
      backups: stuck.backups.length,
      payments: stuck.payments.length,
      refunds: stuck.refunds.length,
    },
  };
}
