import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { joinPrices, PRICES, RATE } from '../prices/price-in-force.store.ts';
import type { Period } from '../../ground/calendar.rules.ts';
import { backupPartOwed } from '../clocks/backup-part.store.ts';

/**
 * Hours that begin in (after, through]: a window of at most an hour, so that each clock has at most one hour in it, and within one Toronto
 * month, so that each server's hours are in one month.
 */
export interface MeterWindow {
  readonly after: Date;
  readonly through: Date;
}

/** The periods that a pass of the meter counts in: for servers the month in which the hours begin, for accounts those of the charge. */
export interface MeterPeriods {
  readonly hours: Period;
  readonly month: Period;
  readonly day: Period;
}

export interface DueHour {
  readonly serverId: string;
  readonly accountId: string;
  readonly planId: string;
  readonly periodStart: Date;
  /** Null if no price is in force, which withdrawing a price prevents: a server that nobody can bill must not run. */
  readonly rateMicros: bigint | null;
  readonly backupMicros: bigint;
}

/**
 * The hours due in a window, each with the rate in force when it begins: the account's own price, or else the list price. A run's hour
 * begins where its phase falls in the window. Runs are found by phase, so a minute's meter reads a sixtieth of them; the first hour of a
 * run was charged with the deployment and is not due.
 */
function dueHours(window: MeterWindow, month: Period) {
  const toPhase = window.through.getTime() % HOUR_MS;
  return sql`
    ${PRICES},
    clock as (
      select r.server_id, r.account_id, r.plan_id, r.anchor_at, r.stops_at,
        ${window.through}::timestamptz - ((${toPhase}::int - r.phase_ms + ${HOUR_MS}) % ${HOUR_MS}) * interval '1 millisecond' as period_start
      from clock_runs r
      where r.open and r.started and ${inPhase(window)}
      -- Keeps the planner from computing the hour again for each condition on it.
      offset 0
    ),
    due as materialized (
      select c.server_id, c.account_id, c.plan_id, c.period_start, ${RATE} as rate_micros,
        (${backupPartOwed(month)})::bigint as backup_micros
      from clock c
      ${joinPrices({ row: 'c', at: sql`c.period_start` })}
      left join backup_options option on option.server_id = c.server_id and option.enabled and c.period_start >= option.enabled_at
      where c.period_start > c.anchor_at and (c.stops_at is null or c.period_start < c.stops_at)
    )`;
}

/**
 * Locks the accounts that have due hours of servers with their own budget or of an MCP key, in the order of their ids, and thereby what
 * these have spent. A later statement sees what was committed while this one waited. Limits in the account's own row do not need this: once
 * the row is locked, it is checked again in its current state.
 */
export async function lockLimitedAccounts(tx: Tx, window: MeterWindow): Promise<void> {
  const running = sql`join clock_runs r on r.server_id = limited.server_id and r.open and r.started and ${inPhase(window)}`;
  await sql`
    select id from ledger_accounts where id in (
      select r.account_id from server_budgets limited ${running}
      union select r.account_id from agent_servers limited ${running}
    ) order by id for update
  `.execute(tx);
}

/** Of runs `r`: those with an hour that begins in the window. */
function inPhase(window: MeterWindow) {
  const fromPhase = window.after.getTime() % HOUR_MS;
  const toPhase = window.through.getTime() % HOUR_MS;
  if (window.through.getTime() - window.after.getTime() >= HOUR_MS) return sql`true`;
  return fromPhase < toPhase
    ? sql`r.phase_ms > ${fromPhase} and r.phase_ms <= ${toPhase}`
    : sql`(r.phase_ms > ${fromPhase} or r.phase_ms <= ${toPhase})`;
}

/**
 * Bills every account whose due hours its credit covers and its budgets allow, in one statement and so in one snapshot: usage rows, one
 * transfer per account, the balance and what counts against limits. Accounts that cannot pay for all of them, or are suspended, are left
 * untouched and returned. `transferId` is the prefix of the transfers' ids; `key` of their natural keys.
 */
