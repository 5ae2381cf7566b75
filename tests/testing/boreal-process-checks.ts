import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { listEngineHosts } from '../../server/src/core/fleet/capacity/places/capacity.store.ts';
import { machineFirewall } from '../../server/src/core/fleet/firewall/firewall.store.ts';
import type { Database } from '../../server/src/db/connect.ts';
import { openProductClock } from '../../server/src/db/product-clock.ts';
import { machineStore } from '../../server/src/engines/simulated/machines.store.ts';
import { createSimulatedEngine } from '../../server/src/engines/simulated/simulated-engine.ts';
import { addMs, HOUR_MS } from '../../server/src/kit/clock.ts';
import { until } from './boreal-process.ts';

/** The servers that have work left or a task, with what they are at. */
export async function busyServers(db: Database) {
  return db.sql
    .selectFrom('servers')
    .select(['id', 'status', 'task', 'waitReason', 'convergeAt'])
    .where((eb) => eb.or([eb('convergeAt', 'is not', null), eb('task', 'is not', null), eb('status', '=', 'PROVISIONING')]))
    .execute();
}

/** Waits until no server has work left. */
export async function untilAtRest(db: Database, withinMs: number): Promise<void> {
  await until(
    'everything rests',
    withinMs,
    () => busyServers(db),
    (busy) => busy.length === 0,
  );
}

/** What must be true of a Boreal at rest that no engine fault has touched, whatever has happened to its processes. */
export async function checkInvariants(db: Database): Promise<void> {
  for (const check of await verifyLedger(db.sql)) assert.deepEqual(check.broken, [], check.name);
  await checkBalances(db);
  assert.deepEqual(await busyServers(db), [], 'everything rests');
  await checkMachines(db);
  await checkGpus(db);
  await checkHours(db);
}

/** Of every server that a text names: its log, its clock and its hours, for whoever looks for the cause of what is wrong. */
export async function tellHistories(db: Database, text: string): Promise<string> {
  const ids = [...new Set(text.match(/srv_[a-z0-9]+/g))];
  const { rows } = await sql<{ line: string }>`
    select id || ' ' || at || ' ' || what as line from (
      select server_id as id, created_at as at, concat_ws(' ', type, from_status, to_status, reason) as what from server_events
      union all select server_id, anchor_at, concat_ws(' ', 'run', number, started, open, 'until', stops_at) from clock_runs
      union all select server_id, period_start, 'an hour of ' || compute_micros from usage_hours
      union all select server_id, period_start, concat_ws(' ', 'a free hour', reason, 'noted', created_at) from uncharged_hours
      union all select server_id, period_start, concat_ws(' ', 'given back', amount_micros, reason, created_at) from usage_refunds
    ) told where id = any(${ids}) order by id, at
  `.execute(db.sql);
  return rows.map(({ line }) => line).join('\n');
}

async function checkBalances(db: Database): Promise<void> {
  const below = await db.sql.selectFrom('transfers').select('id').where('balanceAfterMicros', '<', 0n).execute();
  assert.deepEqual(below, [], 'no balance was ever below zero');
}

const powers = { ACTIVE: 'running', STOPPED: 'stopped', HIBERNATED: 'hibernated' } as const;

/** The engine has the machines that the servers account for, in the state they say, with their addresses and rules, and no other. */
async function checkMachines(db: Database): Promise<void> {
  const engine = await engineOn(db);
  const servers = await db.sql
    .selectFrom('servers')
    .selectAll()
    // In ERROR without ever having run: preempted or given up while it was made, so its machine was taken away.
    .where((eb) => eb.not(eb.or([eb('status', '=', 'DELETED'), eb.and([eb('status', '=', 'ERROR'), eb('firstActiveAt', 'is', null)])])))
    .orderBy('id')
    .execute();
  const machines = await engine.list(new AbortController().signal);
  const told = (one: { id: string; power: string | undefined; ipv4: string | null }) => `${one.id} ${one.power} ${one.ipv4}`;
  assert.deepEqual(
    machines.map(({ serverId, power, ipv4 }) => told({ id: serverId, power, ipv4 })).sort(),
    servers.map(({ id, status, ipv4 }) => told({ id, power: new Map(Object.entries(powers)).get(status), ipv4 })).sort(),
    'the machines are those of the servers',
  );
  for (const { id, status, firewallVersion, firewallAppliedVersion } of servers) {
    if (status !== 'ACTIVE') continue;
    assert.equal(firewallAppliedVersion, firewallVersion, `the rules of ${id} were pushed`);
    assert.deepEqual(await engine.firewallOf(id), await machineFirewall(db.sql, id), `the machine of ${id} has its rules`);
  }
}

