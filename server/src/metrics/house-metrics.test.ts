import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quarantineGpu } from '../core/fleet/capacity/gpus/set-gpu-aside.ts';
import { insertEvent } from '../core/commerce/settlement/events.store.ts';
import { claimProof, holdProof } from '../core/money/verification/ledger-proofs.store.ts';
import { dayToProve, keepProof, proveLedger } from '../core/money/verification/prove-ledger.ts';
import { untilNobodyProves } from '../core/money/verification/testing.ts';
import { verifyLedger } from '../core/money/verification/verify-ledger.ts';
import { startCloud } from '../core/testing/cloud.ts';
import { PROOF_PATIENCE } from '../db/connect.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/clock.ts';
import { createHouseMetrics } from './house-metrics.ts';

const cloud = await startCloud({ hosts: { 'h100-sxm': [8], l4: [2] } });
after(() => cloud.close());

/** The figures by name and labels. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const lines = (await createHouseMetrics(cloud.ctx, [{ name: 'simulated' }]).read())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}

test('the house is told as it is: what is sold, what stands aside, whom we owe, and how far hours are billed', async () => {
  const before = await figures();
  assert.deepEqual([before.get('boreal_gpus'), before.get('boreal_gpus_held'), before.get('boreal_servers{status="ACTIVE"}')], [10, 0, 0]);
  const customer = await cloud.customer('100');
  await customer.deploy();
  await cloud.settle();
  const { rows: hosts } = await cloud.db.pool.query<{ id: string }>(`select id from hosts where name like 'h100%'`);
  await quarantineGpu(cloud.ctx, { hostId: hosts[0]?.id ?? '', slot: 7, reason: { type: 'by_hand', note: 'falls off the bus' } });
  await cloud.db.pool.query(`update hosts set silent_since = now(), silent_why = 'no_answer' where name like 'l4%'`);
  cloud.clock.advance(90_000);
  const now = await figures();
  assert.equal(now.get('boreal_servers{status="ACTIVE"}'), 1);
  assert.equal(now.get('boreal_gpus_held'), 1);
  assert.equal(now.get('boreal_gpus_aside'), 1);
  assert.equal(now.get('boreal_hosts{state="silent"}'), 1);
  assert.equal(now.get('boreal_accounts'), (before.get('boreal_accounts') ?? 0) + 1);
  const { rows } = await cloud.db.pool.query<{ cad: number }>(
    `select sum(balance_micros)::float8 / 1e6 as cad from ledger_accounts where kind = 'customer_credit'`,
  );
  const [{ cad } = { cad: Number.NaN }] = rows;
  assert.ok(cad > 0 && cad < 100, String(cad));
  assert.ok(Math.abs((now.get('boreal_customer_credit_cad') ?? 0) - cad) < 0.01);
  assert.ok((now.get('boreal_revenue_cad{since="midnight"}') ?? 0) > 0);
  assert.ok((now.get('boreal_meter_lag_seconds') ?? 0) >= 90, 'nobody has billed since');
  await cloud.meter();
  assert.equal((await figures()).get('boreal_meter_lag_seconds'), 0);
});

test('an engine that another Boreal drives is told until this one drives it again', async () => {
  const isFenced = async () => (await figures()).get('boreal_engine_fenced{engine="simulated"}');
  assert.equal(await isFenced(), 0);
  const fence = (at: string | null) =>
    cloud.db.pool.query(
      `insert into engine_holders (engine, fenced_at) values ('simulated', $1)
       on conflict (engine) do update set fenced_at = excluded.fenced_at`,
      [at],
    );
  await fence('2026-12-01T12:00:00Z');
  assert.equal(await isFenced(), 1);
  assert.doesNotMatch(
    await createHouseMetrics(cloud.ctx, []).read(),
    /^boreal_engine_fenced\{/m,
    'what is not configured is no engine of ours',
  );
  await fence(null);
  assert.equal(await isFenced(), 0);
});

test('hours that nobody billed are counted, one by one, until the meter comes to them', async () => {
  const customer = await cloud.customer('100');
  await customer.deploy();
  await cloud.settle();
  await cloud.meter();
  assert.equal((await figures()).get('boreal_hours_unbilled'), 0);
  const running = (await figures()).get('boreal_servers{status="ACTIVE"}') ?? 0;
  cloud.clock.advance(3 * HOUR_MS + 15 * MINUTE_MS);
  assert.equal(
    (await figures()).get('boreal_hours_unbilled'),
    3 * running,
    'the hours of all that run, not the first, which was charged before',
  );
  await cloud.meter();
  assert.equal((await figures()).get('boreal_hours_unbilled'), 0);
});

test('the ledger is proven once a day by one of the workers, and what is broken is told until it holds again', async () => {
  assert.equal((await figures()).get('boreal_ledger_proof_age_seconds'), Number.NaN, 'nobody has proven it');
  const proofs = await Promise.all([proveLedger(cloud.ctx), proveLedger(cloud.ctx), proveLedger(cloud.ctx)]);
  assert.deepEqual(proofs.toSorted(), [false, false, true]);
  assert.equal((await figures()).get('boreal_ledger_proof_age_seconds'), 0);
  assert.equal((await figures()).get('boreal_ledger_checks_broken'), 0);

  assert.equal(await proveLedger(cloud.ctx), false, 'not a second time that day');
  cloud.clock.advance(DAY_MS);
  await cloud.meter();
  await cloud.db.pool.query(`update ledger_accounts set balance_micros = balance_micros + 1 where kind = 'customer_credit'`);
  assert.equal(await proveLedger(cloud.ctx), true);
  assert.ok(((await figures()).get('boreal_ledger_checks_broken') ?? 0) > 0);

  await cloud.db.pool.query(`update ledger_accounts set balance_micros = balance_micros - 1 where kind = 'customer_credit'`);
  await keepProof(cloud.ctx, await verifyLedger(cloud.db.sql));
  assert.equal((await figures()).get('boreal_ledger_checks_broken'), 0, 'an operator who asks again is believed');
});

test('a proof that was begun by a process that is gone is made by another', async () => {
  cloud.clock.advance(DAY_MS);
  await cloud.meter();
  const day = dayToProve(cloud.ctx);
  const other = cloud.db.again(PROOF_PATIENCE);
  assert.equal(await holdProof(other.sql, day), true);
  assert.equal(await claimProof(other.sql, { day, wall: cloud.clock.wall() }), true);
  assert.equal(await proveLedger(cloud.ctx), false, 'it is at it');
  await other.close();
  await untilNobodyProves(cloud.ctx);
  assert.equal(await proveLedger(cloud.ctx), true);
  assert.equal((await figures()).get('boreal_ledger_proof_age_seconds'), 0);
});

test('work that processes have taken is counted, and what they left behind', async () => {
  const serverId = await (await cloud.customer('100')).deploy();
  await cloud.db.pool.query(`update servers set lease_until = $1 where id = $2`, [addMs(cloud.clock.wall(), MINUTE_MS), serverId]);
  const held = await figures();
  assert.deepEqual(
    ['held', 'expired'].map((state) => held.get(`boreal_leases{of="server",state="${state}"}`)),
    [1, 0],
  );
  await cloud.db.pool.query(`update servers set lease_until = $1 where id = $2`, [addMs(cloud.clock.wall(), -MINUTE_MS), serverId]);
  const left = await figures();
  assert.deepEqual(
    ['held', 'expired'].map((state) => left.get(`boreal_leases{of="server",state="${state}"}`)),
    [0, 1],
  );
  assert.equal(left.get('boreal_leases{of="payment",state="held"}'), 0);
  await cloud.db.pool.query(`update servers set lease_until = null where id = $1`, [serverId]);
});

test('messages of the payment provider that cannot be applied are counted when they have waited for ten minutes', async () => {
  const event = { id: 'evt_1', about: 'charge', ref: 'ch_of_nobody' } as const;
  await insertEvent(cloud.ctx.db.sql, { provider: 'sandbox', event, now: cloud.clock.now() });
  assert.equal((await figures()).get('boreal_webhooks_waiting'), 0);
  cloud.clock.advance(11 * MINUTE_MS);
  assert.equal((await figures()).get('boreal_webhooks_waiting'), 1);
});
