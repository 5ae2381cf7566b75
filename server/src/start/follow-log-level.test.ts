import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeLogLevel } from '../core/ground/installation/log-level.store.ts';
import { testDatabase, TESTS_BEGIN } from '../db/testing.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { handClock } from '../kit/hand-clock.ts';
import { createLog } from '../kit/log.ts';
import { applyLogLevel } from './follow-log-level.ts';

test('a process goes back to its own level when the time of the other is over, and starts with the other until then', async (t) => {
  const db = await testDatabase();
  t.after(() => db.close());
  const clock = handClock(TESTS_BEGIN);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });

  await applyLogLevel({ db, clock }, log, 'warn');
  assert.deepEqual([log.level, lines], ['warn', []]);

  const until = new Date(clock.wall().getTime() + 30 * MINUTE_MS);
  await db.sql.transaction().execute((tx) => writeLogLevel(tx, { level: 'debug', until }));
  for (const _ of [1, 2]) await applyLogLevel({ db, clock }, log, 'warn');
  assert.equal(log.level, 'debug');
  assert.equal(lines.length, 1, 'told once');

  clock.advance(31 * MINUTE_MS);
  await applyLogLevel({ db, clock }, log, 'warn');
  assert.equal(log.level, 'warn');
  assert.match(lines.at(-1) ?? '', /"logLevel":"warn","until":null,"msg":"the log level was changed"/);
});
