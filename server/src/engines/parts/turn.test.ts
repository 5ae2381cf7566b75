import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import { addMs, MINUTE_MS } from '../../kit/clock.ts';
import { createLongWork } from './turn.ts';

const { signal } = new AbortController();
const [glance, patient] = [
  { signal, left: () => 0 },
  { signal, left: () => 60_000 },
];

/** Work that somebody began and left, and that has ended so many minutes ago. */
async function endedAgo(minutes: number, outcome: () => Promise<string>) {
  let now = new Date(0);
  const long = createLongWork<string>({ wall: () => now });
  const gate = Promise.withResolvers<void>();
  assert.equal(await long.do(glance, 'key', () => gate.promise.then(outcome)), 'later');
  gate.resolve();
  assert.equal(await long.goesOn(patient, 'key'), false);
  await later();
  now = addMs(now, minutes * MINUTE_MS);
  return long;
}

test('what became of work is told to whoever asks for it while that is news', async () => {
  const done = await endedAgo(10, async () => 'done');
  assert.deepEqual(await done.do(patient, 'key', async () => 'anew'), { outcome: 'done' });
  assert.deepEqual(await done.do(patient, 'key', async () => 'anew'), { outcome: 'anew' });
  const failed = await endedAgo(10, () => Promise.reject(new Error('no room')));
  await assert.rejects(
    failed.do(patient, 'key', async () => 'anew'),
    /no room/,
  );
});

test('what became of work long ago says nothing to who asks now: it is begun anew', async () => {
  for (const outcome of [async () => 'done', () => Promise.reject(new Error('no room'))]) {
    const long = await endedAgo(20, outcome);
    assert.deepEqual(await long.do(patient, 'key', async () => 'anew'), { outcome: 'anew' });
  }
});

test('work that goes on for long is not begun anew beside itself', async () => {
  let now = new Date(0);
  const long = createLongWork<string>({ wall: () => now });
  const gate = Promise.withResolvers<string>();
  assert.equal(await long.do(glance, 'key', () => gate.promise), 'later');
  now = addMs(now, 60 * MINUTE_MS);
  assert.equal(await long.do(glance, 'key', async () => 'anew'), 'later');
  gate.resolve('done');
  assert.deepEqual(await long.do(patient, 'key', async () => 'anew'), { outcome: 'done' });
});
