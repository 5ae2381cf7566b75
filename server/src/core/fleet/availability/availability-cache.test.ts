import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { handClock } from '../../../kit/hand-clock.ts';
import { createAvailabilityCache } from './availability-cache.ts';

function setUp() {
  const clock = handClock(new Date('2026-03-01T12:00:00.000Z'));
  const seen = { computed: 0, broken: false };
  const cache = createAvailabilityCache({
    clock,
    compute: async () => {
      seen.computed += 1;
      if (seen.broken) throw new Error('the database is away');
      return { region: 'canada-montreal', updatedAt: clock.now().toISOString(), models: [] };
    },
  });
  return { clock, seen, cache };
}

test('many who ask at once share one computation, and the answer is kept for a minute', async () => {
  const { clock, seen, cache } = setUp();
  const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get()));
  assert.equal(seen.computed, 1);
  assert.equal(new Set(answers).size, 1);
  assert.deepEqual(JSON.parse(answers[0]?.body ?? ''), {
    data: { region: 'canada-montreal', updatedAt: answers[0]?.updatedAt, models: [] },
  });

  clock.advance(MINUTE_MS - 1);
  assert.equal(await cache.get(), answers[0]);
  clock.advance(1);
  const fresh = await cache.get();
  assert.equal(seen.computed, 2);
  assert.equal(fresh.updatedAt, clock.now().toISOString());
  assert.notEqual(fresh.etag, answers[0]?.etag);
  assert.match(fresh.etag, /^"[\w-]{22}"$/);
});

test('when a refresh fails the older answer stands, and the next try comes soon but not at once', async () => {
  const { clock, seen, cache } = setUp();
  const first = await cache.get();
  seen.broken = true;
  clock.advance(MINUTE_MS);
  assert.deepEqual(await Promise.all([cache.get(), cache.get()]), [first, first]);
  assert.equal(await cache.get(), first);
  assert.equal(seen.computed, 2);

  seen.broken = false;
  clock.advance(5 * SECOND_MS);
  assert.notEqual((await cache.get()).updatedAt, first.updatedAt);
});

test('without any answer a failure is told, and the next caller tries again', async () => {
  const { seen, cache } = setUp();
  seen.broken = true;
  await assert.rejects(async () => cache.get(), /the database is away/);
  seen.broken = false;
  assert.equal((await cache.get()).updatedAt, '2026-03-01T12:00:00.000Z');
});
