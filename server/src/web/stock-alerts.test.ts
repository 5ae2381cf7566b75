import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import { StockAlert, STOCK_ALERTS_MAX, STOCK_ALERT_DAYS } from '@boreal/contract/shop/stock-alerts.ts';
import { z } from 'zod';
import { closeAccount } from '../core/commerce/closing/close-account.ts';
import { reactivateAccount, suspendAccount } from '../core/money/accounts/suspend-account.ts';
import { addPlan } from '../core/money/catalog/add-plan.ts';
import { reinstatePlan, retirePlan } from '../core/money/catalog/retire-plan.ts';
import { setClosed } from '../core/money/ledger/ledger.store.ts';
import { lockAccount } from '../core/money/ledger/locked-account.store.ts';
import { setPlanFlags } from '../core/money/prices/set-plan-flags.ts';
import { setPrice } from '../core/money/prices/set-price.ts';
import { withdrawPrice } from '../core/money/prices/withdraw-price.ts';
import type { Customer } from '../core/testing/cloud.ts';
import { whileUncommitted } from '../core/testing/while-uncommitted.ts';
import { DAY_MS, MINUTE_MS } from '../kit/clock.ts';
import { data, errorOf } from './test-answers.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, linkToken, openWebCloud, type WebCloud } from './testing.ts';

let web: WebCloud;
/** Has all the GPUs, until a test gives some back. */
let tenant: Customer;
let servers: string[];

before(async () => {
  web = await openWebCloud({ hosts: { l4: [2, 2] } });
  tenant = await web.cloud.customer('10000');
});
after(() => closeWithoutBugs(web));
beforeEach(async () => {
  await web.cloud.db.sql.deleteFrom('stockAlerts').execute();
  await web.cloud.db.sql.deleteFrom('stockReturns').execute();
  for (const id of servers ?? []) await tenant.remove(id).catch(() => undefined);
  await web.cloud.settle();
  servers = [await tenant.deploy('l4-x2'), await tenant.deploy('l4-x1'), await tenant.deploy('l4-x1')];
  await web.cloud.settle();
});

interface Waiter extends Browser {
  readonly userId: string;
  readonly email: string;
  readonly accountId: string;
}

let people = 0;
async function waiter(options: { accountId?: string; role?: MemberRole } = {}): Promise<Waiter> {
  people += 1;
  const email = `waiter-${people}@example.com`;
  const accountId = options.accountId ?? (await web.cloud.customer('10')).ctx.accountId;
  const person = await web.person({ email, belongs: { accountId, role: options.role ?? 'owner' } });
  return { ...person, email, accountId };
}

const at = (who: Waiter) => `/api/console/accounts/${who.accountId}/stock-alerts`;
const wait = (who: Waiter, productId = 'l4-x1') => who.post(at(who), { productId });
const alerts = async (who: Waiter) => data(await who.get(at(who)), z.array(StockAlert));
const mails = async (who: Waiter) => (await web.mailTo(who.email)).filter(({ kind }) => kind === 'stock_back');
async function counts(those: readonly Waiter[]): Promise<number[]> {
  const found: number[] = [];
  // One after the other: each sends what is due.
  for (const who of those) found.push((await mails(who)).length);
  return found;
}
async function minutes(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    web.cloud.clock.advance(MINUTE_MS);
    await web.cloud.runSchedules(['stockAlerts']);
  }
}
async function free(id = servers[1]): Promise<void> {
  assert.ok(id);
  await tenant.remove(id);
  await web.cloud.settle();
}

