import type { Cloud, Customer } from '../../server/src/core/testing/cloud.ts';
import { billingDay, billingMonth } from '../../server/src/core/ground/calendar.rules.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { seconds } from '../report.ts';

export interface Years {
  /** Servers running now, including the large customer's. */
  readonly servers: number;
  /** How long the whole fleet has run. */
  readonly days: number;
  /** Servers of the one large customer, running for `months`. */
  readonly large: number;
  readonly months: number;
}

export interface Filled {
  /** The customer with many servers for years. */
  readonly large: Customer;
  readonly hours: number;
}

/** Servers per other customer. */
const SERVERS_EACH = 5;

type Say = (line: string) => void;

/**
 * Deploys one server as a customer does; all others are copies of its rows. Every server-hour has its own transfer, as if no two servers of
 * an account began in the same minute. The books balance: the measured verification finds nothing.
 */
export async function fillYears(cloud: Cloud, years: Years, say: Say): Promise<Filled> {
  const large = await cloud.customer('1000');
  const template = await large.deploy('l4-x1');
  await cloud.settle();
  cloud.clock.advance(DAY_MS);
  const now = cloud.clock.now();
  const first = addMs(now, -years.months * 30.5 * DAY_MS);
  const client = await cloud.db.pool.connect();
  const step = async (what: string, text: string) => {
    const since = performance.now();
    const { rowCount } = await client.query(text);
    say(`${what}: ${(rowCount ?? 0).toLocaleString('en-CA')} rows in ${seconds((performance.now() - since) / 1000)}`);
    return rowCount ?? 0;
  };
  try {
    await client.query(`set session_replication_role = replica; set work_mem = '512MB'; set synchronous_commit = off`);
    await client.query(`select ensure_month_partitions('${first.toISOString().slice(0, 10)}'::date, ${years.months + 27})`);
    await client.query(`update prices set valid_from = valid_from - interval '10 years'`);
    await client.query(plan(years, { template, accountId: large.ctx.accountId, now, first }));
    await step('accounts', COPY_ACCOUNTS);
    await step('their ledger accounts', COPY_LEDGER_ACCOUNTS);
    await step('servers', COPY_SERVERS);
    await step('clocks', COPY_CLOCKS);
    await step('events', COPY_EVENTS);
    await step('opening credit', OPENING_CREDIT);
    const hours = await step('hours', HOURS);
    await step('transfers of hours', TRANSFERS);
    await step('balances and what counts against budgets', counters(now));
    await client.query(`update meter_marks set billed_through = '${now.toISOString()}'`);
    await client.query('reset session_replication_role');
    await client.query('drop table years_server');
    await client.query('vacuum analyze');
    return { large, hours };
  } finally {
    client.release(true);
  }
}

/** Each server's account, start of billing and hourly cost; the template's own rows are removed. */
function plan(years: Years, of: { template: string; accountId: string; now: Date; first: Date }): string {
  const { template, accountId, now, first } = of;
  const newest = addMs(now, -years.days * DAY_MS);
  return `
    create temp table years_template as select s.*, r.anchor_at from servers s join clock_runs r on r.server_id = s.id where s.id = '${template}';
    create temp table years_event as select e.*, e.created_at - t.anchor_at as after from server_events e cross join years_template t where e.server_id = t.id;
    create temp table years_clock as select * from clock_runs where server_id = '${template}';
    create temp table years_credit as select * from transfers where account_id = '${accountId}' and credit_account_id = '${accountId}';
    create temp table years_charge as select * from transfers where account_id = '${accountId}' and debit_account_id = '${accountId}';
    create temp table years_hour as select * from usage_hours where server_id = '${template}';
    delete from usage_hours; delete from transfers; delete from server_events; delete from clock_runs; delete from servers where id = '${template}';
    create table years_server as
      select n, 'srv_' || lpad(n::text, 26, '0') as id, n <= ${years.large} as is_large,
        case when n <= ${years.large} then '${accountId}' else 'acc_' || lpad((n / ${SERVERS_EACH})::text, 26, '0') end as account_id,
        date_trunc('minute', case when n <= ${years.large} then '${first.toISOString()}'::timestamptz else '${newest.toISOString()}'::timestamptz end)
          + (n::bigint * 7919 % 3600000) * interval '1 millisecond' as anchor_at,
        '${now.toISOString()}'::timestamptz as now
      from generate_series(1, ${years.servers}) n;
    analyze years_server`;
}

/** Copies of a stored row with some columns changed. */
const copies = (table: string, of: { row: string; from: string; changes: string }) =>
  `insert into ${table} select (jsonb_populate_record(null::${table}, ${of.row} || jsonb_build_object(${of.changes}))).* from ${of.from}`;

