import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDouble } from '../sdk/testing.ts';
import { type } from './testing.ts';

const double = await openDouble();
after(() => double.close());

/** What clears a screen, renames a window, writes into the clipboard, turns a line around, or fakes another line. */
const HOSTILE = 'one\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u200b\u{e0041}\r\nsrv_fake  ACTIVE\u007f';
const CONTROLS = /[\p{Cc}\p{Cf}\u{e0000}-\u{e007f}]/u;

test('nothing that a server is named reaches the terminal as a command, in a table or as facts', async () => {
  const server = { id: 'srv_1', name: HOSTILE, status: 'ACTIVE', gpu: HOSTILE, [HOSTILE]: 1, labels: [HOSTILE], inside: { it: HOSTILE } };
  double.answer = ({ path }) => ({ status: 200, json: { data: path.includes('srv_1') ? server : [server] } });
  for (const args of [
    ['servers', 'list'],
    ['servers', 'show', 'srv_1'],
  ]) {
    const { code, out } = await type(double.url, args);
    assert.equal(code, 0);
    for (const line of out.split('\n')) assert.doesNotMatch(line, CONTROLS);
  }
  const { out } = await type(double.url, ['servers', 'list']);
  assert.equal(out.trimEnd().split('\n').length, 2, 'a name made a line of its own');
});

test('JSON has every character, and none that a terminal obeys', async () => {
  double.answer = () => ({ status: 200, json: { data: [{ name: HOSTILE, emoji: '👩🏽‍🚀' }] } });
  const { out } = await type(double.url, ['servers', 'list', '--json']);
  for (const line of out.split('\n')) assert.doesNotMatch(line, CONTROLS);
  assert.deepEqual(JSON.parse(out), [{ name: HOSTILE, emoji: '👩🏽‍🚀' }]);
});

test('a refusal, a quote and a redirect cannot command the terminal either', async () => {
  const lines = async (args: readonly string[]) => {
    const { out, err } = await type(double.url, args, { answers: ['n'] });
    for (const line of `${out}${err}`.split('\n')) assert.doesNotMatch(line, CONTROLS, args.join(' '));
  };
  const action = { label: HOSTILE, url: HOSTILE };
  const refusal = { error: HOSTILE, message: HOSTILE, alternatives: [HOSTILE], issues: [{ path: HOSTILE, message: HOSTILE }] };
  double.answer = () => ({ status: 400, json: { ...refusal, accountAction: { action } } });
  await lines(['servers', 'list']);
  await lines(['servers', 'list', '--json']);
  const quote = {
    name: HOSTILE,
    region: HOSTILE,
    spot: false,
    reasons: [HOSTILE],
    requiredCredits: 1,
    currentBalance: 1,
    pricing: { hourly: 1 },
  };
  for (const deployable of [true, false]) {
    double.answer = () => ({ status: 200, json: { data: { ...quote, deployable } } });
    await lines(['servers', 'deploy', 'l4-x1', '--ssh-key', 'ssh_1']);
  }
  double.answer = () => ({ status: 200, json: { data: { id: 'srv_1', name: HOSTILE } } });
  await lines(['servers', 'delete', 'srv_1']);
  double.answer = () => ({ status: 200, json: { data: { id: 'srv_1', status: HOSTILE, task: null } } });
  await lines(['servers', 'reboot', 'srv_1', '--wait']);
});

test('a table is aligned, figures to the right, and an empty one is a sentence', async () => {
  const plan = (id: string, hourly: number) => ({
    id,
    gpu: 'L4',
    specs: { vcores: 8, ram: 64, localStorage: 0 },
    spot: false,
    pricing: { hourly },
  });
  double.answer = () => ({ status: 200, json: { data: [plan('l4-x1', 0.5), plan('h100-x8', 31.25)] } });
  const { out } = await type(double.url, ['plans']);
  const [titles = '', ...rows] = out.trimEnd().split('\n');
  assert.equal(rows.length, 2);
  const end = titles.indexOf('HOURLY') + 'HOURLY'.length;
  assert.deepEqual(
    rows.map((row) => row.slice(0, end).trim().split(' ').at(-1)),
    ['0.5', '31.25'],
  );
  double.answer = () => ({ status: 200, json: { data: [] } });
  assert.equal((await type(double.url, ['plans'])).out, 'There are none.\n');
});
