import {
  ALL_AUDIT_CSV,
  ALL_AUDIT_JSON,
  REVENUE_CSV,
  REVENUE_JSON,
  UTILISATION_CSV,
  UTILISATION_JSON,
} from '@boreal/contract/api/console-files.ts';
import * as audit from '@boreal/contract/endpoints/operator/audit.ts';
import * as ledger from '@boreal/contract/endpoints/operator/ledger.ts';
import * as mail from '@boreal/contract/endpoints/operator/mail.ts';
import * as oversight from '@boreal/contract/endpoints/operator/oversight.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { MailStatus } from '@boreal/contract/operator/operator.ts';
import type { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import type { RevenueSpan } from '@boreal/contract/operator/oversight.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AuditAsked } from '../audit.ts';
import { call, callPage, consoleAddress } from '../call.ts';

const LIVE_MS = 10_000;
/** While the ledger is being proven. */
const PROOF_MS = 2000;
/** Charts sum many rows: now and then is enough. */
const CHART_MS = 60_000;

export const overviewQuery = queryOptions({
  queryKey: ['operator', 'overview'],
  queryFn: ({ signal }) => call(oversight.getOverview, { signal }),
  refetchInterval: LIVE_MS,
});

export const revenueQuery = (by: 'day' | 'month') =>
  queryOptions({
    queryKey: ['operator', 'revenue', by],
    queryFn: ({ signal }) => call(oversight.readRevenue, { query: { by }, signal }),
    refetchInterval: CHART_MS,
  });

export const revenueGroupsQuery = (asked: { by: RevenueFileBy; span: RevenueSpan }) =>
  queryOptions({
    queryKey: ['operator', 'revenue', 'groups', asked],
    queryFn: ({ signal }) => call(oversight.readRevenueGroups, { query: asked, signal }),
    refetchInterval: CHART_MS,
  });

export const utilisationQuery = (days: number) =>
  queryOptions({
    queryKey: ['operator', 'utilisation', days],
    queryFn: ({ signal }) => call(oversight.readUtilisation, { query: { days }, signal }),
    refetchInterval: CHART_MS,
  });

/** Days of a file; what is left out the server fills in. */
export interface FileAsked {
  readonly by?: string | undefined;
  readonly per?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly language: Language;
}

/** The browser's addresses for what the house earned, for how full its pools were, and for who did what, as files. */
export const operatorFiles = {
  revenue: (query: FileAsked) => ({ csv: fileAddress(REVENUE_CSV, query), json: fileAddress(REVENUE_JSON, query) }),
  utilisation: (query: FileAsked) => ({ csv: fileAddress(UTILISATION_CSV, query), json: fileAddress(UTILISATION_JSON, query) }),
  audit: (query: AuditAsked & { language: Language }) => ({
    csv: fileAddress(ALL_AUDIT_CSV, query),
    json: fileAddress(ALL_AUDIT_JSON, query),
  }),
};

const fileAddress = (row: Parameters<typeof consoleAddress>[0], query: FileAsked | AuditAsked) =>
  consoleAddress(row, { query: { ...query } });

export const stuckQuery = queryOptions({
  queryKey: ['operator', 'stuck'],
  queryFn: ({ signal }) => call(oversight.listStuckWork, { signal }),
  refetchInterval: LIVE_MS,
});

/** Each kind of work that can be retried. */
const retries = {
  jobs: (jobId: string) => call(oversight.retryJob, { params: { jobId } }),
  servers: (serverId: string) => call(oversight.retryServer, { params: { serverId } }),
  payments: (paymentId: string) => call(oversight.retryPayment, { params: { paymentId } }),
  refunds: (refundId: string) => call(oversight.retryRefund, { params: { refundId } }),
};
export type Retried = keyof typeof retries;

export const retry = (sort: Retried, id: string): Promise<{ id: string }> => retries[sort](id);

/** Reads every row about money: run on request, kept until the next request. */
export const ledgerQuery = queryOptions({
  queryKey: ['operator', 'ledger'],
  queryFn: ({ signal }) => call(ledger.getLedgerProof, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.underWaySince ? PROOF_MS : CHART_MS),
});

interface Asked {
  readonly cursor: string | null;
  readonly accountId?: string | undefined;
}

export const loadMail = ({ cursor, ...query }: Asked & { status?: z.infer<typeof MailStatus> | undefined }) =>
  callPage(mail.listMail, { cursor, query });

export const mailQuery = (mailId: string) =>
  queryOptions({
    queryKey: ['operator', 'mail', mailId],
    queryFn: ({ signal }) => call(mail.getMail, { params: { mailId }, signal }),
  });

export const loadAudit = ({ cursor, ...query }: AuditAsked & { cursor: string | null }) => callPage(audit.listAllAudit, { cursor, query });
