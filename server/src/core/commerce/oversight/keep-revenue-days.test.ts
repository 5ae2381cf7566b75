import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LedgerCheckName } from '@boreal/contract/billing/ledger-checks.ts';
import { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import { RevenueSpan } from '@boreal/contract/operator/oversight.ts';
import { sql } from 'kysely';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { verifyLedger } from '../../money/verification/verify-ledger.ts';
import { startCloud } from '../../testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { keepRevenueDays } from './keep-revenue-days.ts';
import { readRevenueGroups } from './read-revenue-groups.ts';
import { readRevenue } from './read-revenue.ts';

// The clocks go back on November 1 at two: that day has 25 hours.
const cloud = await startCloud({ start: new Date('2026-10-30T15:00:00Z'), hosts: { l4: [2], 'h100-sxm': [2] } });
after(() => cloud.close());

const keptDays = async () => {
  const { rows } = await sql<{ day: string }>`select day::text from revenue_days order by day`.execute(cloud.db.sql);
  return rows.map(({ day }) => day);
};
const groups = () =>
  Promise.all(RevenueFileBy.options.flatMap((by) => RevenueSpan.options.map((span) => readRevenueGroups(cloud.ctx, { by, span }))));
const pages = () =>
  Promise.all([readRevenue(cloud.ctx, { by: 'day', periods: 31 }), readRevenue(cloud.ctx, { by: 'month', periods: 3 }), groups()]);

test('the revenue of a day is kept an hour after its end, and is shown as before', async () => {
  await keepRevenueDays(cloud.ctx);
  const customer = await payingCustomer(cloud, { cad: '500' });
  const topUp = await createTopUp(customer.ctx, { amountCad: 50 });
  await settlePayment(cloud.ctx, cloud.payments, topUp.paymentId);
  const other = await payingCustomer(cloud, { cad: '500' });
  await customer.deploy('l4-x1');
  await other.deploy('h100-sxm-x1');
  await cloud.settle();
  await cloud.pass(3 * DAY_MS, HOUR_MS);
  await refundPayment(cloud.ctx, { paymentId: topUp.paymentId, netMicros: 10_000_000n, reason: 'Goodwill', key: 'g' });
  await cloud.runSchedules(['payments']);
  await sql`delete from revenue_days`.execute(cloud.db.sql);
  cloud.clock.moveTo(new Date('2026-11-03T05:59:59Z'));
  const summed = await pages();
  assert.ok((summed[0].periods.find(({ start }) => start === '2026-11-01')?.usage ?? 0) > 24 * 0.5, 'a day of 25 hours was billed');
  assert.deepEqual(
    summed[2].map(({ rows }) => rows.length).toSorted(),
    [0, 0, 2, 2, 2, 2, 2, 2],
    'two models and two customers, this year',
  );

  await keepRevenueDays(cloud.ctx);
  assert.deepEqual(await keptDays(), ['2026-10-30', '2026-10-31', '2026-11-01']);
  assert.deepEqual(await pages(), summed);
  cloud.clock.moveTo(new Date('2026-11-03T06:00:00Z'));
  await Promise.all([keepRevenueDays(cloud.ctx), keepRevenueDays(cloud.ctx)]);
  assert.deepEqual((await keptDays()).at(-1), '2026-11-02');
  assert.deepEqual(await pages(), summed);

  // Weeks without a movement, and a process that was down: every day has its row.
  cloud.clock.moveTo(addMs(cloud.clock.now(), 40 * DAY_MS));
  await keepRevenueDays(cloud.ctx);
  assert.equal((await keptDays()).length, 44);
  await assertBooks(cloud);
});

test('the proof names a day that is not what moved on it, and a day that is missing', async () => {
  const broken = () => brokenOf('the revenue kept of every day that is over is what moved on it');
  await sql`update revenue_days set usage_micros = usage_micros + 1, earned_micros = earned_micros + 1 where day = '2026-10-31'`.execute(
    cloud.db.sql,
  );
  await sql`delete from revenue_days where day = '2026-11-01'`.execute(cloud.db.sql);
  assert.deepEqual(await broken(), ['2026-10-31', '2026-11-01']);

  // What the advice says to do.
  await sql`delete from revenue_days where day >= '2026-10-31'`.execute(cloud.db.sql);
  await keepRevenueDays(cloud.ctx);
  assert.deepEqual(await broken(), []);
  await assertBooks(cloud);
});

test('the proof names a day whose models do not come to it, and a customer who has what another brought in', async () => {
  const broken = () => brokenOf('the revenue kept by model and by customer comes to its day, and every customer’s to what moved');
  await sql`update revenue_group_days set usage_micros = usage_micros + 1 where day = '2026-10-31' and group_id = 'l4'`.execute(
    cloud.db.sql,
  );
  await sql`delete from revenue_group_days where day = '2026-11-01' and grouped_by = 'model'`.execute(cloud.db.sql);
  assert.deepEqual(await broken(), ['2026-10-31 by model', '2026-11-01 by model']);

  const { rows } = await sql<{ id: string }>`
    update revenue_group_days set earned_micros = earned_micros + case group_id when (select min(id) from accounts) then 5 else -5 end
    where day = '2026-10-30' and grouped_by = 'customer' returning group_id as id`.execute(cloud.db.sql);
  assert.equal(rows.length, 2);
  assert.deepEqual((await broken())?.slice(0, 2), rows.map(({ id }) => `2026-10-30 ${id}`).toSorted());

  await sql`delete from revenue_days where day >= '2026-10-30'`.execute(cloud.db.sql);
  await keepRevenueDays(cloud.ctx);
  assert.deepEqual(await broken(), []);
});

async function brokenOf(check: LedgerCheckName): Promise<readonly string[] | undefined> {
  return (await verifyLedger(cloud.db.sql)).find(({ name }) => name === check)?.broken;
}
