import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { completionScript } from './completion.ts';
import { type } from './testing.ts';

const run = promisify(execFile);

/** What bash offers for the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${completionScript()}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _boreal_cli; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-euc', script, 'bash', 'boreal-cli', ...words]);
  return stdout.split('\n').filter((line) => line !== '');
}

test('nouns, verbs, flags and the values of flags are offered, and nothing where a value is anybody’s', async () => {
  assert.deepEqual(await offered('s'), ['stock', 'servers', 'ssh-keys']);
  assert.deepEqual(await offered('servers', 'de'), ['deploy', 'delete']);
  assert.deepEqual(await offered('servers', 'deploy', 'l4-x1', '--ss'), ['--ssh-key']);
  assert.deepEqual(await offered('servers', 'ssh', 'web', '--i'), ['--identity']);
  assert.deepEqual(await offered('firewall', 'add', 'web', '--direction', ''), ['ingress', 'egress']);
  assert.deepEqual(await offered('plans', '--j'), ['--json']);
  assert.deepEqual(await offered('fly', ''), []);
});

test('it is printed without settings, and nothing else is', async () => {
  const { code, out, err } = await type('', ['completion'], { environment: { BOREAL_URL: '', BOREAL_API_KEY: '' } });
  assert.deepEqual([code, out, err], [0, completionScript(), '']);
});
