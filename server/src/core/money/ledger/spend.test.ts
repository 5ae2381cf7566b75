import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { deleteServer } from '../../fleet/lifecycle/change/delete-server.ts';
import { startCloud } from '../../testing/cloud.ts';
import { getCredits } from '../credit/get-credits.ts';
import { getSpendByDay } from './get-spend-by-day.ts';

// A day of 25 hours in Toronto comes next.
const cloud = await startCloud({ start: new Date('2026-10-31T12:00:00Z') });
after(() => cloud.close());

test('days are Toronto’s, also the one of 25 hours, and come to what the credit lost', async () => {
  const customer = await cloud.customer('1000');
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId, enabled: true });
  await cloud.pass(2 * DAY_MS + 5 * MINUTE_MS, HOUR_MS);
  const spend = await getSpendByDay(customer.ctx, { days: 4 });
  assert.deepEqual(
    spend.days.map(({ date }) => date),
    ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'],
  );
  const [before, first, long, last] = spend.days;
  assert.ok(before && first && long && last);
  assert.equal(before.total, 0);
  assert.equal(long.servers, round(25 * 1.09));
  assert.equal(long.backups, round(25 * 0.013685));
  const { credits } = await getCredits(customer.ctx, { locale: 'en' });
  const lost = -credits.transactions.filter(({ type }) => type === 'usage').reduce((sum, { amount }) => sum + amount, 0);
  assert.equal(spend.total, round(lost));
  assert.equal(round(first.total + long.total + last.total), spend.total);
  await customer.remove(serverId);
});

test('hours that are given back count less, and another account’s are not told', async () => {
  const customer = await cloud.customer('10');
  const serverId = await customer.deploy('l4-x1');
  // It was never ACTIVE, so its first hour is refunded.
  await deleteServer(customer.ctx, { serverId });
  await cloud.settle();
  const spend = await getSpendByDay(customer.ctx, { days: 1 });
  assert.deepEqual([spend.days[0]?.servers, spend.days[0]?.refunds, spend.total], [1.09, 1.09, 0]);
  const stranger = await cloud.customer('10');
  assert.equal((await getSpendByDay(stranger.ctx, {})).total, 0);
});

const round = (cad: number) => Math.round(cad * 1e6) / 1e6;
