import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { IdText } from '../../values/ids.ts';
import { RevenueFileBy } from '../../operator/exports.ts';
import {
  OperatorOverview,
  REVENUE_PERIODS_MAX,
  Revenue,
  RevenueGroups,
  RevenuePeriodKind,
  RevenueSpan,
  StuckWork,
  UTILISATION_DAYS_MAX,
  Utilisation,
} from '../../operator/oversight.ts';

const read = operatorReads('overview.read');
const books = operatorReads('books.read');
const fleet = operatorReads('fleet.read');
const write = operatorChanges('fleet.write');
const retryServers = operatorChanges('servers.write');
const retryMoney = operatorChanges('payments.write');

/** These sum many rows: people look at charts now and then, they do not poll them. */
const SUMS = 60;
const DEFAULT_DAYS = 7;
const RevenueQuery = z.object({
  by: RevenuePeriodKind.default('day'),
  periods: z.coerce.number().int().min(1).max(REVENUE_PERIODS_MAX.day).optional(),
});
const UtilisationQuery = z.object({ days: z.coerce.number().int().min(1).max(UTILISATION_DAYS_MAX).default(DEFAULT_DAYS) });
const retried = { data: Done, errors: ['INVALID_REQUEST', 'NOT_FOUND'] } as const;

export const getOverview = read.get('/overview', 'The house at a glance', { takes: {}, data: OperatorOverview });

export const readRevenue = books.get('/revenue', 'What was charged in each of the latest days or months', {
  limit: SUMS,
  takes: { query: RevenueQuery },
  data: Revenue,
});

export const readRevenueGroups = books.get('/revenue/groups', 'Which models or customers the revenue came from', {
  limit: SUMS,
  takes: { query: z.object({ by: RevenueFileBy.default('model'), span: RevenueSpan.default('this_month') }) },
  data: RevenueGroups,
});

export const readUtilisation = fleet.get('/utilisation', 'How full each pool was in the latest days', {
  limit: SUMS,
  takes: { query: UtilisationQuery },
  data: Utilisation,
});

export const listStuckWork = read.get('/stuck', 'Work that does not get on', { takes: {}, data: StuckWork });

export const retryJob = write.post('/jobs/:jobId/retry', 'Run a job of the queue at once', {
  ...retried,
  takes: { params: z.object({ jobId: IdText }) },
  data: StuckWork.shape.jobs.element,
});

export const retryServer = retryServers.post('/servers/:serverId/retry', 'Look at a server that waits at once', {
  ...retried,
  takes: { params: z.object({ serverId: IdText }) },
});

export const retryPayment = retryMoney.post('/payments/:paymentId/retry', "Ask for a charge's answer at once", {
  ...retried,
  takes: { params: z.object({ paymentId: IdText }) },
});

export const retryRefund = retryMoney.post('/refunds/:refundId/retry', "Ask for a refund's answer at once", {
  ...retried,
  takes: { params: z.object({ refundId: IdText }) },
});
