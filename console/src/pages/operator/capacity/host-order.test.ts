import type { HostWithGpus } from '@boreal/contract/operator/operator.ts';
import { expect, test } from 'vitest';
import { arrangeHosts, readHostFilter, viewOf } from './host-order.rules.ts';

const host = (name: string, more: Partial<HostWithGpus> = {}): HostWithGpus => ({
  id: name,
  poolId: 'pool_1',
  name,
  state: 'accepting',
  stateSince: null,
  stateWhy: null,
  silentSince: null,
  silentWhy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  poolIds: ['pool_1'],
  free: 0,
  used: 0,
  setAside: 0,
  refusals: [],
  canMove: false,
  gpus: [],
  cores: null,
  memoryGb: null,
  storages: [],
  shared: null,
  servers: [],
  ...more,
});
const hosts = [
  host('l4-10', { used: 1, state: 'offline' }),
  host('l4-02', { used: 8, silentSince: '2026-02-01T00:00:00.000Z' }),
  host('h100-1', { used: 4, state: 'draining', silentSince: '2026-01-01T00:00:00.000Z' }),
];
const names = (search: Record<string, unknown>) => arrangeHosts(hosts, readHostFilter(search)).map(({ name }) => name);

test('hosts stay in their order until a heading is pressed', () => {
  expect(names({})).toEqual(['l4-10', 'l4-02', 'h100-1']);
  expect(names({ sort: 'nothing of the kind' })).toEqual(['l4-10', 'l4-02', 'h100-1']);
});

test('hosts are sorted by each heading, and those that answer come after those that do not', () => {
  expect(names({ sort: 'name' })).toEqual(['h100-1', 'l4-02', 'l4-10']);
  expect(names({ sort: 'used', desc: true })).toEqual(['l4-02', 'h100-1', 'l4-10']);
  expect(names({ sort: 'state' })).toEqual(['l4-02', 'h100-1', 'l4-10']);
  expect(names({ sort: 'silent' })).toEqual(['h100-1', 'l4-02', 'l4-10']);
  expect(names({ sort: 'silent', desc: true })).toEqual(['l4-02', 'h100-1', 'l4-10']);
});

test('a filter leaves the hosts of a name, and of a state', () => {
  expect(names({ search: ' L4' })).toEqual(['l4-10', 'l4-02']);
  expect(names({ state: 'silent', search: 'l4' })).toEqual(['l4-02']);
  expect(names({ state: 'draining' })).toEqual(['h100-1']);
});

test('a fleet that would be many screens long is a map, unless somebody chose otherwise', () => {
  expect([19, 24, 25, 100].map((hosts) => viewOf(readHostFilter({}), hosts))).toEqual(['cards', 'cards', 'map', 'map']);
  expect(viewOf(readHostFilter({ view: 'map' }), 2)).toBe('map');
  expect(viewOf(readHostFilter({ view: 'cards' }), 100)).toBe('cards');
  expect(viewOf(readHostFilter({ view: 'globe' }), 100)).toBe('map');
});
