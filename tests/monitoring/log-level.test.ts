import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../server/src/db/embedded-postgres.ts';
import { operator } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess } from '../testing/boreal-process.ts';

const POSTGRES = { max_connections: '200', shared_buffers: '64MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const FOLLOWED_WITHIN_MS = 30_000;

describe('an API process and two workers on one database', () => {
  let home: BorealHome;
  let postgres: EmbeddedPostgres;
  let api: BorealProcess;
  let all: readonly BorealProcess[];

  before(async () => {
    home = await makeBorealHome();
    postgres = await startEmbeddedPostgres({ dataDir: join(home.dataDir, 'postgres'), settings: POSTGRES });
    const shared = { DATABASE_URL: postgres.url };
    api = await home.start({ ...shared, BOREAL_ROLE: 'api' });
    const worker = { ...shared, BOREAL_ROLE: 'worker' };
    all = [api, ...(await Promise.all([home.start(worker), home.start({ ...worker, BOREAL_LOG_LEVEL: 'error' })]))];
  });
  after(async () => {
    await home.close();
    await postgres.stop();
  });

  const told = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await operator({ DATABASE_URL: postgres.url }, 'log', ...args);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const follow = (process: BorealProcess, level: string) =>
    until(
      `a process logs at ${level}`,
      FOLLOWED_WITHIN_MS,
      () => changesOf(process),
      (levels) => levels.at(-1) === level,
    );
  const answeredLines = () =>
    api
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"msg":"answered"')).length;
  const ask = async () => assert.equal((await fetch(`${api.siteUrl}/healthz`)).status, 200);

  test('an operator changes the level of every process without a restart, and back', async () => {
    await ask();
    assert.equal(answeredLines(), 0);
    assert.match(await told('show'), /as it is configured/);

    assert.match(await told('level', 'debug', '--minutes', '30'), /^Every process logs at debug, until /);
    await Promise.all(all.map((process) => follow(process, 'debug')));
    await ask();
    await until('the answer is logged', FOLLOWED_WITHIN_MS, answeredLines);

    assert.match(await told('level', 'default'), /as it is configured/);
    await follow(api, 'warn');
    const before = answeredLines();
    await ask();
    await ask();
    assert.equal(answeredLines(), before);
  });
});

/** The levels that a process has said it changed to. */
function changesOf(process: BorealProcess): string[] {
  return [...process.stderr().matchAll(/"logLevel":"(\w+)"[^\n]*"msg":"the log level was changed"/g)].map(([, level = '']) => level);
}
