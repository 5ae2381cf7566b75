import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts';
import { checkInvariants, tellHistories, untilAtRest } from './testing/boreal-process-checks.ts';
import { addSshKey, randomIp } from './testing/boreal-process-client.ts';
import { operator } from './testing/boreal-process-command.ts';
import { makeBorealHome, withDatabase } from './testing/boreal-process-home.ts';
import { loadClient } from './testing/boreal-process-load.ts';
import { checkPromises } from './testing/boreal-process-promises.ts';
import { freePort, until } from './testing/boreal-process.ts';
import { checkOutEarlier, earlierVersion } from './testing/earlier-boreal.ts';
import { askProxy, callProxy, makeProxy } from './testing/proxied-boreal.ts';

const SEED = process.env['BOREAL_UPGRADE_SEED'] ?? randomUUID().slice(0, 8);
/** An hour in twelve seconds. */
const SCALE = 300;
/** How long old and new are side by side, and each alone: more than an hour of the product. */
const PHASE_MS = 15_000;
const LOOKED_AT = ['/', '/gpus', '/status', '/api/v1/availability', '/healthz'];

test('process by process, under load and behind the package’s Caddy, no request fails and no hour is lost or doubled', async (t) => {
  const version = await earlierVersion();
  if (version === null) return withoutHistory(t);
  const earlier = await checkOutEarlier(version);
  t.after(() => earlier.remove());
  t.diagnostic(`from ${version}, which lacks ${earlier.newMigrations.join(', ') || 'no migration'}; BOREAL_UPGRADE_SEED=${SEED}`);

  const home = await makeBorealHome();
  t.after(() => home.close());
  const postgres = await startEmbeddedPostgres({
    dataDir: join(home.dataDir, 'postgres'),
    settings: { max_connections: '200', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  t.after(() => postgres.stop());
  const [port1 = 0, port2 = 0] = [await freePort(), await freePort()];
  const proxy = await makeProxy('caddy', [port1, port2]);
  t.after(() => proxy.stop());
  const shared = {
    DATABASE_URL: postgres.url,
    SITE_URL: proxy.siteUrl,
    BOREAL_TIME_SCALE: String(SCALE),
    // As production does by itself.
    BOREAL_DRAIN_SECONDS: '5',
  };
  const one = { ...shared, BOREAL_PORT: String(port1) };
  const two = { ...shared, BOREAL_PORT: String(port2) };

  const old1 = await home.start(one, earlier.root);
  const old2 = await home.start(two, earlier.root);
  await proxy.start();
  const [rich, poor] = (await home.demo()).customers;
  const given = await operator({ DATABASE_URL: postgres.url }, 'account', 'credit', rich.accountId, '100000', '--reason', 'for the test');
  assert.equal(given.code, 0, given.stderr);

  const over = new AbortController();
  t.after(() => over.abort());
  const loadEnds = new AbortController();
  const cut: string[] = [];
  const keys = { [rich.restKey]: await addSshKey(old1, rich.restKey), [poor.restKey]: await addSshKey(old2, poor.restKey) };
  const clients = [rich, rich, rich, poor].map(({ restKey: key }, n) =>
    loadClient({
      send: (request) =>
        callProxy(proxy, request).catch((error: unknown) => {
          cut.push(`${request.method ?? 'GET'} ${request.path}: ${String(error)}`);
          throw error;
        }),
      name: `client-${n}`,
      seed: SEED,
      key,
      sshKeyId: keys[key] ?? '',
      over: over.signal,
      productIds: ['l4-x1', 'l4-x2', 'l4-x1-spot', 'rtx-pro-6000-x1', 'a100-80gb-x2'],
    }),
  );
  const looks: Record<string, number> = {};
  const look = async () => {
    for (let n = 0; !loadEnds.signal.aborted; n += 1) {
      const path = LOOKED_AT[n % LOOKED_AT.length] ?? '/';
      const seen = await askProxy(proxy, path, { from: randomIp().replace(/^10/, '127') }).then(({ status }) => status, String);
      const told = seen === 200 ? 'seen' : `${path}: ${seen}`;
      looks[told] = (looks[told] ?? 0) + 1;
      await sleep(50);
    }
  };
  const load = Promise.all([...clients.map((client) => client.run(loadEnds.signal)), look()]);
  load.catch(() => undefined);
  const accepted = () => clients.reduce((sum, client) => sum + client.accepted.length, 0);
  const phases: string[] = [];
  const phase = async (name: string) => {
    const before = accepted();
    await sleep(PHASE_MS);
    phases.push(`${name}: ${accepted() - before} changes`);
    assert.ok(accepted() > before, `nothing was accepted: ${name}`);
  };

  await phase('old alone');
  await old1.end('SIGTERM');
  const new1 = await home.start(one);
  await phase('old and new');
  await old2.end('SIGTERM');
  const new2 = await home.start(two);
  await phase('new alone');

  // Somebody starts the old one again.
  const back = await home.spawn({ ...shared }, earlier.root);
  if (earlier.newMigrations.length > 0) {
    assert.notEqual((await back.ended()).code, 0);
    assert.match(back.stderr(), /made by a newer Boreal[^]*Nothing was changed/);
  } else {
    await until('the old one runs again', 60_000, () => back.stdout().includes('Boreal is running'));
    await back.end('SIGTERM');
  }
  loadEnds.abort();
  await load;
  t.diagnostic(`${phases.join('; ')}; ${looks['seen'] ?? 0} pages`);

  assert.deepEqual([...cut, ...clients.flatMap(({ failures }) => failures)], []);
  assert.deepEqual(Object.keys(looks), ['seen']);
  const inDatabase = <T>(work: Parameters<typeof withDatabase<T>>[1]) => withDatabase(postgres.url, work);
  await inDatabase((db) => untilAtRest(db, 60_000));
  for (const boreal of [new1, new2]) await boreal.end('SIGTERM');
  const verified = await operator({ DATABASE_URL: postgres.url }, 'ledger', 'verify');
  const said = verified.stdout + verified.stderr;
  assert.equal(verified.code, 0, said + (verified.code === 0 ? '' : await inDatabase((db) => tellHistories(db, said))));
  await inDatabase(async (db) => {
    await checkInvariants(db);
    await checkPromises(db, clients);
    // Each server that ran for more than an hour has been billed by whoever was there.
    const hours = await db.sql
      .selectFrom('usageHours')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    assert.ok(hours.count > BigInt(clients.reduce((sum, { servers }) => sum + servers.size, 0)), `${hours.count} hours`);
  });
});

/** A copy of the files alone, or a shallow clone, has nothing to upgrade from. Nobody reads what CI skips: it clones the whole. */
function withoutHistory(t: TestContext): void {
  const reason = 'the history of the repository is not here to take an earlier version from: git fetch --unshallow --tags';
  assert.ok(process.env['CI'] === undefined, reason);
  t.skip(reason);
}
