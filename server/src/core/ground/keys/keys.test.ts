import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openNotifications } from '../../../db/notifications.ts';
import { testDatabase } from '../../../db/testing.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { createLog } from '../../../kit/log.ts';
import { createCtx } from '../../create-ctx.ts';
import { createKey } from './create-key.ts';
import { writeKey } from './write-key.ts';
import { createKeyCache } from './key-cache.ts';
import { keyHash, keyWorks, looksLikeKey } from './keys.rules.ts';
import { listApiKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

const log = createLog('silent');
let now = new Date('2026-03-01T12:00:00.000Z');
const clock = { now: () => now, wall: () => new Date(), scale: 1 };
const TRUE_WITHIN_MS = 30_000;

const db = await testDatabase();
await db.sql.insertInto('accounts').values({ id: 'acc_1', name: 'One', createdAt: now }).execute();
await db.sql.insertInto('accounts').values({ id: 'acc_2', name: 'Two', createdAt: now }).execute();
const ctx = { ...createCtx({ db, clock, log }), accountId: 'acc_1' };
const notifications = openNotifications({ url: db.url, log });
const cache = createKeyCache({ db, clock, log, notifications });
await until('it listens', () => cache.caching());
after(async () => {
  await cache.close();
  await notifications.close();
  await db.close();
});

test('a key is told once: the database holds its SHA-256 and its first twelve characters', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'ci' });
  assert.match(key.text, /^gpu_[0-9A-Za-z]{40}$/);
  assert.equal(key.prefix, key.text.slice(0, 12));
  const row = await db.sql.selectFrom('apiKeys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
  assert.deepEqual(row.hash, createHash('sha256').update(key.text).digest());
  assert.ok(!JSON.stringify(row).includes(key.text));
  assert.match(
    (await ctx.transact((tx) => writeKey(tx, ctx, { accountId: 'acc_1', kind: 'mcp', access: 'full', name: 'agent' }))).text,
    /^svc_mcp_[0-9A-Za-z]{40}$/,
  );
});

test('a key works until exactly 90 × 24 hours after its creation', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'ninety' });
  const found = await cache.find(key.text);
  assert.ok(found);
  assert.equal(key.expiresAt.getTime(), addMs(now, 90 * DAY_MS).getTime());
  assert.equal(keyWorks(found, addMs(key.expiresAt, -1)), true);
  assert.equal(keyWorks(found, key.expiresAt), false);
});

test('a revoked key stops at once, also in another process that had it in memory', async () => {
  const others = openNotifications({ url: db.url, log });
  const elsewhere = createKeyCache({ db, clock, log, notifications: others });
  await until('the other listens', () => elsewhere.caching());
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'short' });
  const [here, there] = await Promise.all([cache.find(key.text), elsewhere.find(key.text)]);
  assert.ok(here && there && keyWorks(here, now) && keyWorks(there, now));
  await revokeKey(ctx, { accountId: 'acc_1', keyId: key.id });
  for (const one of [cache, elsewhere]) {
    await until('it hears of the revocation', async () => (await one.find(key.text))?.revokedAt != null);
  }
  await elsewhere.close();
  await others.close();
});

test('a key is remembered: the second look-up asks no database', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'hot' });
  const first = await cache.find(key.text);
  assert.equal(await cache.find(key.text), first);
});

test('an unknown text is not remembered, so a key made afterwards works at once', async () => {
  const text = `gpu_${'z'.repeat(40)}`;
  assert.equal(await cache.find(text), null);
  await db.sql
    .insertInto('apiKeys')
    .values({
      id: 'key_late',
      accountId: 'acc_1',
      kind: 'rest',
      access: 'full',
      name: 'late',
      prefix: text.slice(0, 12),
      hash: keyHash(text),
      createdAt: now,
      expiresAt: addMs(now, DAY_MS),
    })
    .execute();
  assert.equal((await cache.find(text))?.id, 'key_late');
  await revokeKey(ctx, { accountId: 'acc_1', keyId: 'key_late' });
});

test('without its listener the cache is bypassed, and it is used again once the listener is back', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'cut' });
  const before = await cache.find(key.text);
  await db.pool.query(
    // By then it may have checked whether its connection is alive.
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and (query like 'listen %' or query = 'select 1')",
  );
  await until('its listener is lost', () => !cache.caching());
  const during = await cache.find(key.text);
  assert.notEqual(during, before);
  assert.deepEqual(during, before);
  await until('it listens again', () => cache.caching());
  assert.equal(await cache.find(key.text), await cache.find(key.text));
});

