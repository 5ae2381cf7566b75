import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fstatSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { z } from 'zod';
import { isJournal, withPriorities } from '../../server/src/kit/journal.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { NODE, ROOT } from '../testing/boreal-process.ts';

const run = promisify(execFile);
const Failed = z.object({ code: z.number(), stderr: z.string() });

test('in systemd’s journal each line of the log has its priority before it, and is the same behind it', () => {
  const lines: string[] = [];
  const log = createLog('debug', withPriorities({ write: (line) => void lines.push(line) }));
  log.error({ schedule: 'meter' }, 'it failed');
  log.warn('it was refused');
  log.info('it was answered');
  log.debug('it is well');
  assert.deepEqual(
    lines.map((line) => /^<(\d)>/.exec(line)?.[1]),
    ['3', '4', '6', '7'],
  );
  assert.partialDeepStrictEqual(JSON.parse(lines[0]?.slice(3) ?? ''), { level: 50, schedule: 'meter', msg: 'it failed' });
});

test('whoever inherits the name of the journal and writes elsewhere writes as ever', () => {
  const { dev, ino } = fstatSync(2);
  assert.deepEqual([`${dev}:${ino}`, '1:1', undefined].map(isJournal), [true, false, false]);
});

test('a start that is refused is found in the journal among the errors, every line of it', async () => {
  const start = (journal: string) =>
    run('sh', ['-c', `JOURNAL_STREAM=${journal} exec "$0" server/dist/main.js`, NODE], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], BOREAL_ROLE: 'boss', BOREAL_MODE: 'staging' },
    }).then(
      () => assert.fail('it started'),
      (error: unknown) => Failed.parse(error),
    );
  const inJournal = await start('$(stat --dereference --format=%d:%i /proc/self/fd/2)');
  assert.equal(inJournal.code, 1);
  assert.match(inJournal.stderr, /^<3>The configuration cannot be used:\n<3> {2}BOREAL_ROLE: .*\n<3> {2}BOREAL_MODE: .*\n$/);
  assert.match((await start('8:1')).stderr, /^The configuration cannot be used:\n {2}BOREAL_ROLE: /);
});

test('pages for the night ask the journal only for priorities that lines have', () => {
  const pages = globSync('docs/{*,runbooks/*}.md', { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const asked = pages.flatMap((page) => [...page.matchAll(/journalctl [^\n`]*--priority (\w+)/g)].map(([, priority]) => priority));
  assert.ok(asked.length > 3, String(asked.length));
  assert.deepEqual(
    asked.filter((priority) => priority !== 'warning' && priority !== 'err'),
    [],
  );
});
