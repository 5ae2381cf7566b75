import { transactionsAsCsv } from '../../server/src/core/commerce/invoices/export-transactions.ts';
import { listAllInvoices, listInvoices } from '../../server/src/core/commerce/invoices/get-invoice.ts';
import { issueStatements } from '../../server/src/core/commerce/invoices/issue-statements.ts';
import { getOverview } from '../../server/src/core/commerce/oversight/get-overview.ts';
import { keepRevenueDays } from '../../server/src/core/commerce/oversight/keep-revenue-days.ts';
import { readRevenueGroups } from '../../server/src/core/commerce/oversight/read-revenue-groups.ts';
import { readRevenue } from '../../server/src/core/commerce/oversight/read-revenue.ts';
import { getCosts } from '../../server/src/core/fleet/costs/get-costs.ts';
import { getForecast } from '../../server/src/core/fleet/costs/get-forecast.ts';
import { getServerUsage } from '../../server/src/core/fleet/servers/views/get-server-usage.ts';
import { listAllServers } from '../../server/src/core/fleet/servers/views/list-all-servers.ts';
import { listServerEvents } from '../../server/src/core/fleet/servers/views/list-server-events.ts';
import { listAccounts } from '../../server/src/core/money/accounts/list-accounts.ts';
import { getCredits } from '../../server/src/core/money/credit/get-credits.ts';
import { getSpendByDay } from '../../server/src/core/money/ledger/get-spend-by-day.ts';
import { billDueHours } from '../../server/src/core/money/metering/bill-due-hours.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import type { Cloud } from '../../server/src/core/testing/cloud.ts';
import { HOUR_MS } from '../../server/src/kit/clock.ts';
import { createHouseMetrics } from '../../server/src/metrics/house-metrics.ts';
import type { Filled } from './fill-years.ts';

export interface Measured {
  readonly what: string;
  readonly ms: number;
  /** The result, where it is meaningful. */
  readonly note: string;
}

/** Each page is opened three times and the fastest counts, since others use this machine, too. */
const TIMES = 3;

/** Measures what people wait for, and what runs by itself, one after the other. */
export async function* measurePages(cloud: Cloud, { large }: Filled): AsyncGenerator<Measured> {
  const { ctx } = cloud;
  const own = large.ctx;
  const locale = 'en';
  const serverId = 'srv_' + '1'.padStart(26, '0');
  const pages: Record<string, () => Promise<unknown>> = {
    'operators: overview': () => getOverview(ctx),
    'operators: revenue of 31 days': () => readRevenue(ctx, { by: 'day', periods: 31 }),
    'operators: revenue of 24 months': () => readRevenue(ctx, { by: 'month', periods: 24 }),
    'operators: revenue of last month by model': () => readRevenueGroups(ctx, { by: 'model', span: 'last_month' }),
    'operators: revenue of last month by customer': () => readRevenueGroups(ctx, { by: 'customer', span: 'last_month' }),
    'monitoring: the figures of the house': () => createHouseMetrics(ctx, []).read(),
    'operators: all documents': () => listAllInvoices(ctx, { limit: 100 }),
    'operators: all accounts': () => listAccounts(ctx, { limit: 100 }),
    'operators: search an account': () => listAccounts(ctx, { search: 'omer 77', limit: 100 }),
    'operators: all servers': () => listAllServers(ctx, { limit: 100 }),
    'operators: search a server': () => listAllServers(ctx, { search: 'chine-77', limit: 100 }),
    'operators: search a server that is not there': () => listAllServers(ctx, { search: 'nowhere', limit: 100 }),
    'the large customer: newest transactions': () => getCredits(own, { locale, limit: 100 }),
    'the large customer: spending by day': () => getSpendByDay(own, {}),
    'the large customer: costs of this month': () => getCosts(own, { by: 'server' }),
    'the large customer: costs of 92 days': () => getCosts(own, { by: 'server', days: 92 }),
    'the large customer: forecast': () => getForecast(own),
    'the large customer: documents': () => listInvoices(own, { limit: 100 }),
    'the large customer: a server’s hours': () => getServerUsage(own, { serverId, limit: 100 }),
    'the large customer: a server’s log': () => listServerEvents(own, { serverId, locale, limit: 100 }),
  };
  yield await once('statements of all months', async () => `${await issueStatements(ctx)} issued`);
  yield await once('the revenue of all days, kept', () => keepRevenueDays(ctx));
  for (const [what, open] of Object.entries(pages)) {
    const all: number[] = [];
    for (let time = 0; time < TIMES; time += 1) all.push((await once(what, open)).ms);
    yield { what, ms: Math.min(...all), note: `   (first ${Math.round(all[0] ?? 0)} ms)` };
  }
  yield await once('the large customer: a month of transactions as a file', () => exported(cloud, large));
  for (const times of [1, 2]) {
    cloud.clock.advance(HOUR_MS);
    yield await once(`the meter: an hour (${times})`, async () => `${(await billDueHours(ctx, async () => undefined)).hours} hours`);
  }
  yield await once('the nightly proof', async () => {
    const checks = await verifyLedger(ctx.db.sql);
    const broken = checks.filter((check) => check.broken.length > 0).map(({ name, broken: rows }) => `${name}: ${rows.slice(0, 2).join()}`);
    return broken.length === 0 ? 'holds' : `broken: ${broken.join('; ')}`;
  });
}

async function exported(cloud: Cloud, { ctx }: Filled['large']): Promise<string> {
  const to = cloud.clock.now().toISOString().slice(0, 10);
  const from = `${to.slice(0, 8)}01`;
  let bytes = 0;
  for await (const chunk of await transactionsAsCsv(ctx, { from, to, language: 'en' })) bytes += chunk.length;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

async function once(what: string, work: () => Promise<unknown>): Promise<Measured> {
  const since = performance.now();
  const came = await work();
  return { what, ms: performance.now() - since, note: typeof came === 'string' ? `   ${came}` : '' };
}
