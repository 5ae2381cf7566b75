import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config.ts';
import { startProblem } from './start-problem.ts';
import { StartRefused } from './start-refused.ts';

test('a full disk is told as one, whoever met it first', () => {
  const full = [
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    new StartRefused('Postgres has ended by itself.', {
      cause: new Error(
        'FATAL:  could not write to file "pg_wal/xlogtemp.16607": No space left on device\nLOG:  database system is shut down',
      ),
    }),
    new Error('Postgres could not be started', { cause: new Error('FATAL: could not write lock file: No space left on device') }),
  ];
  for (const error of full) assert.match(startProblem(error, readConfig({})), /^There is no room left on the disk of .+: make room, then/);
});
