import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { IdText } from '../../ids.ts';
import {
  OperatorOverview,
  REVENUE_PERIODS_MAX,
  Revenue,
  RevenuePeriodKind,
  StuckWork,
  UTILISATION_DAYS_MAX,
  Utilisation,
} from '../../oversight.ts';

/** These sum many rows: charts are looked at now and then, not polled. */
const SUMS = 60;
const DEFAULT_DAYS = 7;
const RevenueQuery = z.object({
  by: RevenuePeriodKind.default('day'),
  periods: z.coerce.number().int().min(1).max(REVENUE_PERIODS_MAX.day).optional(),
});
const UtilisationQuery = z.object({ days: z.coerce.number().int().min(1).max(UTILISATION_DAYS_MAX).default(DEFAULT_DAYS) });
const retried = { data: Done, errors: ['INVALID_REQUEST', 'NOT_FOUND'] } as const;

export const getOverview = operatorReads.get('/overview', 'The house at a glance', { takes: {}, data: OperatorOverview });

export const readRevenue = operatorReads.get('/revenue', 'What was charged in each of the latest days or months', {
  limit: SUMS,
  takes: { query: RevenueQuery },
  data: Revenue,
});

export const readUtilisation = operatorReads.get('/utilisation', 'How full each pool was in the latest days', {
  limit: SUMS,
  takes: { query: UtilisationQuery },
  data: Utilisation,
});

export const listStuckWork = operatorReads.get('/stuck', 'Work that does not get on', { takes: {}, data: StuckWork });

export const retryJob = operatorChanges.post('/jobs/:jobId/retry', 'Run a job of the queue at once', {
  ...retried,
  takes: { params: z.object({ jobId: IdText }) },
  data: StuckWork.shape.jobs.element,
});

export const retryServer = operatorChanges.post('/servers/:serverId/retry', 'Look at a server that waits at once', {
  ...retried,
  takes: { params: z.object({ serverId: IdText }) },
});

export const retryPayment = operatorChanges.post('/payments/:paymentId/retry', "Ask for a charge's answer at once", {
  ...retried,
  takes: { params: z.object({ paymentId: IdText }) },
});

export const retryRefund = operatorChanges.post('/refunds/:refundId/retry', "Ask for a refund's answer at once", {
  ...retried,
  takes: { params: z.object({ refundId: IdText }) },
});
