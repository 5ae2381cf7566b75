import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { NEWEST_POSTGRES, OLDEST_POSTGRES } from '../../server/src/db/postgres-version.ts';
import { startOldestPostgres } from '../testing/debian-postgres.ts';
import { NODE, ROOT } from '../testing/boreal-process.ts';

/** Of each kind of what the database is asked: every migration, money, capacity, locks. `npm run test:oldest-postgres` asks all. */
const SOME = [
  'server/src/db/migrations.test.ts',
  'server/src/db/postgres-version.test.ts',
  'server/src/core/money/metering/bill-due-hours.test.ts',
  'server/src/core/fleet/lifecycle/lifecycle.test.ts',
];
const ALL = ['server/src/db', 'server/src/core', 'server/src/door', 'server/src/web', 'server/src/mcp', 'server/src/operator'];

test('the oldest Postgres that this machine’s Debian has does all that the newest does', async () => {
  const postgres = await startOldestPostgres();
  try {
    assert.ok(postgres.major >= OLDEST_POSTGRES && postgres.major <= NEWEST_POSTGRES, `Postgres ${postgres.major}`);
    const { NODE_TEST_CONTEXT: _ours, ...env } = process.env;
    const files = process.env['BOREAL_OLDEST_POSTGRES'] === 'all' ? ALL : SOME;
    const child = spawn(NODE, ['scripts/test.ts', ...files], {
      cwd: ROOT,
      env: { ...env, BOREAL_TEST_POSTGRES: postgres.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const failed = said.slice(Math.max(0, said.indexOf('failing tests:')));
    assert.equal(code, 0, `on Postgres ${postgres.major}:\n${failed.slice(-20_000)}`);
    assert.match(said, /^ℹ pass [1-9]\d+$/m);
  } finally {
    await postgres.stop();
  }
});
