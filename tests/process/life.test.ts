import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { operator } from '../testing/boreal-process-command.ts';
import { sentence } from '../testing/boreal-process-refusal.ts';
import { bareEnvironment, freePort, ROOT, until } from '../testing/boreal-process.ts';
import { servedBoreal } from '../testing/first-server.ts';

describe('a Boreal on a data directory of its own', () => {
  const own = servedBoreal();

  test('a later start finds what an earlier one left: the same secrets, the same servers', async (t) => {
    const first = await own.home.demo();
    const begun = performance.now();
    assert.deepEqual(await own.boreal.end('SIGTERM'), { code: 0, signal: null });
    own.boreal = await own.home.start({ BOREAL_PORT: String(own.boreal.port) });
    t.diagnostic(`stopped and started again in ${Math.round(performance.now() - begun)} ms; ${own.boreal.stdout().trim().split('\n')[0]}`);
    assert.deepEqual(await own.home.demo(), first);
    await own.serverIsThere();
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends it cleanly: a sentence, exit code 0, no Postgres and no address left behind`, async () => {
      assert.deepEqual(await own.boreal.end(signal), { code: 0, signal: null });
      assert.match(own.boreal.stdout(), new RegExp(`${signal}: letting what runs end`));
      assert.equal(own.boreal.stderr(), '');
      assert.deepEqual(await own.home.postgresPids(), []);
      assert.equal(existsSync(join(own.home.dataDir, 'database.json')), false);
      const said = await operator({ BOREAL_DATA_DIR: own.home.dataDir }, 'ledger', 'verify');
      assert.equal(said.code, 1);
      assert.match(said.stderr, /Boreal is not running here/);
    });
  }

  test('a signal that comes while it starts ends it cleanly too', async () => {
    await own.boreal.end('SIGTERM');
    const starting = await own.home.spawn();
    await until('its Postgres runs', 60_000, own.home.postgresPids, (pids) => pids.length > 0);
    assert.deepEqual(await starting.end('SIGINT'), { code: 0, signal: null });
    assert.deepEqual(await own.home.postgresPids(), []);
  });

  test('a signal to `npm start` is one to Boreal, and leaves nothing running', async () => {
    await own.boreal.end('SIGTERM');
    const environment = { ...bareEnvironment(), BOREAL_PORT: String(await freePort()), BOREAL_DATA_DIR: own.home.dataDir };
    const npm = spawn('npm', ['start', '--ignore-scripts'], { cwd: ROOT, env: environment, stdio: 'ignore' });
    await until('its Postgres runs', 60_000, own.home.postgresPids, (pids) => pids.length > 0);
    npm.kill('SIGTERM');
    await until('its Postgres has ended', 60_000, own.home.postgresPids, (pids) => pids.length === 0);
  });

  test(
    'when its Postgres dies it says so and ends, and the next start has everything',
    { skip: process.platform !== 'linux' },
    async (t) => {
      const begun = performance.now();
      process.kill(await own.home.postmasterPid(), 'SIGKILL');
      assert.deepEqual(await own.boreal.ended(), { code: 1, signal: null });
      t.diagnostic(`ended ${Math.round(performance.now() - begun)} ms after its Postgres`);
      assert.match(sentence(own.boreal), /Postgres has ended by itself\. Nothing that was answered is lost; start Boreal again\./);
      assert.equal(existsSync(join(own.home.dataDir, 'database.json')), false);
      own.boreal = await own.home.start();
      await own.serverIsThere();
    },
  );
});
