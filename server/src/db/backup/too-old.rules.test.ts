import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs, DAY_MS } from '../../kit/clock.ts';
import { tooOldBefore } from './too-old.rules.ts';

const now = new Date('2026-12-01T03:00:00Z');
const daysAgo = (days: number) => addMs(now, -days * DAY_MS);

test('a clock that is set a year ahead takes away no backup that was not too old before', () => {
  const ahead = addMs(now, 365 * DAY_MS);
  assert.deepEqual(tooOldBefore({ now: ahead, before: daysAgo(1), keepDays: 7 }), daysAgo(8));
});

test('with a copy each day, those of the days that were asked for are kept, and one before', () => {
  assert.deepEqual(tooOldBefore({ now, before: daysAgo(1), keepDays: 7 }), daysAgo(8));
});

test('a copy that is of a time to come, or of none, moves nothing', () => {
  assert.deepEqual(tooOldBefore({ now, before: addMs(now, DAY_MS), keepDays: 7 }), daysAgo(7));
  assert.deepEqual(tooOldBefore({ now, before: null, keepDays: 7 }), daysAgo(7));
});
