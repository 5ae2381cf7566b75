import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDouble, type Reply } from '../sdk/testing.ts';
import { type } from './testing.ts';

const double = await openDouble();
after(() => double.close());

const START = ['servers', 'start', 'srv_1', '--wait'];

/** Accepts the action, and shows the server as it is at each look. */
function shows(...looks: readonly (readonly [status: string, task?: string] | Reply)[]): void {
  let at = 0;
  double.answer = ({ method }) => {
    if (method === 'POST') return { status: 200, json: { data: { id: 'srv_1', action: 'start', status: 'accepted' } } };
    const look = looks[Math.min(at, looks.length - 1)] ?? 'cut';
    at += 1;
    if (typeof look === 'string' || 'status' in look) return look;
    const [status, task = null] = look;
    return { status: 200, json: { data: { id: 'srv_1', status, task } } };
  };
}

test('it waits until the server is what was asked for, says each change once, and prints it as it is then', async () => {
  shows(['STOPPED', 'starting'], ['STOPPED', 'starting'], ['ACTIVE']);
  const { code, out, err } = await type(double.url, [...START, '--json']);
  assert.equal(code, 0, err);
  assert.equal(JSON.parse(out).status, 'ACTIVE');
  assert.deepEqual(
    err
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\d+ s: /, '')),
    ['STOPPED, starting', 'ACTIVE'],
  );
});

test('a Boreal that is away for a while does not end the wait', async () => {
  shows({ status: 502, text: '<html>', headers: { 'retry-after': '1000' } }, ['ACTIVE']);
  assert.equal((await type(double.url, START)).code, 0);
});

test('a server that ends as something else ends the wait with 5', async () => {
  shows(['ERROR']);
  const { code, out, err } = await type(double.url, START);
  assert.deepEqual([code, out], [5, '']);
  assert.match(err, /is ERROR, not ACTIVE[^]*servers events srv_1/);
});

test('a wait has an end, and says that the server goes on', async () => {
  shows(['STOPPED', 'starting']);
  const { code, err } = await type(double.url, ['servers', 'start', 'srv_1', '--wait-minutes', '0.0001']);
  assert.equal(code, 5);
  assert.match(err, /WAITED_TOO_LONG/);
});

test('a server that is gone meanwhile is not waited for', async () => {
  shows({ status: 404, json: { error: 'NOT_FOUND', message: 'No such server.' } });
  assert.equal((await type(double.url, START)).code, 1);
});
