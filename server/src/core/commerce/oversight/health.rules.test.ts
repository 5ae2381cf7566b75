import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { judgeHealth, type SeenHealth } from './health.rules.ts';

const now = new Date('2027-01-15T12:00:00Z');
const before = (ms: number) => addMs(now, -ms);
const good: SeenHealth = {
  now,
  wall: now,
  scale: 1,
  billedThrough: before(MINUTE_MS),
  hoursUnbilled: 0,
  proof: { provenAt: before(8 * HOUR_MS), broken: 0 },
  copies: { keptBy: 'boreal', newest: () => before(3 * HOUR_MS) },
};
const statesOf = (seen: Partial<SeenHealth> = {}) => {
  const { meter, hours, ledger, copies } = judgeHealth({ ...good, ...seen });
  return [meter.state, hours.state, ledger.state, copies.state];
};

test('what is as it should be is right, and says how it is', () => {
  assert.deepEqual(judgeHealth(good), {
    meter: { state: 'right', behindSeconds: 60 },
    hours: { state: 'right', unbilled: 0 },
    ledger: { state: 'right', provenAt: '2027-01-15T04:00:00.000Z', broken: 0 },
    copies: { state: 'right', keptBy: 'boreal', newestAt: '2027-01-15T09:00:00.000Z', ageSeconds: 3 * 3600 },
  });
});

test('each is wrong when its alert rings, and no other with it', () => {
  assert.deepEqual(statesOf({ billedThrough: before(16 * MINUTE_MS) }), ['wrong', 'right', 'right', 'right']);
  assert.deepEqual(statesOf({ billedThrough: before(15 * MINUTE_MS) }), ['right', 'right', 'right', 'right']);
  assert.deepEqual(statesOf({ hoursUnbilled: 1 }), ['right', 'wrong', 'right', 'right']);
  assert.deepEqual(statesOf({ proof: { provenAt: now, broken: 1 } }), ['right', 'right', 'wrong', 'right']);
  assert.deepEqual(statesOf({ proof: { provenAt: before(2 * DAY_MS + 1), broken: 0 } }), ['right', 'right', 'wrong', 'right']);
  assert.deepEqual(statesOf({ copies: { keptBy: 'boreal', newest: () => before(26 * HOUR_MS + 1) } }), [
    'right',
    'right',
    'right',
    'wrong',
  ]);
});

test('what nobody has measured yet, or cannot know, is neither right nor wrong; a database that is not copied is wrong', () => {
  assert.deepEqual(statesOf({ proof: null, copies: { keptBy: 'boreal', newest: () => undefined } }), [
    'right',
    'right',
    'unknown',
    'unknown',
  ]);
  assert.equal(statesOf({ copies: { keptBy: 'others' } })[3], 'unknown');
  for (const copies of [{ keptBy: 'nobody' }, { keptBy: 'boreal', newest: () => null }] as const)
    assert.equal(statesOf({ copies })[3], 'wrong');
});

test('a demo whose clock runs fast is not behind, and a copy is as old as it is in real time', () => {
  assert.equal(statesOf({ scale: 120, billedThrough: before(2 * HOUR_MS) })[0], 'right');
  assert.equal(statesOf({ wall: before(3 * HOUR_MS - MINUTE_MS) })[3], 'right');
});
