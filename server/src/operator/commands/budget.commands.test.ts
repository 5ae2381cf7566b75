import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('limits of an account are set, shown and lifted', async () => {
  const { ctx } = await cloud.customer('100');
  const made = await cloud.run('budget', 'set', ctx.accountId, '--monthly', '500', '--daily', '20.5');
  assert.equal(made.code, 0);
  assert.equal(made.out, 'This month: 0.00 CAD spent of 500.00 CAD.\nToday: 0.00 CAD spent of 20.50 CAD.\n');
  await cloud.attempt('budget', 'set', ctx.accountId, '--daily', 'none');
  const shown = jsonOf(await cloud.attempt('budget', 'show', ctx.accountId, '--json'));
  assert.partialDeepStrictEqual(shown, { monthlyLimit: 500, spentThisMonth: 0, dailyLimit: null, spentToday: 0 });
});

test('a server gets a limit of its own', async () => {
  const customer = await cloud.customer('100');
  const id = await customer.deploy();
  const made = await cloud.attempt('budget', 'set-server', id, '--monthly', '200');
  assert.match(made.out, new RegExp(`\\(${id}\\) has at most 200\\.00 CAD a month\\.`));
  assert.match((await cloud.attempt('budget', 'set-server', id, '--monthly', 'none')).out, /has no limit of its own/);
});

test('what does not exist or cannot be an amount is refused', async () => {
  assert.equal((await cloud.attempt('budget', 'show', 'acc_nobody')).code, 1);
  assert.equal((await cloud.attempt('budget', 'set', 'acc_nobody', '--monthly', '1')).code, 1);
  assert.equal((await cloud.attempt('budget', 'set-server', 'srv_none', '--monthly', '1')).code, 1);
  assert.equal((await cloud.attempt('budget', 'set', 'acc_nobody', '--monthly', '-1')).code, 2);
});
