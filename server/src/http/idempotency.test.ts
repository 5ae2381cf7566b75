import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, beforeEach, describe, test } from 'node:test';
import { endpointRows } from '@boreal/contract/api/endpoint.ts';
import { secretText } from '@boreal/contract/values/secret-text.ts';
import { z } from 'zod';
import { newId } from '../kit/ids.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { bind } from '../door/bind.ts';
import { purgeIdempotencyKeys } from '../door/idempotency.ts';
import { openTestDoor, type TestAnswer } from './testing.ts';

const row = endpointRows({ scope: 'account', group: 'Servers', needs: 'servers.read', limit: 1000 });
const Body = z.strictObject({ name: z.string(), note: z.string().default('') });
let refuse = false;
let pause: Promise<void> = Promise.resolve();
let started = () => {};

const Told = z.object({ id: z.string(), key: secretText(z.string()) });
let made = 0;

const endpoints = bind(
  {
    addPool: row.post('/v1/pools', '', { status: 201, takes: { body: Body }, data: z.object({ id: z.string(), name: z.string() }) }),
    makeKey: row.post('/v1/told-once', '', { status: 201, takes: { body: Body }, data: Told }),
  },
  {
    /** Adds a host pool: something to count. */
    addPool: (ctx, { body }) =>
      ctx.transact(async (tx) => {
        started();
        await pause;
        const id = newId('pool', ctx.clock.now());
        await tx
          .insertInto('pools')
          .values({
            id,
            name: `${body.name} ${id}`,
            engine: 'simulated',
            gpuModel: 'l4',
            region: 'canada-montreal',
            createdAt: ctx.clock.now(),
          })
          .execute();
        if (refuse) throw new AppError('INSUFFICIENT_CREDITS', { requiredMicros: 1n, balanceMicros: 0n });
        return { id, name: body.name };
      }),
    /** Returns a secret that cannot be shown again. */
    makeKey: async () => ({ id: `key_${(made += 1)}`, key: `gpu_${'s'.repeat(40)}` }),
  },
);

const door = await openTestDoor({ endpoints });
await door.db.sql.insertInto('gpuModels').values({ slug: 'l4', name: 'L4', memoryGb: 24, position: 1 }).execute();
after(() => door.close());
beforeEach(() => {
  refuse = false;
  pause = Promise.resolve();
  started = () => {};
});

const post = (key: string | null, json: object, more: { key?: string } = {}): Promise<TestAnswer> =>
  door.send({
    method: 'POST',
    url: '/api/v1/pools',
    json,
    headers: { 'idempotency-key': key, ...(more.key && { authorization: `Bearer ${more.key}` }) },
  });
const pools = async () => (await door.db.sql.selectFrom('pools').select('id').execute()).length;

test('the same request with the same key is done once and answered alike', async () => {
  const before = await pools();
  const first = await post('one', { name: 'a' });
  const again = await post('one', { note: '', name: 'a' });
  assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text]);
  assert.deepEqual([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']], [undefined, 'true']);
  assert.equal(await pools(), before + 1);
});

test('without a key, or with another one, the work is done again', async () => {
  const before = await pools();
  for (const key of [null, null, 'two', 'three']) assert.equal((await post(key, { name: 'a' })).status, 201);
  assert.equal(await pools(), before + 4);
});

test('another request with the same key is 409 and does nothing', async () => {
  await post('four', { name: 'a' });
  const before = await pools();
  const { status, json } = await post('four', { name: 'b' });
  assert.equal(status, 409);
  assert.partialDeepStrictEqual(json, { error: 'IDEMPOTENCY_CONFLICT' });
  assert.equal(await pools(), before);
});

test('while the first request runs, its repetition is 409 and does nothing', async () => {
  const before = await pools();
  let release = () => {};
  pause = new Promise((resolve) => (release = resolve));
  const running = new Promise<void>((resolve) => (started = resolve));
  const first = post('five', { name: 'a' });
  await running;
  const second = await post('five', { name: 'a' });
  release();
  assert.equal((await first).status, 201);
  assert.equal(second.status, 409);
  assert.partialDeepStrictEqual(second.json, { error: 'IDEMPOTENCY_IN_PROGRESS' });
  assert.equal(await pools(), before + 1);
});

test('a refusal keeps nothing: the same request works once what was missing is there', async () => {
  const before = await pools();
  refuse = true;
  assert.equal((await post('six', { name: 'a' })).status, 402);
  assert.equal(await pools(), before);
  refuse = false;
  assert.equal((await post('six', { name: 'a' })).status, 201);
});

