import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { HostRoom } from '../../capacity/hosts/host-rooms.store.ts';
import { planMoves, type RestingServer } from './plan-moves.rules.ts';

type Free = Readonly<Record<string, number>>;

/** A host with this many free GPUs, of one pool or of several. */
function room(hostName: string, free: number | Free, more: Partial<HostRoom> = {}): HostRoom {
  const unknown = { machine: { cores: null, memoryGb: null }, disks: { systemGb: null, workGb: null, shared: false } };
  return {
    hostId: `host_${hostName}`,
    hostName,
    freeGpus: new Map(Object.entries(typeof free === 'number' ? { pool: free } : free)),
    addresses: null,
    ...unknown,
    ...more,
  };
}

function server(id: string, gpuCount = 1, more: Partial<RestingServer> = {}): RestingServer {
  const sizes = { vcores: 10, ramGb: 100, storageGb: 50, localStorageGb: 500 };
  return { id, hostId: 'drained', poolId: 'pool', gpuCount, keepsAddress: false, ...sizes, ...more };
}

/** `moves | stuck`, by id. */
function planned(rooms: readonly HostRoom[], resting: readonly RestingServer[], perHost = 4): string {
  const { moves, stuck } = planMoves({ rooms, resting, perHost });
  return [moves, stuck].map((servers) => servers.map(({ id }) => id).join(' ')).join(' | ');
}

const CASES: readonly [what: string, is: string, shouldBe: string][] = [
  ['without room nobody moves', planned([room('a', 0)], [server('1'), server('2')]), ' | 1 2'],
  ['without a host nobody moves', planned([], [server('1')]), ' | 1'],
  ['the oldest go first', planned([room('a', 2)], [server('2'), server('1'), server('3')]), '1 2 | 3'],
  ['the largest go before', planned([room('a', 4)], [server('1'), server('2', 4)]), '2 | 1'],
  ['one that does not fit is in nobody’s way', planned([room('a', 3)], [server('1', 4), server('2')]), '2 | 1'],
  ['the GPUs of two hosts are no room for one', planned([room('a', 1), room('b', 1)], [server('1', 2), server('2')]), '2 | 1'],
  ['small ones leave whole hosts free', planned([room('a', 4), room('b', 1)], [server('1', 4), server('2')]), '1 2 | '],
  ['room in another pool is none', planned([room('a', { other: 8 })], [server('1')]), ' | 1'],
  [
    'the pools of a host share its memory',
    planned(
      [room('a', { pool: 2, other: 2 }, { machine: { cores: null, memoryGb: 199 } })],
      [server('1', 2), server('2', 1, { poolId: 'other' })],
    ),
    '1 | 2',
  ],
  ['a few of each host at a time', planned([room('a', 3)], [server('1'), server('2'), server('3')], 2), '1 2 | '],
  [
    'who will have no room then is told now',
    planned(
      [room('a', 3)],
      ['1', '2', '3', '4'].map((id) => server(id)),
      2,
    ),
    '1 2 | 4',
  ],
  [
    'and of one host as many as of the other',
    planned([room('a', 2)], [server('1'), server('2'), server('3', 1, { hostId: 'too' })], 1),
    '1 3 | 2',
  ],
  ['without an address there is no room', planned([room('a', 2, { addresses: 1 })], [server('1'), server('2')]), '1 | 2'],
  [
    'but for who brings one along',
    planned([room('a', 2, { addresses: 0 })], [server('1'), server('2', 1, { keepsAddress: true })]),
    '2 | 1',
  ],
  [
    'without cores there is no room',
    planned([room('a', 2, { machine: { cores: 19, memoryGb: null } })], [server('1'), server('2')]),
    '1 | 2',
  ],
  ['without memory there is none', planned([room('a', 2, { machine: { cores: 20, memoryGb: 199 } })], [server('1'), server('2')]), '1 | 2'],
  ['nor without disks of either kind', planned([room('a', 2, disks(99, 1000)), room('b', 2, disks(100, 999))], servers(4)), '1 2 | 3 4'],
  ['which may be one', planned([room('a', 2, { disks: { systemGb: 1099, workGb: 1099, shared: true } })], servers(2)), '1 | 2'],
];

