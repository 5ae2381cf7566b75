import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { countStatements } from '../../testing/count-statements.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { readNotices } from '../../testing/notices.ts';
import { getCredits } from '../credit/get-credits.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { warnLowCredit } from '../../commerce/credit-warnings/warn-low-credit.ts';
import { getServerBudget } from '../../fleet/servers/views/get-server-budget.ts';
import { setAccountBudget } from './set-account-budget.ts';
import { setServerBudget } from '../../fleet/servers/set-server-budget.ts';

const CAD = 1_000_000n;
const RATE = 3_990_000n;
const BACKUP_PART = 13_685n;

describe('budgets', () => {
  let cloud: Cloud;
  before(async () => {
    // 10:00 in Toronto on the second-last day of November: days and a month end while the tests run.
    cloud = await startCloud({
      start: new Date('2026-11-29T15:00:00Z'),
      hosts: { 'h100-sxm': [8, 8, 8] },
    });
  });
  after(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  test('a deployment that would pass the account’s month is refused and charges nothing, one that just fits is not', async () => {
    const customer = await cloud.customer('100');
    await setAccountBudget(cloud.ctx, { accountId: customer.ctx.accountId, monthLimitMicros: 2n * RATE });
    const first = await customer.deploy();
    await customer.deploy();
    await assert.rejects(customer.deploy(), { code: 'BUDGET_CAP_REACHED' });
    assert.equal(await customer.balance(), 100n * CAD - 2n * RATE);
    await setAccountBudget(cloud.ctx, { accountId: customer.ctx.accountId, monthLimitMicros: null });
    await customer.deploy();
    await customer.remove(first);
    await cloud.settle();
  });

  test('what is refunded may be spent again in the same period', async () => {
    const customer = await cloud.customer('100');
    await setAccountBudget(cloud.ctx, { accountId: customer.ctx.accountId, dayLimitMicros: RATE });
    await customer.remove(await customer.deploy());
    const id = await customer.deploy();
    await assert.rejects(customer.deploy(), { code: 'BUDGET_CAP_REACHED' });
    await customer.remove(id);
    await cloud.settle();
  });

  test('a daily limit hibernates what runs at the end of its paid hour, keeps the data, and a new day restarts nothing by itself', async () => {
    const customer = await cloud.customer('1000');
    await setAccountBudget(cloud.ctx, { accountId: customer.ctx.accountId, dayLimitMicros: 3n * RATE });
    const id = await customer.deploy();
    await cloud.settle();
    await cloud.pass(4 * HOUR_MS, 10 * MINUTE_MS);
    const server = await cloud.server(id);
    assert.equal(server.status, 'HIBERNATED');
    assert.equal(await customer.balance(), 1000n * CAD - 3n * RATE);
    await assert.rejects(customer.act(id, 'hibernate-restore'), { code: 'BUDGET_CAP_REACHED' });
    const notices = await cloud.db.sql.selectFrom('notices').select('kind').where('accountId', '=', customer.ctx.accountId).execute();
    assert.deepEqual(notices, [{ kind: 'budget_reached' }]);
    await cloud.pass(12 * HOUR_MS, HOUR_MS);
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await customer.remove(id);
    await cloud.settle();
  });

  test('a server’s own month ends at its limit while its neighbour runs on', async () => {
    const customer = await cloud.customer('1000');
    const capped = await customer.deploy();
    const free = await customer.deploy();
    await cloud.settle();
    await setServerBudget(customer.ctx, { serverId: capped, monthLimitMicros: 2n * RATE + 1n });
    assert.equal((await getServerBudget(customer.ctx, { serverId: capped })).state, 'ok');
    await cloud.pass(HOUR_MS, MINUTE_MS);
    const budget = await getServerBudget(customer.ctx, { serverId: capped });
    assert.deepEqual([budget.monthlyLimit, budget.spentThisMonth, budget.remaining, budget.state], [7.980001, 7.98, 0.000001, 'reached']);
    await cloud.pass(HOUR_MS + MINUTE_MS, MINUTE_MS);
    assert.equal((await cloud.server(capped)).status, 'HIBERNATED');
    assert.equal((await cloud.server(free)).status, 'ACTIVE');
    assert.equal((await getServerBudget(customer.ctx, { serverId: free })).state, 'none');
    for (const id of [capped, free]) await customer.remove(id);
    await cloud.settle();
  });

  test('a budget is reached by the next hour with its backups, and by no hour of a prepaid server', async () => {
    const customer = await cloud.customer('100');
    const serverId = await customer.deploy();
    await cloud.settle();
    const state = async () => (await getServerBudget(customer.ctx, { serverId })).state;
    await setServerBudget(customer.ctx, { serverId, monthLimitMicros: 2n * RATE + BACKUP_PART - 1n });
    assert.equal(await state(), 'ok');
    await setBackupOption(customer.ctx, { serverId, enabled: true });
    assert.equal(await state(), 'reached');
    await setServerBudget(customer.ctx, { serverId, monthLimitMicros: 2n * RATE + BACKUP_PART });
    assert.equal(await state(), 'ok');
    await setServerBudget(customer.ctx, { serverId, monthLimitMicros: 2n * RATE - 1n });
    assert.equal(await state(), 'reached');
    await cloud.db.sql.updateTable('servers').set({ billingCycle: 'monthly' }).where('id', '=', serverId).execute();
    assert.equal(await state(), 'ok');
    await cloud.db.sql.updateTable('servers').set({ billingCycle: 'hourly' }).where('id', '=', serverId).execute();
    await customer.remove(serverId);
    await cloud.settle();
  });

  test('ten deployments at the same instant pass no limit', async () => {
    const customer = await cloud.customer('1000');
    await setAccountBudget(cloud.ctx, { accountId: customer.ctx.accountId, monthLimitMicros: 4n * RATE + RATE / 2n });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => customer.deploy()));
    assert.equal(answers.filter((answer) => answer.status === 'fulfilled').length, 4);
    assert.equal(await customer.balance(), 1000n * CAD - 4n * RATE);
    for (const answer of answers) if (answer.status === 'fulfilled') await customer.remove(answer.value);
    await cloud.settle();
  });

  test('credit for the next hour but not for its backups is warned of as the last hour, and told as less than one', async () => {
    const customer = await cloud.customer('7.99');
    const serverId = await customer.deploy();
    await cloud.settle();
    const standing = async () => {
      const { burnRatePerHour, estimatedRuntimeHours } = (await getCredits(customer.ctx, { locale: 'en' })).credits;
      return [burnRatePerHour, estimatedRuntimeHours];
    };
    assert.deepEqual(await standing(), [3.99, 1]);
    await setBackupOption(customer.ctx, { serverId, enabled: true });
    assert.deepEqual(await standing(), [4.0037, 0.9]);
    await warnLowCredit(cloud.ctx);
    const [warning] = await cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', customer.ctx.accountId).execute();
    assert.partialDeepStrictEqual(warning?.data, { hours: 1 });
    cloud.clock.advance(HOUR_MS);
    await cloud.meter();
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');
    await customer.remove(serverId);
    await cloud.settle();
  });

  test('credit warnings come at 24, 6 and 1 hours, once each on the way down, and again after a top-up', async () => {
    const customer = await cloud.customer('103');
    const id = await customer.deploy();
    await cloud.settle();
    const warnings = async () => {
      const notices = await readNotices(cloud, { accountId: customer.ctx.accountId, kind: 'low_credit' });
      return notices.map((data) => (typeof data === 'object' && data !== null && 'hours' in data ? data['hours'] : null));
    };
    for (let hour = 0; hour < 25; hour += 1) {
      await warnLowCredit(cloud.ctx);
      // An account that was warned and whose level has not changed takes no lock: this runs every five minutes for every low account.
      assert.equal((await countStatements(() => warnLowCredit(cloud.ctx))).length, 1);
      cloud.clock.advance(HOUR_MS);
      await cloud.meter();
    }
    assert.deepEqual(await warnings(), [24, 6, 1]);
    await customer.remove(id);
    await cloud.settle();
    await warnLowCredit(cloud.ctx);
    const again = await customer.deploy('h100-sxm-x1-spot').catch(() => null);
    await warnLowCredit(cloud.ctx);
    assert.equal((await warnings()).length, again === null ? 3 : 4);
  });
});
