import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseVictims, type HostShare, type Needed, type Promised, type SpotHolder } from './choose-victims.rules.ts';

/** A spot server of `cards` GPUs that was placed at minute `placed`; its name. */
function spot(placed: number, gpus = 1): SpotHolder {
  const serverId = `srv_${String(placed).padStart(2, '0')}`;
  return { serverId, accountId: 'acc', gpus, vcores: gpus * 10, ramGb: gpus * 100, takenAt: new Date(placed * 60_000) };
}

function host(name: string, open: number, ...holders: SpotHolder[]): HostShare {
  const room = { cores: null, memoryGb: null };
  return { hostId: name, poolId: 'pool', hostName: name, open, room, roomNow: room, awaitsAddress: false, spot: holders };
}

function needing(gpuCount: number): Needed {
  return { gpuCount, vcores: gpuCount * 10, ramGb: gpuCount * 100 };
}

/** `host: victims`, by minute. */
function chosen(hosts: readonly HostShare[], gpuCount: number, promised?: Promised): string | null {
  const choice = chooseVictims(hosts, needing(gpuCount), promised);
  return choice && `${choice.hostId}: ${choice.victims.map((victim) => Number(victim.serverId.slice(4))).join(' ')}`;
}

test('the newest spot servers go, and no more of them than needed', () => {
  const full = [host('a', 0, spot(1), spot(3), spot(2), spot(4))];
  assert.equal(chosen(full, 1), 'a: 4');
  assert.equal(chosen(full, 2), 'a: 4 3');
  assert.equal(chosen(full, 4), 'a: 4 3 2 1');
  assert.equal(chosen(full, 5), null);
  assert.equal(chosen([host('a', 1, spot(1), spot(2))], 2), 'a: 2');
});

test('as few servers as possible go, however new the others are', () => {
  assert.equal(chosen([host('a', 0, spot(9), spot(8), spot(1, 2))], 2), 'a: 1');
  assert.equal(chosen([host('a', 0, spot(9), spot(8), spot(1, 2))], 3), 'a: 9 1');
  assert.equal(chosen([host('a', 1, spot(9)), host('b', 0, spot(5), spot(6))], 2), 'a: 9');
  assert.equal(chosen([host('a', 0, spot(8), spot(9)), host('b', 1, spot(1))], 2), 'b: 1');
});

test('among hosts where as few go, that of the newest is taken; GPUs nobody has any more cost nobody', () => {
  assert.equal(chosen([host('a', 0, spot(1)), host('b', 0, spot(2))], 1), 'b: 2');
  assert.equal(chosen([host('a', 0, spot(9)), host('b', 1)], 1), 'b: ');
  assert.equal(chosen([host('b', 1), host('a', 1)], 1), 'a: ');
  assert.equal(chosen([], 1), null);
});

test('where no address is free, one goes even for GPUs that nobody has', () => {
  const without = (name: string, open: number, ...holders: SpotHolder[]) => ({ ...host(name, open, ...holders), awaitsAddress: true });
  assert.equal(chosen([without('a', 1, spot(1), spot(2))], 1), 'a: 2');
  assert.equal(chosen([without('a', 1, spot(1), spot(2))], 2), 'a: 2');
  assert.equal(chosen([without('a', 4)], 1), null);
  assert.equal(chosen([without('a', 4, spot(1)), host('b', 1)], 1), 'b: ');
});

test('as many more go as it takes for the cores and the memory, and nobody where all are too few', () => {
  const tight = (cores: number | null, memoryGb: number | null) => ({ ...host('a', 2, spot(1), spot(2)), room: { cores, memoryGb } });
  assert.equal(chosen([tight(10, 100)], 1), 'a: ');
  assert.equal(chosen([tight(0, 100)], 1), 'a: 2');
  assert.equal(chosen([tight(10, -100)], 1), 'a: 2 1');
  assert.equal(chosen([tight(-11, null)], 1), null);
  assert.equal(chosen([tight(null, -11)], 1), 'a: 2 1');
});

test('what only a leaving machine frees is waited for', () => {
  const waits = (cores: number) => chooseVictims([{ ...host('a', 1), roomNow: { cores, memoryGb: null } }], needing(1))?.awaitsLeaving;
  assert.deepEqual([waits(10), waits(9)], [false, true]);
});

test('as few go as have GPUs, cores and memory together: not the newest with GPUs beside another with cores', () => {
  const small = { ...spot(9), vcores: 5, ramGb: 50 };
  const full = { ...host('a', 0, small, spot(1)), room: { cores: 0, memoryGb: 0 } };
  assert.equal(chosen([full], 1), 'a: 1');
  assert.equal(chosen([{ ...full, room: { cores: 5, memoryGb: 50 } }], 1), 'a: 9');
});

test('no smaller set of servers would do, and none of as many is newer', () => {
  const one = fc.record({ placed: fc.nat(20), gpus: fc.constantFrom(1, 2, 4), vcores: fc.nat(3), ramGb: fc.nat(3) });
  const holders = fc.uniqueArray(one, { selector: ({ placed }) => placed, maxLength: 7 });
  const left = fc.option(fc.integer({ min: -4, max: 4 }));
  fc.assert(
    fc.property(holders, fc.nat(3), fc.constantFrom(1, 2, 4, 8), left, left, (list, open, gpuCount, cores, memoryGb) => {
      const all = list.map(({ placed, ...sizes }) => ({ ...spot(placed), ...sizes }));
      const needed = { gpuCount, vcores: 3, ramGb: 3 };
      const choice = chooseVictims([{ ...host('a', open, ...all), room: { cores, memoryGb } }], needed);
      const sum = (set: readonly SpotHolder[], of: 'gpus' | 'vcores' | 'ramGb') => set.reduce((total, holder) => total + holder[of], 0);
      const enough = subsets(all).filter(
        (set) =>
          sum(set, 'gpus') + open >= gpuCount &&
          (cores === null || sum(set, 'vcores') + cores >= 3) &&
          (memoryGb === null || sum(set, 'ramGb') + memoryGb >= 3),
      );
      const fewest = Math.min(...enough.map((set) => set.length));
      const best = enough
        .filter((set) => set.length === fewest)
        .map(newestFirst)
        .toSorted()
        .at(-1);
      assert.equal(choice && newestFirst(choice.victims), best ?? null);
    }),
  );
});