describe('who waits for a plan that is sold out', () => {
  test('is told by one mail, in their language, once it is steadily back; then the alert has ended', async () => {
    const who = await waiter();
    await who.put('/api/console/me', { language: 'fr' });
    const made = data(await wait(who), StockAlert);
    assert.equal(made.name, 'L4 ×1');
    assert.deepEqual(await alerts(who), [made]);
    await minutes(30);
    assert.deepEqual(await mails(who), []);
    await free();
    await minutes(9);
    assert.deepEqual(await mails(who), [], 'it may be gone again in a minute');
    await minutes(3);
    const [mail, more] = await mails(who);
    assert.ok(mail && !more);
    assert.equal(mail.subject, 'L4 ×1 est de nouveau en stock');
    assert.match(mail.text, /\/console\/deploy\?plan=l4-x1&region=canada-montreal/);
    assert.deepEqual(await alerts(who), []);
    await minutes(60);
    assert.equal((await mails(who)).length, 1);
  });

  test('is not woken by a GPU that comes and goes', async () => {
    const who = await waiter();
    await wait(who);
    for (let n = 0; n < 4; n += 1) {
      await free();
      await minutes(8);
      servers[1] = await tenant.deploy('l4-x1');
      await web.cloud.settle();
      await minutes(3);
    }
    assert.deepEqual(await mails(who), []);
    assert.equal((await alerts(who)).length, 1);
  });

  test('is told in the order of asking, three for each free place, and the next ones a quarter of an hour later if it is still free', async () => {
    const those: Waiter[] = [];
    for (let n = 0; n < 8; n += 1) {
      const who = await waiter();
      await wait(who);
      those.push(who);
      web.cloud.clock.advance(1000);
    }
    await free();
    await minutes(12);
    assert.deepEqual(await counts(those), [1, 1, 1, 0, 0, 0, 0, 0]);
    await minutes(12);
    assert.deepEqual(await counts(those), [1, 1, 1, 0, 0, 0, 0, 0]);
    await minutes(5);
    assert.deepEqual(await counts(those), [1, 1, 1, 1, 1, 1, 0, 0]);
    // Somebody has taken it: the others are not told of what is gone.
    servers[1] = await tenant.deploy('l4-x1');
    await web.cloud.settle();
    await minutes(40);
    assert.deepEqual(await counts(those), [1, 1, 1, 1, 1, 1, 0, 0]);
    assert.equal((await alerts(those[7] ?? assert.fail())).length, 1);
  });

  test('is told once although two workers look at the same moment', async () => {
    const who = await waiter();
    await wait(who);
    await free();
    await minutes(9);
    web.cloud.clock.advance(2 * MINUTE_MS);
    await Promise.all(Array.from({ length: 4 }, () => web.cloud.runSchedules(['stockAlerts'])));
    assert.equal((await mails(who)).length, 1);
  });

  test('keeps one alert for a plan however often it is asked for, and its place', async () => {
    const who = await waiter();
    const first = data(await wait(who), StockAlert);
    web.cloud.clock.advance(MINUTE_MS);
    const again = await Promise.all([wait(who), wait(who), wait(who)]);
    for (const answer of again) assert.deepEqual(data(answer, StockAlert), first);
    assert.equal((await alerts(who)).length, 1);
  });

  test('is forgotten after three months without stock', async () => {
    const who = await waiter();
    await wait(who);
    web.cloud.clock.advance(STOCK_ALERT_DAYS * DAY_MS);
    await web.cloud.runSchedules(['stockAlerts']);
    assert.equal((await alerts(who)).length, 1);
    await minutes(1);
    assert.deepEqual(await alerts(who), []);
  });
});

describe('who could not deploy is not told, and keeps their place', () => {
  test('an unconfirmed address, a suspended account, somebody who left, somebody who may only look', async () => {
    const [unconfirmed, suspended, gone, looks, last] = [await waiter(), await waiter(), await waiter(), await waiter(), await waiter()];
    for (const who of [unconfirmed, suspended, gone, looks, last]) {
      await wait(who);
      web.cloud.clock.advance(1000);
    }
    const { sql } = web.cloud.db;
    await sql.updateTable('users').set({ emailVerified: false }).where('id', '=', unconfirmed.userId).execute();
    await suspendAccount(web.ctx, { accountId: suspended.accountId, reason: 'The card was reported stolen.' });
    await sql.deleteFrom('memberships').where('userId', '=', gone.userId).execute();
    await sql.updateTable('memberships').set({ role: 'viewer' }).where('userId', '=', looks.userId).execute();
    await free();
    await minutes(12);
    assert.deepEqual(await counts([unconfirmed, suspended, gone, looks, last]), [0, 0, 0, 0, 1]);
    await sql.updateTable('users').set({ emailVerified: true }).where('id', '=', unconfirmed.userId).execute();
    await reactivateAccount(web.ctx, { accountId: suspended.accountId });
    await minutes(16);
    assert.deepEqual(await counts([unconfirmed, suspended, gone, looks, last]), [1, 1, 0, 0, 1]);
  });

  test('an account whose price has ended, of a plan that has no list price', async () => {
    const [ended, priced] = [await waiter(), await waiter()];
    await retirePlan(web.ctx, { planId: 'l4-x1-spot' });
    const size = { vcores: 8, ramGb: 48, storageGb: 100, storageType: 'nvme', localStorageGb: 250 };
    const { id: planId } = await addPlan(web.ctx, {
      ...size,
      id: 'l4-partners',
      gpuModel: 'l4',
      gpuCount: 1,
      spot: true,
      hourlyOnly: true,
    });
    for (const { accountId } of [ended, priced]) await setPrice(web.ctx, { planId, accountId, hourlyMicros: 400_000n });
    await setPlanFlags(web.ctx, { planId, purchasable: true, autoProvisioning: true, priceOnRequest: false });
    for (const who of [ended, priced]) {
      assert.equal((await wait(who, planId)).status, 201);
      web.cloud.clock.advance(1000);
    }
    await withdrawPrice(web.ctx, { planId, accountId: ended.accountId });
    await free();
    await minutes(12);
    assert.deepEqual(await counts([ended, priced]), [0, 1]);
    assert.equal((await alerts(ended)).length, 1);
    await setPrice(web.ctx, { planId, accountId: ended.accountId, hourlyMicros: 300_000n });
    await minutes(16);
    assert.deepEqual(await counts([ended, priced]), [1, 1]);
    await retirePlan(web.ctx, { planId });
    await reinstatePlan(web.ctx, { planId: 'l4-x1-spot' });
  });

  test('anybody, while the plan is not offered, or not without a person', async () => {
    const who = await waiter();
    await wait(who);
    await free();
    for (const flags of [{ purchasable: false }, { purchasable: true, autoProvisioning: false }]) {
      await setPlanFlags(web.ctx, { planId: 'l4-x1', ...flags });
      await minutes(12);
      assert.deepEqual(await mails(who), []);
    }
    await setPlanFlags(web.ctx, { planId: 'l4-x1', autoProvisioning: true });
    await minutes(12);
    assert.equal((await mails(who)).length, 1);
  });
});

