import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/db/embedded-postgres.ts';
import { makeBorealHome, withDatabase, type BorealHome } from '../testing/boreal-process-home.ts';
import { bareEnvironment, NODE, ROOT, until, type BorealProcess, type Environment } from '../testing/boreal-process.ts';

const CHECK = join(ROOT, 'packaging/image/healthcheck.mjs');

describe('the health check of a container', () => {
  let home: BorealHome;
  let postgres: EmbeddedPostgres;
  let workers: [BorealProcess, BorealProcess];
  let api: BorealProcess;

  const heartbeat = (name: string) => join(home.dataDir, `${name}.heartbeat`);
  const settingsOf = (name: string) => ({ DATABASE_URL: postgres.url, BOREAL_ROLE: 'worker', BOREAL_HEARTBEAT: heartbeat(name) });

  before(async () => {
    home = await makeBorealHome();
    postgres = await startEmbeddedPostgres({ dataDir: join(home.dataDir, 'postgres'), settings: { fsync: 'off' } });
    workers = [await home.start(settingsOf('one')), await home.start(settingsOf('two'))];
    api = await home.start({ DATABASE_URL: postgres.url, BOREAL_ROLE: 'api' });
  });
  after(async () => {
    for (const one of [...workers, api]) process.kill(one.pid, 'SIGCONT');
    await home.close();
    await postgres.stop();
  });

  /** What the check says of a container with these settings; null when all is well. */
  const complaint = (environment: Environment) =>
    new Promise<string | null>((resolve) => {
      execFile(NODE, [CHECK], { env: { ...bareEnvironment(), ...environment } }, (error, _stdout, stderr) =>
        resolve(error === null ? null : stderr),
      );
    });
  const apiSettings = (role: string) => ({ BOREAL_ROLE: role, BOREAL_PORT: String(api.port) });
  const untilWell = (name: string) =>
    until(
      `the worker ${name} is well`,
      60_000,
      () => complaint(settingsOf(name)),
      (said) => said === null,
    );
  /** As if the last beat had been a while ago. */
  const longAgo = async (name: string) => {
    const then = new Date(Date.now() - 3 * 60_000);
    await utimes(heartbeat(name), then, then);
  };

  test('finds an API well that answers, and workers, each of which may have nothing to do beside the others', async () => {
    assert.equal(await complaint(apiSettings('api')), null);
    for (const name of ['one', 'two']) {
      await untilWell(name);
      await longAgo(name);
      await untilWell(name);
    }
    assert.equal(await complaint({ ...apiSettings(''), BOREAL_HEARTBEAT: heartbeat('one') }), null, 'one that does both');
  });

  test('finds a worker unwell that hangs, although its process is there, and the other well; and well again when it goes on', async () => {
    process.kill(workers[0].pid, 'SIGSTOP');
    await longAgo('one');
    await longAgo('two');
    await untilWell('two');
    assert.match((await complaint(settingsOf('one'))) ?? '', /has not looked after servers since .*Z/);
    const both = await complaint({ ...apiSettings('all'), BOREAL_HEARTBEAT: heartbeat('one') });
    assert.match(both ?? '', /has not looked after servers/, 'and one that answers, and does not work');
    process.kill(workers[0].pid, 'SIGCONT');
    await untilWell('one');
  });

  test('finds a worker unwell whose schedule hangs in the database, although the process turns', async () => {
    await withDatabase(postgres.url, (db) =>
      db.sql.transaction().execute(async (tx) => {
        await sql`lock table servers in access exclusive mode`.execute(tx);
        await until(
          'both workers wait for it',
          60_000,
          async () => (await sql`select distinct pid from pg_locks where not granted`.execute(db.sql)).rows.length,
          (waiting) => waiting >= 2,
        );
        await longAgo('one');
        assert.match((await complaint(settingsOf('one'))) ?? '', /has not looked after servers/);
      }),
    );
    await untilWell('one');
  });

  test('finds an API unwell that hangs', async () => {
    process.kill(api.pid, 'SIGSTOP');
    assert.match((await complaint(apiSettings('api'))) ?? '', /does not answer/);
    process.kill(api.pid, 'SIGCONT');
    assert.equal(await complaint(apiSettings('api')), null);
  });

  test('finds a worker unwell that has never worked, or that was told of no file', async () => {
    assert.match((await complaint(settingsOf('three'))) ?? '', /has not looked after servers yet/);
    assert.match((await complaint({ ...settingsOf('one'), BOREAL_HEARTBEAT: '' })) ?? '', /BOREAL_HEARTBEAT/);
  });

  test('finds a worker well whose database is away: another worker would not get on either', async () => {
    await postgres.stop();
    await longAgo('two');
    await untilWell('two');
  });
});
