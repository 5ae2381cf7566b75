import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from './config.ts';
import { startProblem } from './start-problem.ts';

test('a full disk is told as one, whoever met it first', () => {
  const full = [
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    Object.assign(new Error('could not extend file'), { code: '53100' }),
    new Error('Postgres could not be started', { cause: new Error('FATAL: could not write lock file: No space left on device') }),
  ];
  for (const error of full) assert.match(startProblem(error, readConfig({})), /^There is no room left on the disk of .+: make room, then/);
});
