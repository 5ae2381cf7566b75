import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs, DAY_MS, SECOND_MS } from '../kit/clock.ts';
import { handClock } from '../kit/hand-clock.ts';
import type { Follower, Notifications } from './notifications.ts';
import { onlyWhenTold } from './only-when-told.ts';
import { TESTS_BEGIN } from './testing.ts';

test('what runs only when told runs the first time, when told, when nothing is heard, after a failure, and from time to time', async () => {
  let clock = handClock(TESTS_BEGIN);
  const followers: Follower[] = [];
  let heard = true;
  const notifications: Notifications = {
    heard: () => heard,
    follow: (_channel, follower) => void followers.push(follower),
    close: async () => undefined,
  };
  let runs = 0;
  let fails = false;
  const work = async () => {
    runs += 1;
    if (fails) throw new Error('the database is away');
  };
  const run = onlyWhenTold(work, {
    notifications,
    channel: 'mail_waits',
    atLeastEveryMs: 10 * SECOND_MS,
    clock: { wall: () => clock.wall() },
  });
  const ranAfter = async (change: () => void = () => undefined) => {
    change();
    const before = runs;
    await run().catch(() => undefined);
    return runs > before;
  };

  assert.equal(await ranAfter(), true, 'the first time');
  assert.equal(await ranAfter(), false);
  assert.equal(await ranAfter(() => followers[0]?.onTold('')), true, 'told');
  assert.equal(await ranAfter(), false);
  assert.equal(await ranAfter(() => followers[0]?.onGap()), true, 'something may have been missed');
  assert.equal(await ranAfter(() => (heard = false)), true, 'not heard');
  assert.equal(await ranAfter(() => (heard = true)), false);
  assert.equal(await ranAfter(() => clock.advance(10 * SECOND_MS)), true, 'long ago');
  assert.equal(await ranAfter(() => (clock = handClock(addMs(clock.wall(), -DAY_MS)))), true, 'the clock was set back');
  fails = true;
  assert.equal(await ranAfter(() => followers[0]?.onTold('')), true);
  assert.equal(await ranAfter(), true, 'it failed');
});
