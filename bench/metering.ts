import { createAccount } from '../server/src/core/money/accounts/create-account.ts';
import { billDueHours } from '../server/src/core/money/metering/bill-due-hours.ts';
import { ensureMeterMark } from '../server/src/core/money/clocks/meter-mark.store.ts';
import { seedCatalog } from '../server/src/core/money/catalog/seed-catalog.store.ts';
import { createCtx } from '../server/src/core/create-ctx.ts';
import type { Ctx } from '../server/src/core/ground/ctx.ts';
import type { Database } from '../server/src/db/connect.ts';
import { ensurePartitions } from '../server/src/db/migrate.ts';
import { HOUR_MS } from '../server/src/kit/clock.ts';
import { handClock } from '../server/src/kit/hand-clock.ts';
import { createLog } from '../server/src/kit/log.ts';
import { median, seconds, type Result } from './report.ts';

const ROUNDS = 5;

/** A fleet whose hours all fall due at once, as after an outage. */
export interface Fleet {
  readonly servers: number;
  readonly accounts: number;
}

type Say = (line: string) => void;

/**
 * Bills one hour for a fleet, compared with a bare INSERT … SELECT of the same number of usage rows into a table with the same columns and
 * key; then the same hour with a monthly and a daily limit on every account, compared with the hour without. Rounds alternate; the medians
 * are compared.
 */
export async function benchMetering(db: Database, fleet: Fleet, limit: number | null, say: Say): Promise<Result[]> {
  const clock = handClock(new Date('2026-12-01T00:00:00Z'));
  const ctx = createCtx({ db, clock, log: createLog('warn') });
  await ensurePartitions(db.sql, clock.now());
  await ensureMeterMark(db.sql, clock.now());
  await ctx.transact((tx) => seedCatalog(tx, clock.now()));
  await fill(db, ctx, fleet, clock.now());
  clock.advance(1000);
  const billHour = async () => {
    clock.advance(HOUR_MS);
    const { hours } = await billDueHours(ctx, async () => undefined);
    if (hours !== fleet.servers) throw new Error(`billed ${hours} of ${fleet.servers} hours`);
  };

  const floors: number[] = [];
  const meters: number[] = [];
  const limited: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await timed(db, () => bareInsert(db, clock.now())));
    // The order alternates: the tables grow with each run.
    const runs = [
      { times: meters, limit: null },
      { times: limited, limit: 900_000_000_000n },
    ];
    for (const { times, limit: accountLimit } of round % 2 === 0 ? runs : runs.toReversed()) {
      await setLimits(db, accountLimit);
      times.push(await timed(db, billHour));
    }
    const [floor = 0, meter = 0, budgets = 0] = [floors.at(-1), meters.at(-1), limited.at(-1)];
    say(`round ${round + 1} of ${ROUNDS}: bare insert ${seconds(floor)}, meter ${seconds(meter)}, with budgets ${seconds(budgets)}`);
  }
  const size = `${fleet.servers.toLocaleString('en-CA')} servers of ${fleet.accounts.toLocaleString('en-CA')} accounts`;
  return [
    {
      name: `bill one hour for ${size}`,
      peer: `${seconds(median(floors))} bare INSERT … SELECT of the usage rows`,
      bound: 'writing the usage rows and their key (the floor), then a transfer, three index entries and a balance for each account',
      ...compare(meters, floors, limit),
    },
    {
      name: `the same with a monthly and a daily limit on each account`,
      peer: `${seconds(median(meters))} without limits`,
      bound: 'two comparisons an account in the statement that writes its balance anyway',
      ...compare(limited, meters, 1.3),
    },
  ];
}

function compare(
  ours: readonly number[],
  peers: readonly number[],
  limit: number | null,
): Pick<Result, 'ours' | 'ratio' | 'ratios' | 'limit' | 'met'> {
  const ratio = median(ours) / median(peers);
  return {
    ours: seconds(median(ours)),
    ratio,
    ratios: ours.map((value, round) => value / (peers[round] ?? NaN)).toSorted((a, b) => a - b),
    limit: limit === null ? 'reported' : `at most ${limit}`,
    met: limit === null ? null : ratio <= limit,
  };
}

async function setLimits(db: Database, micros: bigint | null): Promise<void> {
  await db.pool.query(
    "update ledger_accounts set month_limit_micros = $1, day_limit_micros = $1 where kind = 'customer_credit' and month_limit_micros is distinct from $1",
    [micros],
  );
  await db.pool.query('vacuum ledger_accounts');
}

async function fill(db: Database, ctx: Ctx, { servers, accounts }: Fleet, now: Date): Promise<void> {
  await ctx.transact((tx) => createAccount(tx, { name: 'first', now }));
  await db.pool.query(
    `
    insert into accounts (id, name, created_at) select 'acc_' || lpad(n::text, 26, '0'), 'bench', $1 from generate_series(1, ${accounts}) n`,
    [now],
  );
  await db.pool.query(`
    insert into ledger_accounts (id, kind, balance_micros)
    select id, 'customer_credit', 1000000000000 from accounts where name = 'bench'`);
  await db.pool.query(`alter table clock_runs disable trigger all`);
  await db.pool.query(
    `
    insert into clock_runs (server_id, number, account_id, plan_id, anchor_at, phase_ms, started, stops_at, open)
    select 'srv_' || lpad(n::text, 26, '0'), 1, 'acc_' || lpad((n % ${accounts} + 1)::text, 26, '0'),
      (array['h100-sxm-x1', 'l4-x1', 'l40s-x2', 'a100-80gb-x8'])[n % 4 + 1], $1::timestamptz, extract(epoch from $1::timestamptz)::bigint * 1000 % 3600000, true, null, true
    from generate_series(1, ${servers}) n`,
    [now],
  );
  await db.pool.query(`alter table clock_runs enable trigger all`);
  await db.pool.query(`
    create table floor_usage (period_start timestamptz not null, server_id text collate "C" not null, account_id text collate "C" not null,
      transfer_id text collate "C" not null, rate_micros bigint not null, compute_micros bigint not null, backup_micros bigint not null,
      primary key (period_start, server_id))`);
  await db.pool.query('vacuum analyze');
}

async function bareInsert(db: Database, at: Date): Promise<void> {
  await db.pool.query(
    `insert into floor_usage select $1::timestamptz, server_id, account_id, 'txn_01kb3c9qj2v9x6t5r4e3w2q1az00000000', 3990000, 3990000, 0 from clock_runs`,
    [at],
  );
}

/** In seconds. A checkpoint comes first, so that neither pays for pages that the other wrote. */
async function timed(db: Database, run: () => Promise<void>): Promise<number> {
  await db.pool.query('checkpoint');
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}