test('a host full of slices of very different sizes is chosen from, too', () => {
  const slices = Array.from({ length: 56 }, (_, n) => ({ ...spot(n), vcores: (n * 7) % 13, ramGb: (n * 11) % 17 }));
  const choice = chooseVictims([{ ...host('a', 0, ...slices), room: { cores: 0, memoryGb: 0 } }], { gpuCount: 9, vcores: 100, ramGb: 140 });
  assert.ok(choice);
  assert.ok(choice.victims.length >= 9 && choice.victims.length < 20, String(choice.victims.length));
});

test('a place is none that leaves others without theirs, to whom one is promised', () => {
  const hosts = [host('a', 0, spot(1), spot(4)), host('b', 1, spot(2, 2), spot(3))];
  const beside = (gpuCount: number, ...others: number[]) => chosen(hosts, gpuCount, { toOthers: others.map(needing), toThis: false });
  assert.equal(beside(1), 'b: ');
  assert.equal(beside(1, 1, 1, 1, 1, 1), 'b: ');
  assert.equal(beside(1, 1, 1, 1, 1, 1, 1), null);
  assert.equal(beside(1, 4), 'a: 4', 'the place that costs nobody is one of four');
  assert.equal(beside(1, 4, 2), null);
  assert.equal(beside(2, 4), 'a: 4 1');
  assert.equal(beside(1, 8), 'b: ', 'what these hosts cannot have is promised elsewhere');
});

test('who must go goes for the server itself, whatever has yet to go for others', () => {
  const hosts = [host('a', 0, spot(1, 2)), host('b', 0, spot(2), spot(3, 2)), host('c', 0, spot(4))];
  for (const toThis of [false, true]) {
    assert.equal(chosen(hosts, 2, { toOthers: [needing(1)], toThis }), 'b: 3');
    assert.equal(chosen([host('a', 0, spot(1, 2))], 1, { toOthers: [needing(1)], toThis }), 'a: 1');
  }
});

test('who has paid takes the place of another, of as few as can be', () => {
  const hosts = [host('a', 0, spot(1), spot(2)), host('b', 0, spot(9, 2))];
  const toOthers = [1, 1, 2].map(needing);
  assert.equal(chosen(hosts, 2, { toOthers, toThis: false }), null);
  assert.equal(chosen(hosts, 2, { toOthers, toThis: true }), 'b: 9');
  const [small, large] = [host('a', 0, spot(1)), host('b', 0, spot(9, 2))];
  assert.equal(chosen([small, large], 1, { toOthers: [needing(2)], toThis: true }), 'a: 1');
});

test('nobody is left without a place who could have one, by trying every way to share the hosts', () => {
  const holder = fc.record({ placed: fc.nat(20), gpus: fc.constantFrom(1, 2) });
  const holders = fc.uniqueArray(holder, { selector: ({ placed }) => placed, maxLength: 4 });
  const anyHost = fc.record({ open: fc.nat(2), list: holders });
  const sizes = fc.constantFrom(1, 2, 4);
  fc.assert(
    fc.property(fc.array(anyHost, { minLength: 1, maxLength: 3 }), sizes, fc.array(sizes, { maxLength: 4 }), (shapes, gpuCount, others) => {
      const hosts = shapes.map(({ open, list }, n) => host(`h${n}`, open, ...list.map(({ placed, gpus }) => spot(placed * 10 + n, gpus))));
      const rooms = shapes.map(({ open, list }) => list.reduce((sum, { gpus }) => sum + gpus, open));
      const before = mostGpus(rooms, others);
      const possible = rooms.some((room, n) => room >= gpuCount && mostGpus(rooms.with(n, room - gpuCount), others) >= before);
      const choice = chooseVictims(hosts, needing(gpuCount), { toOthers: others.map(needing), toThis: false });
      assert.equal(choice !== null, possible);
      if (!choice) return;
      const n = hosts.findIndex(({ hostId }) => hostId === choice.hostId);
      const got = choice.victims.reduce((sum, { gpus }) => sum + gpus, hosts[n]?.open ?? 0);
      assert.ok(got >= gpuCount, 'those who go leave it enough GPUs');
      assert.ok(mostGpus(rooms.with(n, (rooms[n] ?? 0) - gpuCount), others) >= before);
    }),
  );
});

/** The most GPUs that servers of these sizes can have, found by trying all combinations. */
function mostGpus(rooms: readonly number[], [first, ...others]: readonly number[]): number {
  if (first === undefined) return 0;
  const placed = rooms.flatMap((room, n) => (room >= first ? [first + mostGpus(rooms.with(n, room - first), others)] : []));
  return Math.max(mostGpus(rooms, others), ...placed);
}

function subsets<T>(list: readonly T[]): T[][] {
  return list.reduce<T[][]>((sets, one) => [...sets, ...sets.map((set) => [...set, one])], [[]]);
}

function newestFirst(set: readonly SpotHolder[]): string {
  return set
    .map((one) => one.serverId)
    .toSorted()
    .toReversed()
    .join(' ');
}
