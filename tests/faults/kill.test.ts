import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { seedOf, unitAt } from '../../server/src/engines/simulated/seeded.rules.ts';
import { checkInvariants, untilAtRest, tellHistories } from '../testing/boreal-process-checks.ts';
import { addSshKey, call } from '../testing/boreal-process-client.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { loadClient, type LoadClient } from '../testing/boreal-process-load.ts';
import { checkPromises } from '../testing/boreal-process-promises.ts';
import { freePort, untilReady } from '../testing/boreal-process.ts';

const SEED = process.env['BOREAL_KILL_SEED'] ?? randomUUID().slice(0, 8);
const KILLS = Number(process.env['BOREAL_KILLS'] ?? 5);
/** An hour in twelve seconds; answers to idempotent requests are kept for 24 of them, longer than this ever runs. */
const SCALE = 300;

describe('a Boreal that is killed', () => {
  let home: BorealHome;
  beforeEach(async () => {
    home = await makeBorealHome();
  });
  afterEach(() => home.close());

  test(`${KILLS} times under load loses nothing, does nothing twice, and rests within 30 s`, async (t) => {
    t.diagnostic(`BOREAL_KILL_SEED=${SEED}`);
    const moment = moments('under load');
    const environment = { BOREAL_PORT: String(await freePort()), BOREAL_TIME_SCALE: String(SCALE) };
    let boreal = await home.start(environment);
    // Customers of a Boreal that does not come up again would ask it for ever, and the file would never end.
    const over = new AbortController();
    t.after(() => over.abort());
    const clients = await startClients(home, boreal, over.signal);
    const loadEnds = new AbortController();
    const load = Promise.all(clients.map((client) => client.run(loadEnds.signal)));
    load.catch(() => undefined);

    for (let kill = 1; kill <= KILLS; kill += 1) {
      await sleep(moment(1000, 3000));
      if (kill === KILLS) loadEnds.abort();
      const postmaster = await home.postmasterPid();
      await boreal.end('SIGKILL');
      // Sometimes the whole machine goes, and Postgres with it.
      if (moment(0, 3) < 1) process.kill(postmaster, 'SIGKILL');
      boreal = await home.start(environment);
    }
    const restarted = performance.now();
    await load;
    await home.inDatabase((db) => untilAtRest(db, 30_000));
    t.diagnostic(`at rest ${Math.round(performance.now() - restarted)} ms after the last restart`);

    assert.deepEqual(
      clients.flatMap(({ failures }) => failures),
      [],
    );
    const charged = await home.inDatabase(countCharges);
    for (const { request, body } of clients.flatMap(({ accepted }) => accepted)) {
      const again = await call(boreal, request);
      assert.deepEqual(again.body, body, `${request.method} ${request.path} again`);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
    }
    assert.deepEqual(await home.inDatabase(countCharges), charged, 'an answered request charges nothing the second time');

    const verified = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'ledger', 'verify');
    assert.equal(
      verified.code,
      0,
      verified.stdout + verified.stderr + (await home.inDatabase((db) => tellHistories(db, verified.stdout + verified.stderr))),
    );
    // The meter may have hibernated somebody meanwhile.
    await home.inDatabase((db) => untilAtRest(db, 30_000));
    await boreal.end('SIGTERM');
    await home.inStoppedDatabase(async (db) => {
      await checkInvariants(db);
      await checkPromises(db, clients);
    });
    const servers = clients.flatMap((client) => [...client.servers.values()]);
    t.diagnostic(
      `${clients.reduce((sum, { accepted }) => sum + accepted.length, 0)} requests accepted, ${servers.length} servers deployed`,
    );
    assert.ok(servers.length >= KILLS, 'there was a load');
  });

  test('during its first start begins again as if nothing had been', async (t) => {
    t.diagnostic(`BOREAL_KILL_SEED=${SEED}`);
    const moment = moments('first start');
    for (let kill = 1; kill <= 4; kill += 1) {
      const starting = await home.spawn();
      const waited = moment(200, 4000);
      await Promise.race([sleep(waited), starting.exited]);
      t.diagnostic(`killed after ${Math.round(waited)} ms, ${starting.stdout() === '' ? 'before' : 'after'} it ran`);
      await starting.end('SIGKILL');
    }
    const boreal = await untilReady(await home.spawn());
    const { customers } = await home.demo();
    for (const { restKey, readOnlyKey } of customers) {
      assert.equal((await call(boreal, { path: '/servers', key: restKey })).status, 200);
      assert.equal((await call(boreal, { path: '/servers', key: readOnlyKey })).status, 200);
    }
    const rows = await home.inDatabase((db) => db.sql.selectFrom('accounts').select('id').execute());
    assert.deepEqual(rows.map(({ id }) => id).sort(), customers.map(({ accountId }) => accountId).sort());
    await boreal.end('SIGTERM');
    await home.inStoppedDatabase(checkInvariants);
  });
});

/** Six customers' hands: four on an account with enough, two on one whose credit ends on the way. */
async function startClients(home: BorealHome, boreal: Awaited<ReturnType<BorealHome['start']>>, over: AbortSignal): Promise<LoadClient[]> {
  const [rich, poor] = (await home.demo()).customers;
  const given = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'account', 'credit', poor.accountId, '20', '--reason', 'for the test');
  assert.equal(given.code, 0, given.stderr);
  const keys = { [rich.restKey]: await addSshKey(boreal, rich.restKey), [poor.restKey]: await addSshKey(boreal, poor.restKey) };
  return [rich, rich, rich, rich, poor, poor].map(({ restKey: key }, n) =>
    loadClient({
      send: (request) => call(boreal, request),
      name: `client-${n}`,
      seed: SEED,
      key,
      sshKeyId: keys[key] ?? '',
      over,
      productIds: ['l4-x1', 'l4-x2', 'l4-x1-spot', 'rtx-pro-6000-x1', 'a100-80gb-x2'],
    }),
  );
}

async function countCharges(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from servers) as servers, (select count(*) from clock_runs) as runs,
      (select count(*) from transfers where key like 'first-hour:%') as first_hours,
      (select count(*) from firewall_rules) as rules`.execute(db.sql);
  return rows;
}

/** Random numbers that a seed gives again. */
function moments(name: string): (from: number, to: number) => number {
  const seed = seedOf(SEED, name);
  let n = 0;
  return (from, to) => from + unitAt(seed, (n += 1)) * (to - from);
}