const COPY_ACCOUNTS = copies('accounts', {
  row: '(select to_jsonb(a) from accounts a join years_template t on t.account_id = a.id)',
  from: '(select account_id, min(n) as n from years_server where not is_large group by 1) s',
  changes: `'id', s.account_id, 'name', 'Customer ' || s.n`,
});

const COPY_LEDGER_ACCOUNTS = copies('ledger_accounts', {
  row: '(select to_jsonb(a) from ledger_accounts a join years_template t on t.account_id = a.id)',
  from: '(select distinct account_id from years_server where not is_large) s',
  changes: `'id', s.account_id`,
});

const COPY_SERVERS = copies('servers', {
  row: '(select to_jsonb(t) from years_template t)',
  from: 'years_server s',
  changes: `'id', s.id, 'account_id', s.account_id, 'name', 'machine-' || s.n, 'created_at', s.anchor_at, 'first_active_at', s.anchor_at,
    'updated_at', s.anchor_at, 'ipv4', '10.' || s.n / 65536 || '.' || s.n / 256 % 256 || '.' || s.n % 256`,
});

const COPY_CLOCKS = copies('clock_runs', {
  row: '(select to_jsonb(c) from years_clock c)',
  from: 'years_server s',
  changes: `'server_id', s.id, 'account_id', s.account_id, 'anchor_at', s.anchor_at,
    'phase_ms', (extract(epoch from s.anchor_at) * 1000)::bigint % 3600000`,
});

const COPY_EVENTS = copies('server_events', {
  row: 'e.row',
  from: `years_server s cross join (
    select to_jsonb(e) as row, e.after, row_number() over (order by e.created_at, e.id) as k from years_event e) e`,
  changes: `'id', 'evt_' || lpad(s.n::text, 20, '0') || lpad(e.k::text, 6, '0'), 'server_id', s.id, 'account_id', s.account_id,
    'created_at', s.anchor_at + e.after`,
});

/** Each account's balance, and its spending this month and today. */
function counters(now: Date): string {
  const at = (start: Date) => `'${start.toISOString()}'::timestamptz`;
  const [month, day] = [at(billingMonth(now).start), at(billingDay(now).start)] as const;
  const spent = (since: string) => `coalesce(sum(amount_micros) filter (where type = 'usage' and created_at >= ${since}), 0)`;
  return `
    update ledger_accounts a set balance_micros = moved.balance, month_start = ${month}, month_spent_micros = moved.month,
      day_start = ${day}, day_spent_micros = moved.day
    from (
      select account_id, sum(case when credit_account_id = account_id then amount_micros else -amount_micros end) as balance,
        ${spent(month)} as month, ${spent(day)} as day
      from transfers group by account_id
    ) moved where moved.account_id = a.id`;
}

/** Enough for everything charged here, while the total still fits an exact number. */
const OPENING_MICROS = 4_000_000_000_000;

const OPENING_CREDIT = `
  insert into transfers (id, key, type, debit_account_id, credit_account_id, amount_micros, account_id, balance_after_micros, data, created_at)
  select 'tra_opening' || lpad(row_number() over (order by s.account_id)::text, 19, '0'), 'opening:' || s.account_id, c.type, c.debit_account_id, s.account_id,
    ${OPENING_MICROS}, s.account_id, ${OPENING_MICROS}, c.data, s.at - interval '1 hour'
  from (select account_id, min(anchor_at) as at from years_server group by 1) s cross join years_credit c`;

const TRANSFER_ID = `'tra_' || lpad((s.n::bigint * 1000000 + k)::text, 26, '0')`;

/** In the order of their start, as the meter writes them. */
const HOURS = `
  insert into usage_hours (period_start, server_id, account_id, transfer_id, rate_micros, compute_micros, backup_micros)
  select s.anchor_at + k * interval '1 hour', s.id, s.account_id, ${TRANSFER_ID}, h.rate_micros, h.rate_micros, 0
  from years_server s cross join years_hour h
  cross join lateral generate_series(0, floor(extract(epoch from s.now - s.anchor_at) / ${HOUR_MS / 1000})::int) k
  order by 1, 2`;

const TRANSFERS = `
  insert into transfers (id, key, type, debit_account_id, credit_account_id, amount_micros, account_id, balance_after_micros, server_id, data, created_at)
  select u.transfer_id, 'hours:' || u.transfer_id, 'usage', u.account_id, 'revenue', u.compute_micros, u.account_id,
    ${OPENING_MICROS} - sum(u.compute_micros) over (partition by u.account_id order by u.period_start, u.server_id rows unbounded preceding), u.server_id,
    '{"of": "hours", "hours": 1}', u.period_start
  from usage_hours u order by u.period_start, u.server_id`;
