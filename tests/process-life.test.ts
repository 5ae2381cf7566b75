import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { operator } from './testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from './testing/boreal-process-home.ts';
import { sentence } from './testing/boreal-process-refusal.ts';
import { bareEnvironment, freePort, ROOT, until, type BorealProcess } from './testing/boreal-process.ts';
import { deployFirstServer } from './testing/first-server.ts';

describe('a Boreal on a data directory of its own', () => {
  let home: BorealHome;
  let boreal: BorealProcess;
  let serverIsThere: () => Promise<void>;
  before(async () => {
    home = await makeBorealHome();
    boreal = await home.start();
    serverIsThere = await deployFirstServer(home, () => boreal);
  });
  // A test that fails leaves the next one a Boreal that runs.
  beforeEach(async () => {
    if (await Promise.race([boreal.exited, null])) boreal = await home.start();
  });
  after(() => home.close());

  test('a later start finds what an earlier one left: the same secrets, the same servers', async (t) => {
    const first = await home.demo();
    const begun = performance.now();
    assert.deepEqual(await boreal.end('SIGTERM'), { code: 0, signal: null });
    boreal = await home.start({ BOREAL_PORT: String(boreal.port) });
    t.diagnostic(`stopped and started again in ${Math.round(performance.now() - begun)} ms; ${boreal.stdout().trim().split('\n')[0]}`);
    assert.deepEqual(await home.demo(), first);
    await serverIsThere();
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends it cleanly: a sentence, exit code 0, no Postgres and no address left behind`, async () => {
      assert.deepEqual(await boreal.end(signal), { code: 0, signal: null });
      assert.match(boreal.stdout(), new RegExp(`${signal}: letting what runs end`));
      assert.equal(boreal.stderr(), '');
      assert.deepEqual(await home.postgresPids(), []);
      assert.equal(existsSync(join(home.dataDir, 'database.json')), false);
      const said = await operator({ BOREAL_DATA_DIR: home.dataDir }, 'ledger', 'verify');
      assert.equal(said.code, 1);
      assert.match(said.stderr, /Boreal is not running here/);
    });
  }

  test('a signal that comes while it starts ends it cleanly too', async () => {
    await boreal.end('SIGTERM');
    const starting = await home.spawn();
    await until('its Postgres runs', 60_000, home.postgresPids, (pids) => pids.length > 0);
    assert.deepEqual(await starting.end('SIGINT'), { code: 0, signal: null });
    assert.deepEqual(await home.postgresPids(), []);
  });

  test('a signal to `npm start` is one to Boreal, and leaves nothing running', async () => {
    await boreal.end('SIGTERM');
    const environment = { ...bareEnvironment(), BOREAL_PORT: String(await freePort()), BOREAL_DATA_DIR: home.dataDir };
    const npm = spawn('npm', ['start', '--ignore-scripts'], { cwd: ROOT, env: environment, stdio: 'ignore' });
    await until('its Postgres runs', 60_000, home.postgresPids, (pids) => pids.length > 0);
    npm.kill('SIGTERM');
    await until('its Postgres has ended', 60_000, home.postgresPids, (pids) => pids.length === 0);
  });

  test(
    'when its Postgres dies it says so and ends, and the next start has everything',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const begun = performance.now();
      process.kill(await home.postmasterPid(), 'SIGKILL');
      assert.deepEqual(await boreal.ended(), { code: 1, signal: null });
      t.diagnostic(`ended ${Math.round(performance.now() - begun)} ms after its Postgres`);
      assert.match(sentence(boreal), /Postgres has ended by itself\. Nothing that was answered is lost; start Boreal again\./);
      assert.equal(existsSync(join(home.dataDir, 'database.json')), false);
      boreal = await home.start();
      await serverIsThere();
    },
  );
});