describe('a closed account', () => {
  test('gets no alert from somebody who asks while it is being closed', async () => {
    const who = await waiter();
    const refused = await whileUncommitted(
      web.cloud,
      (ctx) => closeAccount({ ...ctx, accountId: who.accountId }, { confirmName: 'Customer', deleteServerIds: [] }),
      () => wait(who),
    );
    assert.deepEqual([refused.status, errorOf(refused)], [403, 'ACCOUNT_CLOSED']);
    assert.deepEqual(await alerts(who), []);
  });

  test('is told nothing', async () => {
    const who = await waiter();
    await wait(who);
    await web.ctx.transact(async (tx) => setClosed(tx, await lockAccount(tx, who.accountId), web.ctx.clock.now()));
    await free();
    await minutes(12);
    assert.deepEqual(await mails(who), []);
  });
});

describe('what is refused', () => {
  test('a plan that is in stock, that there is not, or that is not sold online; and one more than a person can have', async () => {
    const who = await waiter();
    await free();
    for (const productId of ['l4-x1', 'no-such-plan', 'b200-sxm-x8']) assert.equal((await wait(who, productId)).status, 400, productId);
    assert.equal((await who.post(at(who), { productId: 'l4-x2', region: 'mars' })).status, 400);
    assert.equal((await who.post(at(who), { productId: 'l4-x2', email: 'somebody@else.example' })).status, 400);
    const rows = Array.from({ length: STOCK_ALERTS_MAX }, (_, n) => ({
      id: `sta_${n}_${who.userId}`,
      userId: who.userId,
      accountId: who.accountId,
      planId: 'h100-sxm-x1',
      region: `r${n}`,
      createdAt: web.ctx.clock.now(),
    }));
    await web.cloud.db.sql.insertInto('stockAlerts').values(rows).execute();
    const full = await wait(who, 'l4-x2');
    assert.deepEqual([full.status, full.text.includes('Remove one first')], [400, true]);
  });

  test('a viewer setting one; a stranger seeing, setting or removing one', async () => {
    const who = await waiter();
    const colleague = await waiter({ accountId: who.accountId, role: 'viewer' });
    const stranger = await waiter();
    assert.equal((await wait(colleague)).status, 403);
    const { id } = data(await wait(who), StockAlert);
    assert.deepEqual(await alerts(colleague), []);
    assert.equal((await stranger.get(at(who))).status, 404);
    assert.equal((await stranger.remove(`${at(who)}/${id}`)).status, 404);
    assert.equal((await stranger.remove(`${at(stranger)}/${id}`)).status, 404);
    assert.equal((await colleague.remove(`${at(who)}/${id}`)).status, 404);
    assert.equal((await alerts(who)).length, 1);
  });
});

describe('no more mail', () => {
  test('after the person has removed the alert', async () => {
    const who = await waiter();
    const { id } = data(await wait(who), StockAlert);
    assert.equal((await who.remove(`${at(who)}/${id}`)).status, 200);
    assert.equal((await who.remove(`${at(who)}/${id}`)).status, 404);
    await free();
    await minutes(12);
    assert.deepEqual(await mails(who), []);
  });

  test('after the link in a mail was followed, by whoever has the mail, and as often as they like', async () => {
    const who = await waiter();
    await wait(who);
    await wait(who, 'l4-x2');
    await free();
    await minutes(12);
    const [mail] = await mails(who);
    assert.ok(mail);
    const stop = new URL(mail.stopUrl ?? assert.fail('it cannot be stopped'));
    assert.equal(stop.pathname, '/stop-mail', 'the page is the public site’s');
    const token = stop.searchParams.get('token') ?? assert.fail(stop.href);
    assert.ok(mail.html.includes(token));
    // As the console's page does, to which older mails lead.
    const anybody = web.browser();
    const Stopped = z.object({ stopped: z.int() });
    assert.equal(data(await anybody.post('/api/console/stock-alerts/stop', { token }), Stopped).stopped, 1);
    assert.equal(data(await anybody.post('/api/console/stock-alerts/stop', { token }), Stopped).stopped, 0);
    assert.deepEqual(await alerts(who), []);
    for (const forged of ['x', `${token}x`, token.slice(4), linkToken({ ...mail, text: `${web.siteUrl}/x#abc.def` })]) {
      assert.equal((await anybody.post('/api/console/stock-alerts/stop', { token: forged })).status, 400, forged);
    }
  });
});
