import { expect, test } from 'vitest';
import { ServerSort } from './server-sort.ts';
import { sortServers } from './sort-servers.rules.ts';

const base = { gpu: '1× L4', ipv4: null, sshPort: null, hourlyRate: 1.09, monthlyCost: 795.7, createdAt: '2026-11-01T00:00:00Z' } as const;
const servers = [
  { ...base, name: 'node-10', status: 'ACTIVE', ipv4: '198.18.0.9', sshPort: 22 },
  { ...base, name: 'Éclair', status: 'HIBERNATED', createdAt: '2026-11-03T00:00:00Z' },
  {
    ...base,
    name: 'node-2',
    status: 'STOPPED',
    ipv4: '198.18.0.10',
    sshPort: 22,
    hourlyRate: 3.99,
    monthlyCost: 2912.7,
    gpu: '1× H100 SXM',
  },
  { ...base, name: 'zebra', status: 'ERROR', hourlyRate: null, monthlyCost: 500, createdAt: '2026-10-01T00:00:00Z' },
] as const;
const names = (sort: ServerSort | null, desc = false) => sortServers(servers, { sort, desc }).map(({ name }) => name);

test('servers are sorted as people count and spell', () => {
  expect(names('name')).toEqual(['Éclair', 'node-2', 'node-10', 'zebra']);
  expect(names('name', true)).toEqual(['zebra', 'node-10', 'node-2', 'Éclair']);
  expect(names('address').slice(0, 2)).toEqual(['node-10', 'node-2']);
  expect(names('created')).toEqual(['zebra', 'node-10', 'node-2', 'Éclair']);
  expect(names(null)).toEqual(servers.map(({ name }) => name));
});

test('what has no figure comes last, whichever way one sorts', () => {
  expect(names('rate').at(-1)).toBe('zebra');
  expect(names('rate', true)).toEqual(['node-2', 'node-10', 'Éclair', 'zebra']);
  expect(names('cost').at(-1), 'a hibernated server costs nothing now').toBe('Éclair');
  expect(names('cost', true).at(-1)).toBe('Éclair');
  expect(names('address', true).slice(0, 2)).toEqual(['node-2', 'node-10']);
});

test('every column sorts without losing a server', () => {
  for (const sort of ServerSort.options) expect(names(sort).toSorted()).toEqual(names(null).toSorted());
});
