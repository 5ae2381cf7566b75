import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Instance } from '../client/incus-shapes.ts';
import { marks, wasUsed } from './machine-marks.rules.ts';
import { powerOf } from './observed.rules.ts';

const boot = '2026-11-22T05:00:00Z';

function off(config: Record<string, string>): Instance {
  return Instance.parse({
    name: 'srv-1',
    type: 'container',
    status: 'Stopped',
    location: 'none',
    architecture: 'x86_64',
    description: '',
    ephemeral: false,
    stateful: false,
    profiles: [],
    config: { [marks.ready]: boot, ...config },
    devices: {},
    created_at: boot,
    last_used_at: boot,
  });
}

test('what a guest says of itself changes nothing: one that calls itself ready runs', () => {
  for (const status of ['Running', 'Ready']) {
    const on = Instance.parse({ ...off({}), status });
    assert.equal(on.status, 'Running');
    assert.equal(powerOf(on, null), 'running');
  }
});

test('a machine whose host went down under it is still to start; one that was switched off is off', () => {
  const underIt = { 'volatile.last_state.power': 'RUNNING' };
  assert.equal(powerOf(off(underIt), null), 'starting');
  assert.equal(powerOf(off({ 'volatile.last_state.power': 'STOPPED' }), null), 'stopped');
  // Asked to end in that boot, asleep, or not able to start.
  assert.equal(powerOf(off({ ...underIt, [marks.stopping]: boot }), null), 'stopped');
  assert.equal(powerOf(off({ ...underIt, [marks.hibernated]: 'true' }), null), 'hibernated');
  assert.equal(powerOf(off({ ...underIt, [marks.failure]: 'no_capacity' }), null), 'failed');
});

test('whoever had a machine may have closed SSH on it: that is known of one that was ready, hibernated, or made from a backup', () => {
  const of = (config: Record<string, string>) => wasUsed({ config });
  assert.deepEqual([of({}), of({ [marks.ready]: 'a boot' }), of({ [marks.used]: 'true' })], [false, true, true]);
});