test('a row read before a revocation never enters the cache after it', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'race' });
  const witness = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'witness' });
  const read = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<void>();
  let holdsNext = false;
  const slowPool = Object.create(db.pool);
  slowPool.query = async (...args: Parameters<typeof db.pool.query>) => {
    const result = await db.pool.query(...args);
    if (holdsNext) {
      holdsNext = false;
      read.resolve();
      await heard.promise;
    }
    return result;
  };
  const racing = createKeyCache({ db: { ...db, pool: slowPool }, clock, log, notifications });
  await until('it listens', () => racing.caching());
  await racing.find(witness.text);
  holdsNext = true;
  const old = racing.find(key.text);
  await read.promise;
  // Changes arrive in order: a process that has received the second has received the first.
  for (const { id } of [key, witness]) await revokeKey(ctx, { accountId: 'acc_1', keyId: id });
  await until('it hears of the revocations', async () => (await racing.find(witness.text))?.revokedAt != null);
  heard.resolve();
  assert.equal((await old)?.revokedAt, null);
  assert.notEqual((await racing.find(key.text))?.revokedAt, null);
  await racing.close();
});

test('the list shows the REST keys of the account that still work, newest first, page by page', async () => {
  const mine = { ...ctx, accountId: 'acc_2' };
  const made = [];
  for (const name of ['a', 'b', 'c']) {
    now = addMs(now, MINUTE_MS);
    made.push(await createKey(ctx, { accountId: 'acc_2', access: 'read_only', name }));
  }
  await ctx.transact((tx) => writeKey(tx, ctx, { accountId: 'acc_2', kind: 'mcp', access: 'full', name: 'agent' }));
  const first = await listApiKeys(mine, { limit: 2 });
  assert.deepEqual(
    first.items.map((key) => key.name),
    ['c', 'b'],
  );
  const second = await listApiKeys(mine, { limit: 2, cursor: first.nextCursor ?? '' });
  assert.deepEqual([second.items.map((key) => key.name), second.nextCursor], [['a'], null]);

  await revokeKey(ctx, { accountId: 'acc_2', keyId: made[0]?.id ?? '' });
  assert.deepEqual(
    (await listApiKeys(mine, {})).items.map((key) => key.name),
    ['c', 'b'],
  );
  const then = now;
  now = addMs(now, 90 * DAY_MS);
  assert.deepEqual((await listApiKeys(mine, {})).items, []);
  now = then;
});

test('the list is searched by name, by whoever made the key and by its visible prefix, and takes signs as they are', async () => {
  const mine = { ...ctx, accountId: 'acc_2' };
  const key = await createKey(ctx, { accountId: 'acc_2', access: 'read_only', name: 'Nightly_build' });
  const found = async (search: string) => (await listApiKeys(mine, { search })).items.map(({ name }) => name);
  for (const search of ['nightly', key.prefix, key.id]) assert.deepEqual(await found(search), ['Nightly_build'], search);
  for (const search of ['%', 'y-b', 'nobody']) assert.deepEqual(await found(search), [], search);
  assert.deepEqual((await listApiKeys({ ...ctx, accountId: 'acc_1' }, { search: 'nightly' })).items, []);
});

test('only the account that owns a key can revoke it; twice changes nothing', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'mine' });
  await assert.rejects(revokeKey(ctx, { accountId: 'acc_2', keyId: key.id }), (error) => isAppError(error, 'NOT_FOUND'));
  const first = await revokeKey(ctx, { accountId: 'acc_1', keyId: key.id });
  now = addMs(now, MINUTE_MS);
  assert.deepEqual(await revokeKey(ctx, { accountId: 'acc_1', keyId: key.id }), first);
});

test('the last use is written when the cache closes, and never moves back', async () => {
  const key = await createKey(ctx, { accountId: 'acc_1', access: 'full', name: 'used' });
  const lastUsed = async () =>
    (await db.sql.selectFrom('apiKeys').select('lastUsedAt').where('id', '=', key.id).executeTakeFirstOrThrow()).lastUsedAt;
  const noteAndClose = async () => {
    const one = createKeyCache({ db, clock, log, notifications });
    one.touch(key.id);
    await one.close();
  };
  const later = addMs(now, MINUTE_MS);
  now = later;
  await noteAndClose();
  assert.deepEqual(await lastUsed(), later);
  now = addMs(later, -MINUTE_MS);
  await noteAndClose();
  assert.deepEqual(await lastUsed(), later);
  now = later;
});

test('what cannot be a key of the kind is seen without a look-up', () => {
  assert.equal(looksLikeKey('rest', `gpu_${'a'.repeat(40)}`), true);
  assert.equal(looksLikeKey('rest', `gpu_${'a'.repeat(39)}`), false);
  assert.equal(looksLikeKey('rest', `svc_mcp_${'a'.repeat(40)}`), false);
  assert.equal(looksLikeKey('mcp', `svc_mcp_${'a'.repeat(40)}`), true);
  assert.equal(looksLikeKey('rest', `gpu_${'a'.repeat(39)}\u0000`), false);
});

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + TRUE_WITHIN_MS;
  while (!(await holds())) {
    if (performance.now() > limit) assert.fail(`not within ${TRUE_WITHIN_MS / 1000} s: ${what}`);
    await sleep(20);
  }
}
