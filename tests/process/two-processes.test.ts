import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/db/embedded-postgres.ts';
import type { Database } from '../../server/src/db/connect.ts';
import { keyHash } from '../../server/src/core/ground/keys/keys.rules.ts';
import { checkInvariants, untilAtRest } from '../testing/boreal-process-checks.ts';
import { addSshKey, call, deploy, expectData, randomIp } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, withDatabase, type BorealHome, type DemoFile } from '../testing/boreal-process-home.ts';
import { startValkey, type ValkeyServer } from '../testing/boreal-process-valkey.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { openLink, terminalLink } from '../testing/opened-terminal.ts';
import { freePort, until, untilReady, type BorealProcess } from '../testing/boreal-process.ts';

const SCALE = 600;
/** Four processes with their pools need more connections than a Postgres gives by default. */
const POSTGRES = { max_connections: '200', shared_buffers: '64MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

describe('two API processes and two workers on one database and one Valkey', () => {
  let home: BorealHome;
  let postgres: EmbeddedPostgres;
  let valkey: ValkeyServer;
  let apis: [BorealProcess, BorealProcess];
  let workers: [BorealProcess, BorealProcess];
  let demo: DemoFile;
  let sshKeyId: string;

  const inDatabase = <T>(work: (db: Database) => Promise<T>) => withDatabase(postgres.url, work);
  const atRest = (withinMs: number) => inDatabase((db) => untilAtRest(db, withinMs));

  before(async () => {
    home = await makeBorealHome();
    postgres = await startEmbeddedPostgres({ dataDir: join(home.dataDir, 'postgres'), settings: POSTGRES });
    valkey = await startValkey();
    const shared = { ...sharedBy(postgres), VALKEY_URL: valkey.url, SITE_URL: `http://localhost:${await freePort()}` };
    const first = await home.start({ ...shared, BOREAL_ROLE: 'api' });
    const [second, worker1, worker2] = await Promise.all([
      home.start({ ...shared, BOREAL_ROLE: 'api' }),
      home.start({ ...shared, BOREAL_ROLE: 'worker' }),
      home.start({ ...shared, BOREAL_ROLE: 'worker' }),
    ]);
    apis = [first, second];
    workers = [worker1, worker2];
    demo = await home.demo();
    sshKeyId = await addSshKey(apis[0], demo.customers[0].restKey);
    // Twenty servers at 600 times the speed cost some 13 CAD a second: on a busy machine the demo's 1,000 would not last.
    const credited = ['account', 'credit', demo.customers[0].accountId, '100000', '--reason', 'for the test'] as const;
    const given = await operator({ DATABASE_URL: postgres.url }, ...credited);
    assert.equal(given.code, 0, given.stderr);
  });
  after(async () => {
    await home.close();
    await valkey.close();
    await postgres.stop();
  });

  test('a window of the rate limit is shared: thirty requests in a minute, whichever API they go to', async () => {
    // The minute may end in between, and on a busy machine Valkey may answer too late to be counted: then from the start.
    for (let attempt = 1; ; attempt += 1) {
      const statuses = await thirtyOneRequests();
      const expected = [...Array.from({ length: 30 }, () => 200), 429, 429];
      if (attempt < 4 && statuses.join() !== expected.join()) continue;
      return assert.deepEqual(statuses, expected);
    }
  });

  const thirtyOneRequests = async () => {
    const ip = randomIp();
    const statuses: number[] = [];
    for (let n = 0; n < 32; n += 1) {
      statuses.push((await call(apis[n % 2 === 0 ? 0 : 1], { path: '/v1/regions', key: demo.customers[0].restKey, ip })).status);
    }
    return statuses;
  };

  test('a key that is revoked stops on both at once', async (t) => {
    const text = demo.customers[2].restKey;
    for (const api of apis) assert.equal((await call(api, { path: '/credits', key: text })).status, 200, 'both have seen it');
    const id = await inDatabase(async ({ sql: db }) => {
      return (await db.selectFrom('apiKeys').select('id').where('hash', '=', keyHash(text)).executeTakeFirstOrThrow()).id;
    });
    const revoked = await operator({ DATABASE_URL: postgres.url }, 'key', 'revoke', id);
    assert.equal(revoked.code, 0, revoked.stderr);
    const answers = await Promise.all(apis.map((api) => call(api, { path: '/credits', key: text })));
    t.diagnostic(revoked.stdout.trim());
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 401],
    );
  });

  test('deployments sent to both never sell a card twice', async () => {
    // Four hosts of four cards.
    const json = { productId: 'rtx-pro-6000-x4', sshKeyId };
    const request = { method: 'POST', path: '/servers', key: demo.customers[0].restKey, json } as const;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => call(apis[n % 2 === 0 ? 0 : 1], request)));
    const sold = answers.filter(({ status }) => status === 201);
    assert.equal(sold.length, 4);
    // On a very busy machine, some who wait for the pool are told to come again.
    assert.ok(
      answers.every(({ status, error }) => status === 201 || error === 'PLAN_NOT_AVAILABLE' || error === 'SERVICE_UNAVAILABLE'),
      answers.map(({ error }) => error).join(),
    );
    await atRest(60_000);
    const holders = await inDatabase((db) => db.sql.selectFrom('gpus').select('serverId').where('serverId', 'is not', null).execute());
    assert.equal(holders.length, 16);
    assert.equal(new Set(holders.map(({ serverId }) => serverId)).size, 4);
    for (const { body } of sold) {
      const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(body);
      assert.equal((await call(apis[0], { method: 'DELETE', path: `/servers/${data.id}`, key: demo.customers[0].restKey })).status, 200);
    }
    await atRest(60_000);
  });

  test('with two workers each machine is made once', async () => {
    const ids = await deployMany(10);
    await atRest(60_000);
    const arrivals = await inDatabase((db) =>
      db.sql.selectFrom('serverEvents').select('serverId').where('type', '=', 'server.active').where('serverId', 'in', ids).execute(),
    );
    assert.deepEqual(arrivals.map(({ serverId }) => serverId).sort(), ids.toSorted());
  });

  test('a terminal’s link from one API opens on the other, on one of both and once, whoever is asked first', async () => {
    const { restKey: key, mcpKey } = demo.customers[0];
    const serverId = await deploy(apis[0], key, { productId: 'h100-sxm-x1', sshKeyId });
    await atRest(60_000);
    for (const [makes, opens] of [apis, apis.toReversed()]) {
      assert.ok(makes && opens);
      const link = await terminalLink(makes, { mcpKey, serverId });
      const terminal = await openLink(opens, link);
      terminal.close();
      for (const api of apis) await assert.rejects(openLink(api, link), /was closed with/);
    }
    const link = await terminalLink(apis[0], { mcpKey, serverId });
    const opened = await Promise.allSettled(apis.flatMap((api) => [openLink(api, link), openLink(api, link)]));
    const terminals = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(terminals.length, 1);
    for (const terminal of terminals) terminal.close();
    assert.equal((await call(apis[0], { method: 'DELETE', path: `/servers/${serverId}`, key })).status, 200);
    await atRest(60_000);
  });

  const deployMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        deploy(apis[n % 2 === 0 ? 0 : 1], demo.customers[0].restKey, { productId: 'h100-sxm-x1', sshKeyId }),
      ),
    );

  test('when one worker is killed in the middle of its work, the other goes on within 30 s', async (t) => {
    const ids = await deployMany(10);
    await sleep(10);
    await workers[0].end('SIGKILL');
    const killed = performance.now();
    await atRest(30_000);
    t.diagnostic(`at rest ${Math.round(performance.now() - killed)} ms later`);
    const rows = await inDatabase((db) => db.sql.selectFrom('servers').select('status').where('id', 'in', ids).execute());
    assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['ACTIVE']));
  });

  test('without Valkey, frozen or killed, every request is still answered', async () => {
    const key = demo.customers[0].restKey;
    const twenty = async () => {
      const ip = randomIp();
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => call(apis[n % 2 === 0 ? 0 : 1], { path: '/v1/regions', key, ip })),
      );
      return new Set(answers.map(({ status }) => status));
    };
    valkey.freeze();
    assert.deepEqual(await twenty(), new Set([200]), 'frozen');
    valkey.thaw();
    const killed = Promise.all(Array.from({ length: 10 }, () => twenty()));
    await valkey.kill();
    assert.deepEqual(
      await killed,
      Array.from({ length: 10 }, () => new Set([200])),
      'while it is killed',
    );
    assert.deepEqual(await twenty(), new Set([200]), 'killed');
    await valkey.restart();
    await until(
      'the window is shared again',
      60_000,
      async () => (await thirtyOneRequests()).slice(30).join(),
      (last) => last === '429,429',
    );
  });

  test('a process that ends leaves the time of the others as it is', async () => {
    const scale = await clockScale();
    workers[0] = await untilReady(await home.spawn({ ...sharedBy(postgres), BOREAL_ROLE: 'worker' }));
    await workers[0].end('SIGTERM');
    assert.equal(await clockScale(), scale);
  });

  const clockScale = () => inDatabase(async (db) => (await db.sql.selectFrom('productClock').select('scale').executeTakeFirst())?.scale);

  test('after all of it every hour was billed once, and servers, machines, cards and money agree', async () => {
    await until('an hour after a first is billed', 120_000, billed, ({ hours, servers }) => servers >= 24 && hours > servers);
    await atRest(60_000);
    for (const one of [...apis, ...workers]) await one.end('SIGTERM');
    const verified = await operator({ DATABASE_URL: postgres.url }, 'ledger', 'verify');
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    await inDatabase(checkInvariants);
  });

  const billed = async () => {
    const rows = await inDatabase((db) => db.sql.selectFrom('usageHours').select('serverId').execute());
    return { hours: rows.length, servers: new Set(rows.map(({ serverId }) => serverId)).size };
  };
});

