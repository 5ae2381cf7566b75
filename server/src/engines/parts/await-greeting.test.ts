import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitGreeting } from './await-greeting.ts';
import type { SshProbe } from './ssh-probe.ts';

const at = { ipv4: '203.0.113.7', hostName: 'gpu-1' };
const { signal } = new AbortController();
/** A call that may wait for so long, however long that really takes. */
const turnOf = (ms: number) => {
  let left = ms;
  return { signal, left: () => (left -= 1) };
};

test('a machine is up when its port answers, and is asked until it does', async () => {
  const limits: number[] = [];
  const probe: SshProbe = async (_, { limitMs }) => limits.push(limitMs) === 40;
  assert.equal(await awaitGreeting(turnOf(100_000), probe, at, () => false), true);
  assert.deepEqual([limits.length, limits[0], limits[10], limits.at(-1)], [40, 30, 100, 400]);
});

test('a machine whose port stays silent is not up when the call is over, unless it is trusted', async () => {
  const silent: SshProbe = async () => false;
  assert.equal(await awaitGreeting(turnOf(50), silent, at, () => false), false);
  assert.equal(await awaitGreeting(turnOf(50), silent, at, () => true), true);
});

test('when the time is over, a guest that is slow to greet is waited for, and one that comes up meanwhile is noticed', async () => {
  const over = { signal, left: () => 0 };
  const slow: SshProbe = (_, { limitMs }) => Promise.resolve(limitMs === 1000);
  assert.equal(await awaitGreeting(over, slow, at, () => false, { lastTryMs: 1000 }), true);
  assert.equal(await awaitGreeting(over, slow, at, () => false), false);

  let tries = 0;
  const lost = Promise.withResolvers<boolean>();
  // What reached nobody waits for an answer to the end, or until it is broken off.
  const comesUp: SshProbe = async (_, options) => {
    tries += 1;
    if (tries > 1) return true;
    options.signal.addEventListener('abort', () => lost.resolve(false));
    return lost.promise;
  };
  assert.equal(await awaitGreeting(over, comesUp, at, () => false, { lastTryMs: 1000 }), true);
  assert.equal(await lost.promise, false);
  assert.equal(tries, 2);
});
