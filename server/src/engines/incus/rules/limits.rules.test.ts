import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Instance, InstanceState } from '../client/incus-shapes.ts';
import { exceededLimits } from './limits.rules.ts';

const instance = Instance.parse({
  name: 'srv-1',
  type: 'container',
  status: 'Running',
  location: 'none',
  architecture: 'x86_64',
  description: '',
  ephemeral: false,
  stateful: false,
  profiles: [],
  config: { 'limits.cpu': '2', 'limits.memory': '4GiB' },
  devices: { root: { type: 'disk', size: '10GiB' } },
  created_at: '',
  last_used_at: '',
});
const GIB = 2 ** 30;
const state = (cpu: number, memory: number, root: number) =>
  InstanceState.parse({ cpu: { allocated_time: cpu * 1e9 }, memory: { total: memory * GIB }, disk: { root: { total: root * GIB } } });

test('a machine that has more than it was set to is told, and one that has as much or less is not', () => {
  assert.deepEqual(exceededLimits(instance, state(2, 4, 10)), []);
  assert.deepEqual(exceededLimits(instance, state(1, 2, 0)), []);
  assert.deepEqual(exceededLimits(instance, InstanceState.parse({ disk: null })), []);
  assert.deepEqual(exceededLimits(instance, state(3, 4, 10)), ['limits.cpu: 3 instead of 2']);
  assert.equal(exceededLimits(instance, state(3, 5, 11)).length, 3);
  assert.deepEqual(exceededLimits({ ...instance, config: {} }, state(64, 512, 10)), []);
  assert.deepEqual(exceededLimits({ ...instance, type: 'virtual-machine' }, state(3, 5, 11)), []);
});
