import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { quarantineGpu } from '../core/fleet/capacity/set-gpu-aside.ts';
import { startCloud } from '../core/testing/cloud.ts';
import { createHouseMetrics } from './house-metrics.ts';

const cloud = await startCloud({ hosts: { 'h100-sxm': [8], l4: [2] } });
after(() => cloud.close());

/** The figures by name and labels. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const lines = (await createHouseMetrics(cloud.ctx).read()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
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