function disks(systemGb: number, workGb: number): Pick<HostRoom, 'disks'> {
  return { disks: { systemGb, workGb, shared: false } };
}

function servers(count: number): RestingServer[] {
  return Array.from({ length: count }, (_, n) => server(String(n + 1)));
}

for (const [what, is, shouldBe] of CASES) test(what, () => assert.equal(is, shouldBe));

test('nothing is promised twice, whoever is stuck has no room in what is left, and nobody is left out', () => {
  const pool = fc.constantFrom('p', 'q');
  const machine = fc.record({ cores: fc.option(fc.nat(60)), memoryGb: fc.option(fc.nat(600)) });
  const rooms = fc.array(
    fc.record({ free: fc.record({ p: fc.nat(8), q: fc.nat(8) }, { requiredKeys: [] }), addresses: fc.option(fc.nat(4)), machine }),
    { maxLength: 5 },
  );
  const resting = fc.array(
    fc.record({ poolId: pool, hostId: fc.constantFrom('x', 'y'), gpuCount: fc.constantFrom(1, 2, 4, 8), keepsAddress: fc.boolean() }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(rooms, resting, fc.integer({ min: 1, max: 5 }), (someRooms, someServers, perHost) => {
      const hosts = someRooms.map(({ free, ...one }, n) => room(`h${n}`, { ...free }, one));
      const servers = someServers.map((one, n) => server(`s${n}`, one.gpuCount, one));
      const { moves, stuck } = planMoves({ rooms: hosts, resting: servers, perHost });
      const later = servers.filter((one) => !moves.includes(one) && !stuck.includes(one));
      assert.equal(moves.length + stuck.length + later.length, servers.length);
      for (const [, ofHost] of Map.groupBy(moves, ({ hostId }) => hostId)) assert.ok(ofHost.length <= perHost);
      for (const { hostId } of later) assert.equal(moves.filter((one) => one.hostId === hostId).length, perHost);

      const left = placed(hosts, [...moves, ...later.toSorted(largestFirst)]);
      assert.ok(left, 'somebody was promised room that is not there');
      for (const one of stuck) assert.equal(placed(left, [one]), null, `${one.id} is told of and has room`);
    }),
    { numRuns: 500 },
  );
});

function largestFirst(a: RestingServer, b: RestingServer): number {
  return b.gpuCount - a.gpuCount || (a.id < b.id ? -1 : 1);
}

/** What is left if each takes the tightest host that has room, as `takeGpus` chooses; null if one finds none. */
function placed(rooms: readonly HostRoom[], servers: readonly RestingServer[]): readonly HostRoom[] | null {
  let left = rooms;
  for (const { poolId, gpuCount, keepsAddress, vcores, ramGb } of servers) {
    const freeIn = ({ freeGpus }: HostRoom) => freeGpus.get(poolId) ?? 0;
    const able = left.filter(
      (one) =>
        freeIn(one) >= gpuCount &&
        (keepsAddress || one.addresses !== 0) &&
        (one.machine.cores === null || one.machine.cores >= vcores) &&
        (one.machine.memoryGb === null || one.machine.memoryGb >= ramGb),
    );
    const fewest = Math.min(...able.map(freeIn));
    const taken = able.filter((one) => freeIn(one) === fewest).toSorted((a, b) => (a.hostName < b.hostName ? -1 : 1))[0];
    if (!taken) return null;
    const { freeGpus, addresses } = taken;
    const { cores, memoryGb } = taken.machine;
    const after = {
      ...taken,
      freeGpus: new Map(freeGpus).set(poolId, freeIn(taken) - gpuCount),
      addresses: addresses !== null && !keepsAddress ? addresses - 1 : addresses,
      machine: { cores: cores === null ? null : cores - vcores, memoryGb: memoryGb === null ? null : memoryGb - ramGb },
    };
    left = left.map((one) => (one === taken ? after : one));
  }
  return left;
}
