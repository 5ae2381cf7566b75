import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planMoves, type HostRoom, type RestingServer } from './plan-moves.rules.ts';

function room(hostName: string, freeGpus: number, more: Partial<HostRoom> = {}): HostRoom {
  return { hostId: `host_${hostName}`, hostName, poolId: 'pool', freeGpus, addresses: null, ...more };
}

function server(id: string, gpuCount = 1, more: Partial<RestingServer> = {}): RestingServer {
  return { id, hostId: 'drained', poolId: 'pool', gpuCount, keepsAddress: false, ...more };
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
  ['room in another pool is none', planned([room('a', 8, { poolId: 'other' })], [server('1')]), ' | 1'],
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
];

for (const [what, is, shouldBe] of CASES) test(what, () => assert.equal(is, shouldBe));

test('nothing is promised twice, whoever is stuck has no room in what is left, and nobody is left out', () => {
  const pool = fc.constantFrom('p', 'q');
  const rooms = fc.array(fc.record({ poolId: pool, freeGpus: fc.nat(8), addresses: fc.option(fc.nat(4)) }), { maxLength: 5 });
  const resting = fc.array(
    fc.record({ poolId: pool, hostId: fc.constantFrom('x', 'y'), gpuCount: fc.constantFrom(1, 2, 4, 8), keepsAddress: fc.boolean() }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(rooms, resting, fc.integer({ min: 1, max: 5 }), (someRooms, someServers, perHost) => {
      const hosts = someRooms.map((one, n) => room(`h${n}`, one.freeGpus, one));
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

/** What is left when each takes the tightest host that has room, as `takeGpus` chooses; null when one finds none. */
function placed(rooms: readonly HostRoom[], servers: readonly RestingServer[]): readonly HostRoom[] | null {
  let left = rooms;
  for (const { poolId, gpuCount, keepsAddress } of servers) {
    const able = left.filter((one) => one.poolId === poolId && one.freeGpus >= gpuCount && (keepsAddress || one.addresses !== 0));
    const fewest = Math.min(...able.map(({ freeGpus }) => freeGpus));
    const taken = able.filter(({ freeGpus }) => freeGpus === fewest).toSorted((a, b) => (a.hostName < b.hostName ? -1 : 1))[0];
    if (!taken) return null;
    const { freeGpus, addresses } = taken;
    const after = { ...taken, freeGpus: freeGpus - gpuCount, addresses: addresses !== null && !keepsAddress ? addresses - 1 : addresses };
    left = left.map((one) => (one === taken ? after : one));
  }
  return left;
}
