import { Done } from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import {
  OperatorOverview,
  Revenue,
  REVENUE_PERIODS_MAX,
  RevenuePeriodKind,
  StuckWork,
  Utilisation,
  UTILISATION_DAYS_MAX,
} from '@boreal/contract/oversight.ts';
import { z } from 'zod';
import { readUtilisation } from '../../core/capacity/utilisation.ts';
import type { Ctx } from '../../core/ctx.ts';
import { getOverview } from '../../core/oversight/get-overview.ts';
import { listStuckWork, toStuckJob } from '../../core/oversight/list-stuck.ts';
import { readRevenue } from '../../core/oversight/read-revenue.ts';
import { retryJob } from '../../core/oversight/retry-job.ts';
import { retryPayment, retryRefund } from '../../core/oversight/retry-payment.ts';
import { retryServer } from '../../core/oversight/retry-server.ts';
import { endpoint } from '../../door/define-endpoint.ts';
import { change, read } from './row.ts';

/** These add up many rows: charts are looked at now and then, not polled. */
const SUMS = 60;
const DEFAULT_PERIODS = { day: 30, month: 12 } as const;
const DEFAULT_DAYS = 7;

const RevenueQuery = z.object({
  by: RevenuePeriodKind.default('day'),
  periods: z.coerce.number().int().min(1).max(REVENUE_PERIODS_MAX.day).optional(),
});
const UtilisationQuery = z.object({ days: z.coerce.number().int().min(1).max(UTILISATION_DAYS_MAX).default(DEFAULT_DAYS) });
const retry = { ...change, errors: ['INVALID_REQUEST', 'NOT_FOUND'], data: Done } as const;

/** The house at a glance, what it earns, how full it is, and work that does not get on. */
export const oversightRoutes = [
  endpoint(
    'GET',
    '/overview',
    { ...read, takes: {}, data: OperatorOverview, name: 'getOverview', summary: 'The house at a glance' },
    (ctx: Ctx) => getOverview(ctx),
  ),
  endpoint(
    'GET',
    '/revenue',
    {
      ...read,
      limit: SUMS,
      takes: { query: RevenueQuery },
      data: Revenue,
      name: 'readRevenue',
      summary: 'What was charged in each of the latest days or months',
    },
    (ctx: Ctx, { query: { by, periods } }) => readRevenue(ctx, { by, periods: periods ?? DEFAULT_PERIODS[by] }),
  ),
  endpoint(
    'GET',
    '/utilisation',
    {
      ...read,
      limit: SUMS,
      takes: { query: UtilisationQuery },
      data: Utilisation,
      name: 'readUtilisation',
      summary: 'How full each pool was in the latest days',
    },
    (ctx: Ctx, { query }) => readUtilisation(ctx, query),
  ),
  endpoint(
    'GET',
    '/stuck',
    { ...read, takes: {}, data: StuckWork, name: 'listStuckWork', summary: 'Work that does not get on' },
    (ctx: Ctx) => listStuckWork(ctx),
  ),
  endpoint(
    'POST',
    '/jobs/:jobId/retry',
    {
      ...retry,
      takes: { params: z.object({ jobId: IdText }) },
      data: StuckWork.shape.jobs.element,
      name: 'retryJob',
      summary: 'Run a job of the queue at once',
    },
    async (ctx: Ctx, { params }) => toStuckJob(await retryJob(ctx, params)),
  ),
  endpoint(
    'POST',
    '/servers/:serverId/retry',
    { ...retry, takes: { params: z.object({ serverId: IdText }) }, name: 'retryServer', summary: 'Look at a server that waits at once' },
    async (ctx: Ctx, { params: { serverId } }) => {
      await retryServer(ctx, { serverId });
      return { id: serverId };
    },
  ),
  endpoint(
    'POST',
    '/payments/:paymentId/retry',
    { ...retry, takes: { params: z.object({ paymentId: IdText }) }, name: 'retryPayment', summary: "Ask for a charge's answer at once" },
    async (ctx: Ctx, { params: { paymentId } }) => {
      await retryPayment(ctx, { paymentId });
      return { id: paymentId };
    },
  ),
  endpoint(
    'POST',
    '/refunds/:refundId/retry',
    { ...retry, takes: { params: z.object({ refundId: IdText }) }, name: 'retryRefund', summary: "Ask for a refund's answer at once" },
    async (ctx: Ctx, { params: { refundId } }) => {
      await retryRefund(ctx, { refundId });
      return { id: refundId };
    },
  ),
];
