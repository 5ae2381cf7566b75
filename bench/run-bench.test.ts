// The benchmark is run by hand and seldom: a peer that no longer answers what Boreal answers is found here, not on that day.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Result } from './report.ts';

test('the benchmark of reading runs to its end: its peers answer what Boreal answers', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'boreal-bench-test-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  const file = join(dir, 'results.json');
  await promisify(execFile)(process.execPath, ['bench/main.ts', '--quick', '--only', 'availability', '--only', 'servers', '--json', file]);
  const results: readonly Result[] = JSON.parse(await readFile(file, 'utf8'));
  assert.equal(results.length, 2);
  for (const { name, ratio } of results) assert.ok(ratio !== null && ratio > 0, name);
});
