import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../kit/clock.ts';
import { startCloud } from '../../testing/cloud.ts';
import { shareMeterMark } from '../clocks/meter-mark.store.ts';
import { billDueHours } from './bill-due-hours.ts';

/** How many share the mark at any moment, and how often each does so. Together they would continue for a minute. */
const SHARERS = 6;
const TURNS = 600;

test('the meter bills while clocks are started and stopped without a pause', async (t) => {
  const cloud = await startCloud();
  t.after(() => cloud.close());
  const customer = await cloud.customer('100');
  await customer.deploy();
  await cloud.settle();
  cloud.clock.advance(HOUR_MS);

  const meter = { billed: false };
  let turns = 0;
  const share = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS && !meter.billed; turn += 1) {
      await cloud.ctx.transact(async (tx) => {
        await shareMeterMark(tx);
        await sql`select pg_sleep(0.1)`.execute(tx);
      });
      turns += 1;
    }
  };
  // Each starts after the previous one, so that there is never a moment without one.
  const storm = Array.from({ length: SHARERS }, async (_, n) => {
    await sql`select pg_sleep(${n / 60})`.execute(cloud.db.sql);
    await share();
  });
  await sql`select pg_sleep(0.2)`.execute(cloud.db.sql);
  const { hours } = await billDueHours(cloud.ctx, async () => undefined);
  meter.billed = true;
  await Promise.all(storm);
  assert.equal(hours, 1);
  assert.ok(turns < SHARERS * TURNS, 'the meter billed only when the storm was over');
});
