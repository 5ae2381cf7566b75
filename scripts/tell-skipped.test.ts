import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { NODE, ROOT } from '../tests/testing/boreal-process.ts';

const run = promisify(execFile);

test('what was skipped is told by reason before the summary, which stays last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boreal-skipped-'));
  try {
    const tests = [
      "import { describe, test } from 'node:test';",
      "test('boots', { skip: 'Incus is missing' }, () => {});",
      "test('boots again', (t) => t.skip('Incus is missing'));",
      "describe('a cloud', { skip: 'OpenStack is missing' }, () => test('in it', () => {}));",
      "test('whatever', { skip: true }, () => {});",
      "test('runs', () => {});",
    ];
    const files = [join(folder, 'one.test.mjs'), join(folder, 'two.test.mjs')];
    for (const file of files) await writeFile(file, tests.join('\n'));
    // Node's runner says nothing of tests within a test otherwise.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await run(NODE, ['scripts/run-test-files.ts', ...files], { cwd: ROOT, env });
    const [, told = '', summary = ''] = /^skipped, by reason:\n(.*?)^(ℹ tests .*)$/ms.exec(stdout) ?? [];
    assert.equal(
      told,
      '    4  Incus is missing (boots …)\n    2  OpenStack is missing (a cloud …)\n    2  no reason was given (whatever …)\n',
      stdout,
    );
    assert.match(summary, /^ℹ skipped \d+$/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});