export async function billAffordable(
  tx: Tx,
  input: { window: MeterWindow; periods: MeterPeriods; now: Date; transferId: string; key: string },
): Promise<{ hours: number; micros: bigint; unpaidAccountIds: readonly string[] }> {
  const { month, day, hours: hoursMonth } = input.periods;
  // Joins a million hours in memory, not on disk.
  await sql`select set_config('work_mem', '256MB', true)`.execute(tx);
  const { rows } = await sql<{ hours: bigint | null; micros: bigint | null; unpaid: string[] | null }>`
    with ${dueHours(input.window, hoursMonth)},
    keyed as materialized (
      select g.key_id, d.account_id, sum(d.rate_micros + d.backup_micros)::bigint as micros, max(d.rate_micros) as rate_micros
      from agent_servers g join due d on d.server_id = g.server_id
      group by g.key_id, d.account_id
    ),
    capped as materialized (
      select d.account_id from server_budgets b join due d on d.server_id = b.server_id
      -- A row of a later month says nothing of this one: such hours are looked at one by one.
      where b.month_start > ${hoursMonth.start}
        or case when b.month_start = ${hoursMonth.start} then b.month_spent_micros else 0 end + d.rate_micros + d.backup_micros > b.month_limit_micros
      union
      select t.account_id from keyed t join agent_keys k on k.key_id = t.key_id
      where k.stop_at_cap and (t.rate_micros > k.server_hourly_cap_micros or k.total_hourly_cap_micros is not null
        or case when k.month_start >= ${month.start} then k.month_spent_micros else 0 end + t.micros > k.month_cap_micros)
    ),
    total as materialized (
      select account_id, count(*) as hours, sum(rate_micros + backup_micros)::bigint as micros, bool_and(rate_micros is not null) as priced,
        min(server_id) as server_id,
        ${input.transferId}::text || lpad(to_hex(row_number() over (order by account_id)), 8, '0') as transfer_id
      from due group by account_id
    ),
    paid as (
      update ledger_accounts a set
        balance_micros = a.balance_micros - t.micros,
        month_spent_micros = t.micros + case when a.month_start >= ${month.start} then a.month_spent_micros else 0 end,
        month_start = greatest(a.month_start, ${month.start}),
        day_spent_micros = t.micros + case when a.day_start >= ${day.start} then a.day_spent_micros else 0 end,
        day_start = greatest(a.day_start, ${day.start})
      from total t
      where a.id = t.account_id and t.priced and a.suspended_at is null and a.balance_micros >= t.micros
        and (a.month_limit_micros is null
          or t.micros + case when a.month_start >= ${month.start} then a.month_spent_micros else 0 end <= a.month_limit_micros)
        and (a.day_limit_micros is null
          or t.micros + case when a.day_start >= ${day.start} then a.day_spent_micros else 0 end <= a.day_limit_micros)
        and a.id not in (select account_id from capped)
      returning a.id as account_id, a.balance_micros, t.hours, t.micros, t.server_id, t.transfer_id
    ),
    moved as (
      insert into transfers (id, key, type, debit_account_id, credit_account_id, amount_micros, account_id,
        balance_after_micros, server_id, data, created_at)
      select transfer_id, ${input.key}::text || account_id, 'usage', account_id, 'revenue', micros, account_id, balance_micros,
        case when hours = 1 then server_id end,
        jsonb_build_object('of', 'hours', 'hours', hours), ${input.now}
      from paid
    ),
    used as (
      insert into usage_hours (period_start, server_id, account_id, transfer_id, rate_micros, compute_micros, backup_micros)
      select d.period_start, d.server_id, d.account_id, p.transfer_id, d.rate_micros, d.rate_micros, d.backup_micros
      from due d join paid p on p.account_id = d.account_id
    ),
    budgeted as (
      update server_budgets b set
        month_spent_micros = d.rate_micros + d.backup_micros + case when b.month_start = ${hoursMonth.start} then b.month_spent_micros else 0 end,
        month_start = ${hoursMonth.start}
      from due d join paid p on p.account_id = d.account_id where b.server_id = d.server_id
    ),
    counted as (
      update agent_keys k set
        month_spent_micros = t.micros + case when k.month_start >= ${month.start} then k.month_spent_micros else 0 end,
        month_start = greatest(k.month_start, ${month.start})
      from keyed t join paid p on p.account_id = t.account_id where k.key_id = t.key_id
    ),
    backed as (
      update backup_options o set
        month_micros = d.backup_micros + case when o.month_start = ${hoursMonth.start} then o.month_micros else 0 end,
        month_start = ${hoursMonth.start}
      from due d join paid p on p.account_id = d.account_id
      where o.server_id = d.server_id and d.backup_micros > 0 and o.month_start <= ${hoursMonth.start}
    )
    select (select sum(hours)::bigint from paid) as hours, (select sum(micros)::bigint from paid) as micros,
      (select array_agg(account_id order by account_id) from total t
        where not exists (select 1 from paid p where p.account_id = t.account_id)) as unpaid
  `.execute(tx);
  const row = rows[0];
  return { hours: Number(row?.hours ?? 0n), micros: row?.micros ?? 0n, unpaidAccountIds: row?.unpaid ?? [] };
}

/** One account's due hours, earliest and then oldest server first. */
export async function listDueHours(tx: Tx, input: { window: MeterWindow; month: Period; accountId: string }): Promise<readonly DueHour[]> {
  const { rows } = await sql<DueHour>`
    with ${dueHours(input.window, input.month)}
    select server_id, account_id, plan_id, period_start, rate_micros, backup_micros from due
    where account_id = ${input.accountId} order by period_start, server_id
  `.execute(tx);
  return rows;
}

/** Closes the runs that stopped before the mark: none of their hours can become due again. */
export async function closeStoppedRuns(tx: Tx, through: Date): Promise<void> {
  await tx.updateTable('clockRuns').set({ open: false }).where('open', '=', true).where('stopsAt', '<=', through).execute();
}
