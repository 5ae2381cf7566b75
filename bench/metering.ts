import { createAccount } from '../server/src/core/accounts/create-account.ts';
import { billDueHours } from '../server/src/core/billing/metering/bill-due-hours.ts';
import { ensureMeterMark } from '../server/src/core/billing/metering/clock-runs.store.ts';
import { seedCatalog } from '../server/src/core/catalog/seed-catalog.ts';
import { createCtx } from '../server/src/core/ctx.ts';
import type { Database } from '../server/src/db/connect.ts';
import { ensurePartitions } from '../server/src/db/migrate.ts';
import { HOUR_MS } from '../server/src/kit/clock.ts';
import { handClock } from '../server/src/kit/hand-clock.ts';
import { createLog } from '../server/src/kit/log.ts';
import { median, seconds, type Result } from './report.ts';

const ACCOUNTS = 100_000;
const ROUNDS = 3;

/**
 * Bills one hour for `servers` running servers, all due at once, against a bare INSERT … SELECT of as many usage rows
 * into a table of the same columns and key. Rounds alternate; the medians are compared. Limit: 2 times.
 */
export async function benchMetering(db: Database, servers: number, say: (line: string) => void): Promise<Result> {
  const clock = handClock(new Date('2026-12-01T00:00:00Z'));
  const ctx = createCtx({ db, clock, log: createLog('warn') });
  await ensurePartitions(db.sql, clock.now());
  await ensureMeterMark(db.sql, clock.now());
  await ctx.transact((tx) => seedCatalog(tx, clock.now()));
  await fill(db, ctx, servers, clock.now());
  clock.advance(1000);

  const floors: number[] = [];
  const meters: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await timed(() => bareInsert(db, clock.now())));
    clock.advance(HOUR_MS);
    meters.push(
      await timed(async () => {
        const run = await billDueHours(ctx, async () => undefined);
        if (run.hours !== servers) throw new Error(`billed ${run.hours} of ${servers} hours`);
      }),
    );
    say(`round ${round + 1} of ${ROUNDS}: meter ${seconds(meters.at(-1) ?? 0)}, bare insert ${seconds(floors.at(-1) ?? 0)}`);
  }
  const floor = median(floors);
  const meter = median(meters);
  const ratios = meters.map((value, round) => value / (floors[round] ?? NaN)).toSorted((a, b) => a - b);
  return {
    name: `bill one hour for ${servers.toLocaleString('en-CA')} servers of ${ACCOUNTS.toLocaleString('en-CA')} accounts`,
    ours: seconds(meter),
    peer: `${seconds(floor)} bare INSERT … SELECT of the usage rows`,
    ratio: meter / floor,
    ratios,
    limit: 'at most 2',
    met: meter / floor <= 2,
    bound: 'writing the usage rows and their key (the floor), then a transfer, three index entries and a balance for each account',
  };
}

async function fill(db: Database, ctx: ReturnType<typeof createCtx>, servers: number, now: Date): Promise<void> {
  await ctx.transact((tx) => createAccount(tx, { name: 'first', now }));
  await db.pool.query(
    `
    insert into accounts (id, name, created_at) select 'acc_' || lpad(n::text, 26, '0'), 'bench', $1 from generate_series(1, ${ACCOUNTS}) n`,
    [now],
  );
  await db.pool.query(`
    insert into ledger_accounts (id, kind, balance_micros)
    select id, 'customer_credit', 1000000000000 from accounts where name = 'bench'`);
  await db.pool.query(`alter table clock_runs disable trigger all`);
  await db.pool.query(
    `
    insert into clock_runs (server_id, number, account_id, plan_id, anchor_at, phase_ms, started, stops_at, open)
    select 'srv_' || lpad(n::text, 26, '0'), 1, 'acc_' || lpad((n % ${ACCOUNTS} + 1)::text, 26, '0'),
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

async function timed(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}
