import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { commandLine } from '@boreal/contract/command-line/command-line.ts';
import { z } from 'zod';
import { commandNames } from './commands.ts';
import { openDouble } from '../sdk/testing.ts';
import { KEY, type } from './testing.ts';
import { views } from './views.ts';

const double = await openDouble(() => ({ status: 200, json: { data: [] } }));
after(() => double.close());
beforeEach(() => double.arrived.splice(0));

const WRONG: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['fly'], /no command “fly”/],
  [['server', 'list'], /Did you mean: boreal-cli servers list/],
  [['servers', 'lst'], /Did you mean: boreal-cli servers list/],
  [['plan'], /Did you mean: boreal-cli plans/],
  [['servers', 'show'], /SERVER is missing/],
  [['servers', 'show', 'srv_1', 'srv_2'], /“srv_2” is one argument too many/],
  [['servers', 'list', '--colour'], /no flag --colour/],
  [['servers', 'list', '--status'], /--status lacks its value/],
  [['servers', 'list', '--json=yes'], /--json lacks its value, or takes none/],
  [['servers', 'list', '--status', 'FAST'], /--status: /],
  [['servers', 'list', '--limit', '0'], /--limit takes a number/],
  [['servers', 'list', '--limit', '1.5'], /--limit takes a number/],
  [['servers', 'show', ''], /SERVER: /],
  [['servers', 'show', 'srv_../../x'], /SERVER: An id uses only letters/],
  [['firewall', 'delete', 'my server', 'x'], /RULE: /],
  [['servers', 'stop', 'my server', '--wait-minutes', '-1'], /--wait-minutes/],
  [['servers', 'ssh', 'srv_../../x'], /not the id of a server/],
  [['completion', 'bash'], /“bash” is one argument too many/],
  [['servers', 'deploy', 'l4-x1'], /--ssh-key: This field is required/],
  [['firewall', 'add', 'srv_1', '--direction', 'ingress', '--protocol', 'tcp', '--port', 'http'], /--port: /],
  [['firewall', 'add', 'srv_1', '--direction', 'in', '--protocol', 'tcp'], /--direction: /],
  [['firewall', 'delete', 'srv_1', 'x'], /RULE: /],
  [['ssh-keys', 'add', 'laptop', '/key'], /private half/],
  [['servers', 'ssh'], /SERVER is missing/],
  [['servers', 'ssh', 'srv_1', 'ls'], /follows two dashes/],
  [['servers', 'ssh', '-oProxyCommand=x'], /no flag|lacks its value/],
];

for (const [args, says] of WRONG) {
  test(`"${args.join(' ')}" is refused before anything is sent`, async () => {
    const { code, out, err } = await type(double.url, args, { files: { '/key': '-----BEGIN OPENSSH PRIVATE KEY-----' } });
    assert.deepEqual([code, out], [2, ''], err);
    assert.match(err, says);
    assert.deepEqual(double.arrived, []);
  });
}

const SETTINGS: readonly (readonly [environment: Record<string, string>, says: RegExp])[] = [
  [{ BOREAL_URL: '' }, /BOREAL_URL is not set/],
  [{ BOREAL_URL: 'gpu.example.com' }, /not the address of a site/],
  [{ BOREAL_URL: 'ftp://gpu.example.com' }, /not the address of a site/],
  [{ BOREAL_URL: 'https://me:pass@gpu.example.com' }, /must not contain/],
  [{ BOREAL_URL: 'https://gpu.example.com/console' }, /alone: https:\/\/gpu\.example\.com/],
  [{ BOREAL_URL: 'http://gpu.example.com' }, /anybody on the way/],
  [{ BOREAL_URL: 'http://127.0.0.1.example.com' }, /anybody on the way/],
  [{ BOREAL_API_KEY: '' }, /BOREAL_API_KEY is not set/],
  [{ BOREAL_API_KEY: `svc_mcp_${'a'.repeat(40)}` }, /key of an agent/],
  [{ BOREAL_API_KEY: 'gpu_a\nb' }, /characters that no key has/],
];

for (const [environment, says] of SETTINGS) {
  test(`${JSON.stringify(environment)} is refused, and says what to set`, async () => {
    const { code, err } = await type(double.url, ['servers', 'list'], { environment });
    assert.equal(code, 2, err);
    assert.match(err, says);
    assert.ok(!err.includes('pass@') && !err.includes(KEY), err);
    assert.deepEqual(double.arrived, []);
  });
}

test('a key on the command line is refused and not repeated', async () => {
  for (const args of [['servers', 'list', KEY], ['servers', 'list', `--key=${KEY}`], [KEY]]) {
    const { code, out, err } = await type(double.url, args);
    assert.equal(code, 2);
    assert.ok(!`${out}${err}`.includes(KEY), err);
    assert.match(err, /Revoke it/);
  }
});

test('every command and every noun explains itself, in both languages, without settings', async () => {
  const nouns = commandNames.map((name) => name.split(' ')[0] ?? '');
  const asked = [[], ...new Set([...commandNames, ...nouns])].map((name) => (typeof name === 'string' ? name.split(' ') : name));
  for (const args of asked) {
    const help = async (LANG: string) => {
      const { code, out, err } = await type('', [...args, '--help'], { environment: { LANG, BOREAL_URL: '', BOREAL_API_KEY: '' } });
      assert.deepEqual([code, err], [0, ''], args.join(' '));
      assert.doesNotMatch(out, /undefined|\[object|`/, args.join(' '));
      return out;
    };
    const [english, french] = [await help('C'), await help('fr_CA.UTF-8')];
    assert.match(english, /^Usage: /m);
    assert.match(french, /^Utilisation : /m);
  }
  assert.equal((await type('', ['help', 'servers', 'deploy'])).out, (await type('', ['servers', 'deploy', '--help'])).out);
});

test('what is shown of a list is in its row’s answer', () => {
  for (const [name, command] of Object.entries(commandLine)) {
    const view = Object.entries(views).find(([known]) => known === name)?.[1];
    if (view?.columns === undefined || view.rows !== undefined || command.row.kind === 'document') continue;
    const schema = JSON.stringify(z.toJSONSchema(command.row.data, { unrepresentable: 'any' }));
    for (const part of view.columns.flatMap((path) => path.split('.'))) assert.ok(schema.includes(`"${part}":`), `${name}: ${part}`);
  }
});
