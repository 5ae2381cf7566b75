import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BackupOptionSet, Backups } from '@boreal/contract/servers/backups.ts';
import { ServerDetail } from '@boreal/contract/servers/servers.ts';
import { removeDeletedBackups } from '../../server/src/core/fleet/backups/remove-backups.ts';
import { setAccountBudget } from '../../server/src/core/money/budgets/set-account-budget.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { backedUpOwner, backupOwner, leave, prepay, type BackupOwner } from '../testing/backup-owner.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read } from '../testing/rest-client.ts';
import { refusal } from '../testing/walk-requests.ts';

// The option of backups: what it is, what turning it on and off does, and what it costs.
const rest = await openRestCloud({ hosts: { 'h100-sxm': [4] } });
const { cloud } = rest;
after(() => rest.close());

const optionOf = async (one: BackupOwner) => read(await one.get(one.backups), Backups).option;
const set = async (one: BackupOwner, body: object) => read(await one.put(one.backups, body), BackupOptionSet);

test('GET tells the option before anybody set it, and 404 for another’s server', async () => {
  const one = await backupOwner(rest);
  assert.deepEqual(read(await one.get(one.backups), Backups.strict()), {
    option: {
      enabled: false,
      hourLocal: 3,
      retention: 7,
      price: 9.99,
      billing: 'hourly',
      currency: 'CAD',
      timezone: 'America/Toronto',
      nextRunAt: null,
      maxManual: 2,
    },
    backups: [],
  });
  const other = await backupOwner(rest);
  refusal(await other.get(one.backups), 404, 'NOT_FOUND');
  refusal(await other.put(one.backups, { enabled: true }), 404, 'NOT_FOUND');
  refusal(await other.post(one.backups), 404, 'NOT_FOUND');
  await leave(rest, one);
  refusal(await one.get(one.backups), 404, 'NOT_FOUND');
  await leave(rest, other);
});

test('PUT turns the option on for nothing on an hourly server, and what is left out stays', async () => {
  const one = await backupOwner(rest);
  const before = await one.member.balance();
  const on = await set(one, { enabled: true, hourLocal: 5, expectedChargeCad: 0 });
  assert.deepEqual([on.option.enabled, on.option.hourLocal, on.option.retention], [true, 5, 7]);
  assert.ok(on.option.nextRunAt);
  assert.deepEqual(on.charge, { amount: 0, currency: 'CAD', transactionId: null });
  assert.equal(await one.member.balance(), before);
  const changed = await set(one, { retention: 2 });
  assert.deepEqual([changed.option.enabled, changed.option.hourLocal, changed.option.retention], [true, 5, 2]);
  assert.deepEqual((await set(one, {})).option, changed.option);
  assert.equal(read(await one.get(`/servers/${one.serverId}`), ServerDetail).monthlyCost, 2922.69);
  await leave(rest, one);
});

test('PUT 400: values out of range, unknown fields, another charge than expected', async () => {
  const one = await backupOwner(rest);
  for (const body of [
    { hourLocal: 24 },
    { hourLocal: -1 },
    { hourLocal: 1.5 },
    { retention: 0 },
    { retention: 8 },
    { enabled: 'yes' },
    { enable: true },
  ]) {
    refusal(await one.put(one.backups, body), 400, 'INVALID_REQUEST');
  }
  refusal(await one.put(one.backups, { enabled: true, expectedChargeCad: 9.99 }), 400, 'PRICE_CHANGED');
  refusal(await one.put(one.backups, { enabled: true, expectedChargeCad: 0.005001 }), 400, 'PRICE_CHANGED');
  assert.equal((await optionOf(one)).enabled, false);
  await set(one, { enabled: true, expectedChargeCad: 0.005 });
  await leave(rest, one);
});

test('PUT 400: turning off with backups needs to be confirmed, and then deletes them', async () => {
  const one = await backedUpOwner(rest);
  refusal(await one.put(one.backups, { enabled: false }), 400, 'CONFIRM_DELETE_BACKUPS_REQUIRED');
  await one.post(one.backups);
  refusal(await one.put(one.backups, { enabled: false, confirmDeleteBackups: true }), 400, 'OPERATION_IN_PROGRESS');
  await cloud.settle();
  assert.equal((await set(one, { enabled: false, confirmDeleteBackups: true })).deletedBackups, 2);
  await removeDeletedBackups(cloud.ctx, cloud.engine);
  const { option, backups } = read(await one.get(one.backups), Backups);
  assert.deepEqual([option.enabled, option.nextRunAt, backups], [false, null, []]);
  await leave(rest, one);
});

test('PUT on a prepaid server charges the rest of the paid term, and that term once', async () => {
  const one = await backupOwner(rest);
  await prepay(rest, one, 'monthly', 30);
  const before = await one.member.balance();
  refusal(await one.put(one.backups, { enabled: true, expectedChargeCad: 9.99 }), 400, 'PRICE_CHANGED');
  const on = await set(one, { enabled: true, expectedChargeCad: 5 });
  assert.deepEqual([on.charge.amount, on.option.billing], [5, 'prepaid']);
  assert.ok(on.charge.transactionId);
  await set(one, { enabled: false });
  assert.equal((await set(one, { enabled: true })).charge.amount, 0);
  assert.equal(await one.member.balance(), before - 5_000_000n);
  await leave(rest, one);
});

test('PUT on an annual server charges what is left of twelve months', async () => {
  const one = await backupOwner(rest);
  await prepay(rest, one, 'annual', 360);
  assert.equal((await set(one, { enabled: true })).charge.amount, 59.94);
  await leave(rest, one);
});

test('PUT 402: the rest of the term is more than the credit, or more than the budget leaves; nothing changes', async () => {
  const one = await backupOwner(rest, '60');
  await prepay(rest, one, 'annual', 360);
  const before = await one.member.balance();
  refusal(await one.put(one.backups, { enabled: true }), 402, 'INSUFFICIENT_CREDITS');
  await setAccountBudget(cloud.ctx, { accountId: one.member.accountId, monthLimitMicros: 50_000_000n });
  refusal(await one.put(one.backups, { enabled: true }), 402, 'BUDGET_CAP_REACHED');
  assert.equal(await one.member.balance(), before);
  assert.equal((await optionOf(one)).enabled, false);
  await leave(rest, one);
});

test('an hourly server with the option pays for it with its hours', async () => {
  const one = await backupOwner(rest);
  await set(one, { enabled: true });
  const before = await one.member.balance();
  cloud.clock.advance(HOUR_MS + MINUTE_MS);
  await cloud.meter();
  assert.equal(before - (await one.member.balance()), 3_990_000n + 13_685n);
  await leave(rest, one);
});
