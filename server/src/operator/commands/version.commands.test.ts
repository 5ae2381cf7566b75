import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { attemptCommand, jsonOf } from '../testing.ts';

const ROOT = new URL('../../../../', import.meta.url);

test('an operator is told which Boreal this is, and the changelog says what changed with it', async () => {
  const told = await attemptCommand(['version'], {});
  assert.equal(told.code, 0, told.err);
  const [, version = ''] = /^Boreal +(\d+\.\d+\.\d+)$/m.exec(told.out) ?? [];
  assert.match(await readFile(new URL('CHANGELOG.md', ROOT), 'utf8'), new RegExp(`^## ${version.replaceAll('.', String.raw`\.`)}\\b`, 'm'));
  for (const part of ['.', 'contract', 'server', 'console']) {
    const parsed: unknown = JSON.parse(await readFile(new URL(`${part}/package.json`, ROOT), 'utf8'));
    assert.ok(typeof parsed === 'object' && parsed !== null && 'version' in parsed);
    assert.equal(parsed.version, version, part);
  }
});

test('a program is told the same', async () => {
  const told = jsonOf(await attemptCommand(['version', '--json'], {}));
  assert.deepEqual(Object.keys(Object(told)), ['boreal', 'node', 'migration']);
});
