import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseVictims, type HostShare, type Needed, type SpotHolder } from './choose-victims.rules.ts';

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
function chosen(hosts: readonly HostShare[], gpuCount: number): string | null {
  const choice = chooseVictims(hosts, needing(gpuCount));
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

test('no smaller set of servers would do, and none of as many is newer', () => {
  const holders = fc.uniqueArray(fc.record({ placed: fc.nat(20), gpus: fc.constantFrom(1, 2, 4) }), {
    selector: (one) => one.placed,
    maxLength: 7,
  });
  fc.assert(
    fc.property(holders, fc.nat(3), fc.constantFrom(1, 2, 4, 8), (list, open, gpuCount) => {
      const all = list.map((one) => spot(one.placed, one.gpus));
      const choice = chooseVictims([host('a', open, ...all)], needing(gpuCount));
      const enough = subsets(all).filter((set) => set.reduce((sum, one) => sum + one.gpus, open) >= gpuCount);
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