test('another account has keys of its own', async () => {
  const other = await door.makeKey({ accountId: 'acc_2' });
  const [mine, theirs] = [await post('seven', { name: 'a' }), await post('seven', { name: 'b' }, { key: other.text })];
  assert.deepEqual([mine.status, theirs.status], [201, 201]);
});

test('another key of the same account gets no answer of the first, and nothing is done', async () => {
  const { text } = await door.makeKey({});
  const first = await post('theirs', { name: 'a' });
  const before = await pools();
  const other = await post('theirs', { name: 'a' }, { key: text });
  assert.equal(other.status, 409);
  assert.partialDeepStrictEqual(other.json, { error: 'IDEMPOTENCY_CONFLICT' });
  assert.equal(await pools(), before);
  assert.equal((await post('theirs', { name: 'a' })).text, first.text);
});

describe('an answer that tells a secret', () => {
  const tell = (name: string, more: Record<string, string> = {}) =>
    door.send({ method: 'POST', url: '/api/v1/told-once', json: { name }, headers: { 'idempotency-key': 'secret', ...more } });

  test('is not kept: its repetition says that it was done and what it made, in the reader’s language', async () => {
    const first = await tell('a');
    assert.equal(first.status, 201);
    const again = await tell('a');
    assert.equal(again.status, 409);
    assert.partialDeepStrictEqual(again.json, { error: 'ALREADY_DONE', id: 'key_1' });
    assert.match(again.text, /remove key_1/);
    assert.match((await tell('a', { 'accept-language': 'fr' })).text, /supprimez key_1/);
    assert.equal(made, 1);
    assert.partialDeepStrictEqual((await tell('b')).json, { error: 'IDEMPOTENCY_CONFLICT' });
    const kept = await door.db.sql.selectFrom('idempotencyKeys').selectAll().where('key', '=', 'secret').executeTakeFirstOrThrow();
    assert.deepEqual([kept.body, kept.madeId], [null, 'key_1']);
  });

  test('that was kept by an older Boreal is emptied by the migration', async () => {
    const old = { accountId: 'acc_1', bodyHash: Buffer.alloc(32), status: 201, createdAt: door.time.now };
    const body = { data: { id: 'key_old', key: `svc_mcp_${'o'.repeat(40)}` } };
    const rows = [
      { ...old, operation: 'POST /mcp-keys', key: 'old', body: JSON.stringify(body) },
      { ...old, operation: 'POST /servers', key: 'old', body: JSON.stringify({ data: { id: 'srv_old' } }) },
    ];
    await door.db.sql.insertInto('idempotencyKeys').values(rows).execute();
    const migration = await readFile(new URL('../db/migrations/0021-answers-without-secrets.sql', import.meta.url), 'utf8');
    await door.db.pool.query(/^update[^;]*;/m.exec(migration)?.[0] ?? '');
    const kept = await door.db.sql
      .selectFrom('idempotencyKeys')
      .select(['body', 'madeId'])
      .where('key', '=', 'old')
      .orderBy('operation')
      .execute();
    assert.deepEqual(kept, [
      { body: null, madeId: 'key_old' },
      { body: { data: { id: 'srv_old' } }, madeId: null },
    ]);
  });
});

test('after 24 hours a key is new again, and old ones can be removed', async () => {
  await post('eight', { name: 'a' });
  door.time.now = addMs(door.time.now, DAY_MS - 1);
  assert.equal((await post('eight', { name: 'b' })).status, 409);
  door.time.now = addMs(door.time.now, 1);
  assert.equal((await post('eight', { name: 'b' })).status, 201);
  assert.equal((await post('eight', { name: 'b' })).headers['idempotency-replayed'], 'true');
  assert.ok((await purgeIdempotencyKeys(door.db.sql, door.time.now)) > 0);
  assert.equal((await post('eight', { name: 'b' })).headers['idempotency-replayed'], 'true');
});

test('a key is 1 to 255 printable characters', async () => {
  for (const key of ['', ' ', 'é', 'x'.repeat(256)]) assert.equal((await post(key, { name: 'a' })).status, 400, key);
  door.time.wall = addMs(door.time.wall, MINUTE_MS);
  assert.equal((await post('x'.repeat(255), { name: 'a' })).status, 201);
});
