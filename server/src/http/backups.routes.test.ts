import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { Backups, BackupOptionSet, BackupRestored, BackupStarted, RestoreQuote } from '@boreal/contract/backups.ts';
import { startCloud, type Cloud, type Customer } from '../core/testing/cloud.ts';
import { getServer } from '../core/servers/get-server.ts';
import { convergeServer } from '../core/servers/converge-server.ts';
import { removeDeletedBackups } from '../core/backups/remove-backups.ts';
import { setAccountBudget } from '../core/billing/budgets/set-account-budget.ts';
import { createKey } from '../core/keys/create-key.ts';
import { createKeyCache, type KeyCache } from '../core/keys/key-cache.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/clock.ts';
import { createLimits } from '../door/limits.ts';
import { endpoints } from './endpoints.ts';
import { createHttpServer } from './server.ts';

const SITE_URL = 'http://localhost:8080';
const Refusal = z.object({ error: z.string(), message: z.string() });
type App = Awaited<ReturnType<typeof createHttpServer>>;
type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Every status of the specification's table of backups, through the door. */
describe('the endpoints of backups', () => {
  let cloud: Cloud;
  let app: App;
  let keys: KeyCache;
  before(async () => {
    cloud = await startCloud({ hosts: [{ model: 'h100-sxm', cards: 4 }] });
    const { db, clock, engine, ctx } = cloud;
    keys = createKeyCache({ db, clock, log: ctx.log, listenUrl: db.url });
    app = await createHttpServer({
      db,
      clock,
      log: ctx.log,
      keys,
      engine,
      endpoints,
      availability: { get: async () => ({ body: '{}', etag: '"1"' }) },
      limits: createLimits({ clock, log: ctx.log, factor: 1000 }),
      siteUrl: SITE_URL,
      trustedProxies: [],
    });
  });
  after(async () => {
    await app.close();
    await keys.close();
    await cloud.close();
  });

  interface Owner {
    readonly customer: Customer;
    readonly key: string;
    readonly serverId: string;
    ask(
      method: Method,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<{ status: number; data: unknown; error: string }>;
  }
  /** A customer with a running server; paths are below the server's. */
  async function owner(cad = '100'): Promise<Owner> {
    const customer = await cloud.customer(cad);
    const key = (await createKey(cloud.ctx, { accountId: customer.ctx.accountId, kind: 'rest', access: 'full', name: 'test' })).text;
    const serverId = await customer.deploy();
    await cloud.settle();
    const ask: Owner['ask'] = async (method, path, body, headers = {}) => {
      const answer = await app.inject({
        method,
        url: `/api/servers/${path.startsWith('/') ? serverId : ''}${path}`,
        headers: {
          authorization: `Bearer ${key}`,
          origin: SITE_URL,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      });
      const json: unknown = answer.json();
      const refusal = Refusal.safeParse(json);
      return {
        status: answer.statusCode,
        data: z.object({ data: z.unknown() }).safeParse(json).data?.data,
        error: refusal.data?.error ?? '',
      };
    };
    return { customer, key, serverId, ask };
  }
  async function backedUp(cad?: string): Promise<Owner & { backupId: string }> {
    const one = await owner(cad);
    await one.ask('PUT', '/backups', { enabled: true });
    const { id } = BackupStarted.parse((await one.ask('POST', '/backups')).data);
    await cloud.settle();
    return { ...one, backupId: id };
  }
  const leave = async ({ customer, serverId }: Owner) => {
    await customer.remove(serverId);
    await cloud.settle();
  };

  test('GET tells the option before anybody set it, and 404 for another’s server', async () => {
    const one = await owner();
    const { status, data } = await one.ask('GET', '/backups');
    assert.equal(status, 200);
    assert.deepEqual(Backups.strict().parse(data), {
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
    const other = await owner();
    assert.equal((await other.ask('GET', `${one.serverId}/backups`)).status, 404);
    assert.equal((await other.ask('PUT', `${one.serverId}/backups`, { enabled: true })).status, 404);
    assert.equal((await other.ask('POST', `${one.serverId}/backups`)).status, 404);
    await leave(one);
    assert.equal((await one.ask('GET', '/backups')).status, 404);
    await leave(other);
  });

  test('PUT turns the option on for nothing on an hourly server, and what is left out stays', async () => {
    const one = await owner();
    const before = await one.customer.balance();
    const on = await one.ask('PUT', '/backups', { enabled: true, hourLocal: 5, expectedChargeCad: 0 });
    assert.equal(on.status, 200);
    const answer = BackupOptionSet.parse(on.data);
    assert.deepEqual([answer.option.enabled, answer.option.hourLocal, answer.option.retention], [true, 5, 7]);
    assert.ok(answer.option.nextRunAt);
    assert.deepEqual(answer.charge, { amount: 0, currency: 'CAD', transactionId: null });
    assert.equal(await one.customer.balance(), before);
    const changed = BackupOptionSet.parse((await one.ask('PUT', '/backups', { retention: 2 })).data);
    assert.deepEqual([changed.option.enabled, changed.option.hourLocal, changed.option.retention], [true, 5, 2]);
    assert.deepEqual(BackupOptionSet.parse((await one.ask('PUT', '/backups', {})).data).option, changed.option);
    assert.equal((await getServer(one.customer.ctx, { serverId: one.serverId })).monthlyCost, 2922.69);
    await leave(one);
  });

  test('PUT 400: values out of range, unknown fields, another charge than expected', async () => {
    const one = await owner();
    for (const body of [
      { hourLocal: 24 },
      { hourLocal: -1 },
      { hourLocal: 1.5 },
      { retention: 0 },
      { retention: 8 },
      { enabled: 'yes' },
      { enable: true },
    ]) {
      assert.deepEqual(
        await one.ask('PUT', '/backups', body).then(({ status, error }) => [status, error]),
        [400, 'INVALID_REQUEST'],
        JSON.stringify(body),
      );
    }
    const wrong = await one.ask('PUT', '/backups', { enabled: true, expectedChargeCad: 9.99 });
    assert.deepEqual([wrong.status, wrong.error], [400, 'PRICE_CHANGED']);
    assert.equal(Backups.parse((await one.ask('GET', '/backups')).data).option.enabled, false);
    assert.equal((await one.ask('PUT', '/backups', { enabled: true, expectedChargeCad: 0.005 })).status, 200);
    await leave(one);
  });

  test('PUT 400: turning off with backups needs to be confirmed, and then deletes them', async () => {
    const one = await backedUp();
    const refused = await one.ask('PUT', '/backups', { enabled: false });
    assert.deepEqual([refused.status, refused.error], [400, 'CONFIRM_DELETE_BACKUPS_REQUIRED']);
    await one.ask('POST', '/backups');
    assert.equal((await one.ask('PUT', '/backups', { enabled: false, confirmDeleteBackups: true })).error, 'OPERATION_IN_PROGRESS');
    await cloud.settle();
    const off = await one.ask('PUT', '/backups', { enabled: false, confirmDeleteBackups: true });
    assert.equal(BackupOptionSet.parse(off.data).deletedBackups, 2);
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    const { option, backups } = Backups.parse((await one.ask('GET', '/backups')).data);
    assert.deepEqual([option.enabled, option.nextRunAt, backups], [false, null, []]);
    await leave(one);
  });

  /** Makes a server a prepaid one whose term of so many days is half over. */
  async function prepay({ serverId }: Owner, billingCycle: 'monthly' | 'annual', days: number): Promise<{ end: Date; halfMs: number }> {
    const halfMs = (days / 2) * DAY_MS;
    const [paidFrom, paidUntil] = [addMs(cloud.clock.now(), -halfMs), addMs(cloud.clock.now(), halfMs)];
    await cloud.db.sql.updateTable('servers').set({ billingCycle, paidFrom, paidUntil }).where('id', '=', serverId).execute();
    return { end: paidUntil, halfMs };
  }

  test('PUT on a prepaid server charges the rest of the paid term, and that term once', async () => {
    const one = await owner();
    await prepay(one, 'monthly', 30);
    const before = await one.customer.balance();
    assert.equal((await one.ask('PUT', '/backups', { enabled: true, expectedChargeCad: 9.99 })).error, 'PRICE_CHANGED');
    const on = BackupOptionSet.parse((await one.ask('PUT', '/backups', { enabled: true, expectedChargeCad: 5 })).data);
    assert.deepEqual([on.charge.amount, on.option.billing], [5, 'prepaid']);
    assert.ok(on.charge.transactionId);
    await one.ask('PUT', '/backups', { enabled: false });
    assert.equal(BackupOptionSet.parse((await one.ask('PUT', '/backups', { enabled: true })).data).charge.amount, 0);
    assert.equal(await one.customer.balance(), before - 5_000_000n);
    await leave(one);
  });

  test('PUT on an annual server charges what is left of twelve months', async () => {
    const one = await owner();
    await prepay(one, 'annual', 360);
    assert.equal(BackupOptionSet.parse((await one.ask('PUT', '/backups', { enabled: true })).data).charge.amount, 59.94);
    await leave(one);
  });

  test('PUT 402: the rest of the term is more than the credit, or more than the budget leaves; nothing changes', async () => {
    const one = await owner('60');
    await prepay(one, 'annual', 360);
    const before = await one.customer.balance();
    const short = await one.ask('PUT', '/backups', { enabled: true });
    assert.deepEqual([short.status, short.error], [402, 'INSUFFICIENT_CREDITS']);
    await setAccountBudget(cloud.ctx, { accountId: one.customer.ctx.accountId, monthLimitMicros: 50_000_000n });
    const capped = await one.ask('PUT', '/backups', { enabled: true });
    assert.deepEqual([capped.status, capped.error], [402, 'BUDGET_CAP_REACHED']);
    assert.equal(await one.customer.balance(), before);
    assert.equal(Backups.parse((await one.ask('GET', '/backups')).data).option.enabled, false);
    await leave(one);
  });

  test('POST starts a manual backup; 400 with the option off, while busy, in no state for it, and for a third', async () => {
    const one = await owner();
    assert.deepEqual(await one.ask('POST', '/backups').then(({ status, error }) => [status, error]), [400, 'BACKUP_OPTION_DISABLED']);
    await one.ask('PUT', '/backups', { enabled: true });
    const first = await one.ask('POST', '/backups');
    assert.equal(first.status, 200);
    const started = BackupStarted.strict().parse(first.data);
    assert.deepEqual([started.kind, started.status, started.date], ['manual', 'creating', cloud.clock.now().toISOString()]);
    assert.deepEqual(await one.ask('POST', '/backups').then(({ status, error }) => [status, error]), [400, 'OPERATION_IN_PROGRESS']);
    await cloud.settle();
    await one.customer.act(one.serverId, 'reboot');
    assert.deepEqual(await one.ask('POST', '/backups').then(({ status, error }) => [status, error]), [400, 'INVALID_STATE']);
    await cloud.settle();
    assert.equal((await one.ask('POST', '/backups')).status, 200);
    await cloud.settle();
    assert.deepEqual(await one.ask('POST', '/backups').then(({ status, error }) => [status, error]), [400, 'MANUAL_BACKUP_LIMIT']);
    assert.equal(Backups.parse((await one.ask('GET', '/backups')).data).backups.length, 2);
    await leave(one);
  });

  test('POST with an Idempotency-Key starts one backup', async () => {
    const one = await owner();
    await one.ask('PUT', '/backups', { enabled: true });
    const headers = { 'idempotency-key': 'once' };
    const first = await one.ask('POST', '/backups', undefined, headers);
    const again = await one.ask('POST', '/backups', undefined, headers);
    assert.deepEqual([again.status, again.data], [200, first.data]);
    await leave(one);
  });

  test('DELETE removes a backup; 404 for one that is not there or of another server, 409 while it is made', async () => {
    const one = await backedUp();
    const other = await owner();
    assert.equal((await other.ask('DELETE', `/backups/${one.backupId}`)).status, 404);
    assert.equal((await one.ask('DELETE', '/backups/bkp_none')).status, 404);
    const { id } = BackupStarted.parse((await one.ask('POST', '/backups')).data);
    assert.deepEqual(await one.ask('DELETE', `/backups/${id}`).then(({ status, error }) => [status, error]), [409, 'BACKUP_IN_PROGRESS']);
    const deleted = await one.ask('DELETE', `/backups/${one.backupId}`);
    assert.deepEqual([deleted.status, deleted.data], [200, { id: one.backupId, status: 'deleted' }]);
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    assert.equal((await one.ask('DELETE', `/backups/${one.backupId}`)).status, 404);
    await leave(one);
    await leave(other);
  });

  test('GET restore tells the price; 404 for a backup that is not there', async () => {
    const one = await backedUp();
    const quote = await one.ask('GET', `/backups/${one.backupId}/restore`);
    assert.equal(quote.status, 200);
    assert.deepEqual(RestoreQuote.strict().parse(quote.data), {
      backupId: one.backupId,
      productId: 'h100-sxm-x1',
      region: 'canada-montreal',
      hourlyRateCad: 3.99,
      requiredCredits: 3.99,
      currentBalance: 96.01,
      available: true,
      sufficient: true,
    });
    assert.equal((await one.ask('GET', '/backups/bkp_none/restore')).status, 404);
    await leave(one);
  });

  test('POST restore makes a new server without a body too; 404, 409 and 402 as they should be', async () => {
    const one = await backedUp('12');
    const path = `/backups/${one.backupId}/restore`;
    assert.equal((await one.ask('POST', '/backups/bkp_none/restore')).status, 404);
    assert.deepEqual(await one.ask('POST', path, { expectedHourlyRateCad: 4 }).then(({ status, error }) => [status, error]), [
      409,
      'PRICE_CHANGED',
    ]);
    assert.deepEqual(await one.ask('POST', path, { nam: 'x' }).then(({ status, error }) => [status, error]), [400, 'INVALID_REQUEST']);
    const { id: making } = BackupStarted.parse((await one.ask('POST', '/backups')).data);
    await convergeServer(cloud.ctx, cloud.engine, one.serverId);
    assert.deepEqual(await one.ask('POST', `/backups/${making}/restore`).then(({ status, error }) => [status, error]), [
      409,
      'BACKUP_NOT_READY',
    ]);
    const done = await one.ask('POST', path, undefined, { 'idempotency-key': 'restore' });
    assert.equal(done.status, 200);
    const restored = BackupRestored.strict().parse(done.data);
    assert.deepEqual(
      [restored.status, restored.gpu, restored.backupId, restored.sourceServerId],
      ['PROVISIONING', '1× H100 SXM', one.backupId, one.serverId],
    );
    assert.deepEqual((await one.ask('POST', path, undefined, { 'idempotency-key': 'restore' })).data, done.data);
    await cloud.settle();
    assert.equal((await cloud.server(restored.id)).status, 'ACTIVE');
    const named = BackupRestored.parse((await one.ask('POST', path, { name: 'second' })).data);
    assert.equal(named.name, 'second');
    assert.deepEqual(await one.ask('POST', path).then(({ status, error }) => [status, error]), [402, 'INSUFFICIENT_CREDITS']);
    for (const id of [restored.id, named.id]) await one.customer.remove(id);
    await leave(one);
  });

  test('POST restore 409 out of stock, and nothing is charged', async () => {
    const one = await backedUp();
    const fillers = [await one.customer.deploy(), await one.customer.deploy(), await one.customer.deploy()];
    await cloud.settle();
    const before = await one.customer.balance();
    const refused = await one.ask('POST', `/backups/${one.backupId}/restore`);
    assert.deepEqual([refused.status, refused.error], [409, 'PLAN_NOT_AVAILABLE']);
    assert.equal(await one.customer.balance(), before);
    for (const id of fillers) await one.customer.remove(id);
    await leave(one);
  });

  test('an hourly server with the option pays for it with its hours', async () => {
    const one = await owner();
    await one.ask('PUT', '/backups', { enabled: true });
    const before = await one.customer.balance();
    cloud.clock.advance(HOUR_MS + MINUTE_MS);
    await cloud.meter();
    assert.equal(before - (await one.customer.balance()), 3_990_000n + 13_685n);
    await leave(one);
  });

  test('POST 402: the option of a prepaid server is not paid for its new term', async () => {
    const one = await owner();
    const { end, halfMs } = await prepay(one, 'monthly', 30);
    await one.ask('PUT', '/backups', { enabled: true });
    cloud.clock.moveTo(addMs(end, 1));
    await cloud.db.sql
      .updateTable('servers')
      .set({ paidFrom: end, paidUntil: addMs(end, 2 * halfMs) })
      .where('id', '=', one.serverId)
      .execute();
    const unpaid = await one.ask('POST', '/backups');
    assert.deepEqual([unpaid.status, unpaid.error], [402, 'PAYMENT_REQUIRED']);
    await leave(one);
  });
});