describe('four processes that are started at once on an empty database', () => {
  let home: BorealHome;
  let postgres: EmbeddedPostgres;
  before(async () => {
    home = await makeBorealHome();
    postgres = await startEmbeddedPostgres({ dataDir: join(home.dataDir, 'postgres'), settings: POSTGRES });
  });
  after(async () => {
    await home.close();
    await postgres.stop();
  });

  test('all start, and agree on the demo and on the time', async () => {
    const shared = { ...sharedBy(postgres), SITE_URL: `http://localhost:${await freePort()}` };
    const roles = ['api', 'api', 'worker', 'worker'];
    const spawned = await Promise.all(roles.map((role) => home.spawn({ ...shared, BOREAL_ROLE: role })));
    await Promise.all(spawned.map(untilReady));
    const apis = spawned.slice(0, 2);
    const { customers } = await home.demo();
    for (const api of apis) {
      for (const { restKey, readOnlyKey } of customers) {
        assert.equal((await call(api, { path: '/credits', key: restKey })).status, 200);
        assert.equal((await call(api, { path: '/credits', key: readOnlyKey })).status, 200);
      }
    }
    // Real time and product time of a moment on each: were the clocks the same, these differ by the scale alone.
    const moments = [];
    for (const api of [...apis, ...apis]) moments.push(await productTime(api, customers[0].restKey));
    const starts = moments.map(({ wall, product }) => product - wall * SCALE);
    const apart = Math.max(...starts) - Math.min(...starts);
    assert.ok(apart < MINUTE_MS * 5, `the clocks are ${Math.round(apart / MINUTE_MS)} minutes of product time apart`);
  });
});

function sharedBy(postgres: EmbeddedPostgres) {
  return { DATABASE_URL: postgres.url, BOREAL_TIME_SCALE: String(SCALE) };
}

/** What an API says the time is, and about when it said so. The fastest of a few answers is the most exact. */
async function productTime(api: BorealProcess, key: string): Promise<{ wall: number; product: number }> {
  const tries = [];
  for (let n = 0; n < 10; n += 1) {
    const sent = performance.now();
    const { quotedAt } = await expectData(
      api,
      { path: '/servers/deploy-quote?productId=l4-x1', key },
      { data: z.object({ quotedAt: z.iso.datetime() }) },
    );
    tries.push({ tookMs: performance.now() - sent, wall: sent, product: Date.parse(quotedAt) });
  }
  const [best] = tries.sort((a, b) => a.tookMs - b.tookMs);
  return best ?? { wall: 0, product: 0 };
}
