import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { endpoint } from '../../endpoint.ts';
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
const retry = { ...operatorChanges, errors: ['INVALID_REQUEST', 'NOT_FOUND'], data: Done } as const;

export const getOverview = endpoint('GET', '/overview', {
  ...operatorReads,
  takes: {},
  data: OperatorOverview,
  summary: 'The house at a glance',
});

export const readRevenue = endpoint('GET', '/revenue', {
  ...operatorReads,
  limit: SUMS,
  takes: { query: RevenueQuery },
  data: Revenue,
  summary: 'What was charged in each of the latest days or months',
});

export const readUtilisation = endpoint('GET', '/utilisation', {
  ...operatorReads,
  limit: SUMS,
  takes: { query: UtilisationQuery },
  data: Utilisation,
  summary: 'How full each pool was in the latest days',
});

export const listStuckWork = endpoint('GET', '/stuck', {
  ...operatorReads,
  takes: {},
  data: StuckWork,
  summary: 'Work that does not get on',
});

export const retryJob = endpoint('POST', '/jobs/:jobId/retry', {
  ...retry,
  takes: { params: z.object({ jobId: IdText }) },
  data: StuckWork.shape.jobs.element,
  summary: 'Run a job of the queue at once',
});

export const retryServer = endpoint('POST', '/servers/:serverId/retry', {
  ...retry,
  takes: { params: z.object({ serverId: IdText }) },
  summary: 'Look at a server that waits at once',
});

export const retryPayment = endpoint('POST', '/payments/:paymentId/retry', {
  ...retry,
  takes: { params: z.object({ paymentId: IdText }) },
  summary: "Ask for a charge's answer at once",
});

export const retryRefund = endpoint('POST', '/refunds/:refundId/retry', {
  ...retry,
  takes: { params: z.object({ refundId: IdText }) },
  summary: "Ask for a refund's answer at once",
});