/** A server that runs or is stopped holds the cards of its plan, on one host; any other holds none; the engine agrees on each. */
async function checkGpus(db: Database): Promise<void> {
  const clock = await openProductClock(db.sql);
  await machineStore(queryOn(db)).settle(clock.now());
  const { rows: given } = await sql<{ card: string; serverId: string }>`
    select hosts.name || '/' || gpus.slot as card, gpus.server_id from gpus join hosts on hosts.id = gpus.host_id
    where gpus.server_id is not null order by card`.execute(db.sql);
  const { rows: held } = await sql<{ card: string; serverId: string }>`
    select host_name || '/' || slot as card, server_id from simulated_engine.gpu_slot order by card`.execute(db.sql);
  assert.deepEqual(held, given, 'the engine uses the cards that were sold');

  const { rows: wrong } = await sql<{ id: string; status: string; cards: bigint }>`
    select servers.id, servers.status, count(gpus.slot) as cards
    from servers join plans on plans.id = servers.plan_id left join gpus on gpus.server_id = servers.id
    group by servers.id, plans.gpu_count
    having count(gpus.slot) <> case when servers.status in ('ACTIVE', 'STOPPED') then plans.gpu_count else 0 end
      or count(distinct gpus.host_id) > 1 or (count(gpus.slot) > 0 and min(gpus.host_id) <> servers.host_id)`.execute(db.sql);
  assert.deepEqual(wrong, [], 'every server holds its cards and no other');
}

/** The billed hours of each server are exactly those that its clock ran through, up to the meter's mark. */
async function checkHours(db: Database): Promise<void> {
  const { billedThrough } = await db.sql.selectFrom('meterMarks').selectAll().executeTakeFirstOrThrow();
  const servers = await db.sql.selectFrom('servers').select('id').execute();
  for (const { id } of servers) {
    const runs = await db.sql.selectFrom('clockRuns').selectAll().where('serverId', '=', id).execute();
    const owed = runs.flatMap(({ anchorAt, started, stopsAt }) => {
      if (!started) return [anchorAt];
      const billedEnd = addMs(billedThrough, 1);
      return hourStarts(anchorAt, stopsAt !== null && stopsAt < billedEnd ? stopsAt : billedEnd);
    });
    const billed = await db.sql.selectFrom('usageHours').select('periodStart').where('serverId', '=', id).execute();
    const texts = (times: readonly Date[]) => times.map((time) => time.toISOString()).sort();
    assert.deepEqual(
      texts(billed.map(({ periodStart }) => periodStart)),
      texts(owed),
      `the hours of ${id}, whose runs are ${JSON.stringify(runs)}`,
    );
  }
}

/** The first hour whatever happens, then each that begins before the end. */
function hourStarts(anchorAt: Date, end: Date): Date[] {
  const starts = [anchorAt];
  for (let next = addMs(anchorAt, HOUR_MS); next < end; next = addMs(next, HOUR_MS)) starts.push(next);
  return starts;
}

/** The backups that the engine has ready, sorted. */
export async function storedBackupIds(db: Database): Promise<string[]> {
  const engine = await engineOn(db);
  const stored = await engine.listBackups(new AbortController().signal);
  return stored.map(({ backupId, state }) => (state === 'ready' ? backupId : `${backupId} ${state}`)).sort();
}

async function engineOn(db: Database) {
  return createSimulatedEngine({
    query: queryOn(db),
    clock: await openProductClock(db.sql),
    seed: 'boreal',
    hosts: (name) => listEngineHosts(db.sql, 'simulated', name),
  });
}

function queryOn(db: Database) {
  return async <R>(text: string, params: readonly unknown[] = []): Promise<readonly R[]> => {
    const result = await db.pool.query(text, [...params]);
    const rows: readonly R[] = result.rows;
    return rows;
  };
}
