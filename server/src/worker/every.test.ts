import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../kit/clock.ts';
import { every } from './every.ts';

test('what runs once a day and failed is tried again long before tomorrow, and then waits for its day', async () => {
  const stopping = new AbortController();
  const done = Promise.withResolvers<void>();
  const errors: unknown[] = [];
  let runs = 0;
  const ended = every(
    DAY_MS,
    async () => {
      runs += 1;
      if (runs < 3) throw new Error('the disk is full');
      done.resolve();
    },
    { signal: stopping.signal, onError: (error) => errors.push(error), retryMs: 1 },
  );
  await done.promise;
  stopping.abort();
  await ended;
  assert.deepEqual([runs, errors.length], [3, 2]);
});
