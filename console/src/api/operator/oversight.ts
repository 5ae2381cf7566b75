import { Done } from '@boreal/contract/console.ts';
import { LedgerVerification, OperatorAuditEntry, OperatorMail, OperatorMailDetail } from '@boreal/contract/operator.ts';
import { OperatorOverview, Revenue, StuckWork, Utilisation } from '@boreal/contract/oversight.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, callPage, queryText } from '../call.ts';
import { operatorPath } from './path.ts';

const LIVE_MS = 10_000;
/** Charts add up many rows: once in a while is enough. */
const CHART_MS = 60_000;

export const overviewQuery = queryOptions({
  queryKey: ['operator', 'overview'],
  queryFn: ({ signal }) => callConsole(operatorPath('/overview'), OperatorOverview, { signal }),
  refetchInterval: LIVE_MS,
});

export const revenueQuery = (by: 'day' | 'month') =>
  queryOptions({
    queryKey: ['operator', 'revenue', by],
    queryFn: ({ signal }) => callConsole(`${operatorPath('/revenue')}${queryText({ by })}`, Revenue, { signal }),
    refetchInterval: CHART_MS,
  });

export const utilisationQuery = (days: number) =>
  queryOptions({
    queryKey: ['operator', 'utilisation', days],
    queryFn: ({ signal }) => callConsole(`${operatorPath('/utilisation')}${queryText({ days: String(days) })}`, Utilisation, { signal }),
    refetchInterval: CHART_MS,
  });

export const stuckQuery = queryOptions({
  queryKey: ['operator', 'stuck'],
  queryFn: ({ signal }) => callConsole(operatorPath('/stuck'), StuckWork, { signal }),
  refetchInterval: LIVE_MS,
});

/** What can be tried again, by the sort of work. */
export type Retried = 'jobs' | 'servers' | 'payments' | 'refunds';

export const retry = (sort: Retried, id: string) =>
  callConsole(operatorPath(`/${sort}`, id, '/retry'), z.looseObject({ id: z.string() }), { method: 'POST' });

/** Reads every row of the money: asked for by hand, kept until it is asked for again. */
export const ledgerQuery = queryOptions({
  queryKey: ['operator', 'ledger'],
  queryFn: ({ signal }) => callConsole(operatorPath('/ledger-verification'), LedgerVerification, { signal }),
  staleTime: Infinity,
});

export const loadMail = ({ cursor, ...query }: { accountId?: string | undefined; status?: string | undefined; cursor: string | null }) =>
  callPage(operatorPath('/mail'), OperatorMail, { cursor, query: { ...query } });

export const mailQuery = (mailId: string) =>
  queryOptions({
    queryKey: ['operator', 'mail', mailId],
    queryFn: ({ signal }) => callConsole(operatorPath('/mail', mailId), OperatorMailDetail, { signal }),
  });

export const retryMail = (mailId: string) => callConsole(operatorPath('/mail', mailId, '/retry'), Done, { method: 'POST' });

export const loadAudit = ({ cursor, ...query }: { accountId?: string | undefined; target?: string | undefined; cursor: string | null }) =>
  callPage(operatorPath('/audit'), OperatorAuditEntry, { cursor, query: { ...query } });
