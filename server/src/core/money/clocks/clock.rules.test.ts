import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourStart, paidUntil, phaseMs } from './clock.rules.ts';

const at = (time: string) => new Date(`2026-12-01T${time}Z`);

test('an hour begins at the anchor and every hour after it', () => {
  assert.deepEqual(hourStart(at('10:20:00.000'), at('10:19:00.000')), at('10:20:00.000'));
  assert.deepEqual(hourStart(at('10:20:00.000'), at('11:19:59.999')), at('10:20:00.000'));
  assert.deepEqual(hourStart(at('10:20:00.000'), at('11:20:00.000')), at('11:20:00.000'));
});

test('a stopped run is paid to the end of the hour in which it stopped, at least of its first', () => {
  assert.deepEqual(paidUntil(at('10:20:00.000'), at('10:20:00.000')), at('11:20:00.000'));
  assert.deepEqual(paidUntil(at('10:20:00.000'), at('11:20:00.001')), at('12:20:00.000'));
});

test('a run that stops exactly on the hour has not begun the next one', () => {
  assert.deepEqual(paidUntil(at('10:20:00.000'), at('11:20:00.000')), at('11:20:00.000'));
});

test('the phase of an anchor is its place in the hour', () => {
  assert.equal(phaseMs(at('10:20:00.007')), 20 * 60_000 + 7);
});
