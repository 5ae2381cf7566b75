import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { listGpus } from '../gpus/list-gpus.ts';
import { listHosts, type HostWithGpus } from '../hosts/list-hosts.ts';
import { quarantineGpu, releaseGpu } from '../gpus/set-gpu-aside.ts';
import { setHostState } from '../hosts/set-host-state.ts';
import { testHosts, type TestHosts } from '../testing/test-hosts.ts';

let shop: TestHosts;

before(async () => {
  shop = await testHosts();
});
after(() => shop.db.close());

test('whatever is reserved, released and set aside, no GPU has two servers, none is lost, and only those that are ok are given', async () => {
  const sizes = { a: 8, b: 4, c: 2, mixed: 7 };
  const step = fc.oneof(
    fc.record({ kind: fc.constant('reserve'), gpuCount: fc.constantFrom(1, 2, 4, 8) }),
    fc.record({ kind: fc.constant('release'), which: fc.nat({ max: 20 }) }),
    fc.record({
      kind: fc.constant('gpu'),
      host: fc.nat({ max: 3 }),
      slot: fc.nat({ max: 7 }),
      what: fc.constantFrom('quarantine', 'quarantine', 'release'),
    }),
    fc.record({ kind: fc.constant('drain'), which: fc.nat({ max: 3 }), state: fc.constantFrom('accepting', 'draining') }),
  );
  const servers = await Promise.all(Array.from({ length: 12 }, () => shop.newServer()));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await shop.emptied();
      const ids = await shop.hosts('h100-sxm', { ...sizes, mixed: 2 });
      // H100s of two pools, which no server gets together, and GPUs that nobody requests here.
      for (const [model, gpuCount] of [
        ['l4', 1],
        ['h100-sxm', 4],
      ] as const)
        await shop.mix(ids[3] ?? '', model, gpuCount);
      const idle = [...servers];
      const holding: { serverId: string; gpuCount: number }[] = [];
      for (const each of steps) {
        if ('gpuCount' in each) {
          const serverId = idle.shift();
          if (serverId === undefined) continue;
          const fits = (await listHosts(shop.db.sql)).some((host) => host.state === 'accepting' && freeTogether(host) >= each.gpuCount);
          const placement = await shop.reserve(serverId, each.gpuCount);
          assert.equal(placement !== null, fits);
          const given = (await listGpus(shop.db.sql)).filter((gpu) => gpu.serverId === serverId);
          assert.ok(given.every(({ state }) => state === 'ok'));
          if (placement) holding.push({ serverId, gpuCount: each.gpuCount });
          else idle.push(serverId);
        } else if ('what' in each) {
          const at = { hostId: ids[each.host] ?? '', slot: each.slot };
          if (each.slot >= (Object.values(sizes)[each.host] ?? 0)) continue;
          if (each.what === 'release') await releaseGpu(shop.ctx, at);
          else await quarantineGpu(shop.ctx, { ...at, reason: { type: 'by_hand', note: 'A property' } });
        } else if ('state' in each) {
          await setHostState(shop.ctx, { hostId: ids[each.which] ?? '', state: each.state === 'accepting' ? 'accepting' : 'draining' });
        } else {
          const [gone] = holding.splice(each.which % Math.max(1, holding.length), 1);
          for (const _ of [1, 2]) if (gone) await shop.release(gone.serverId);
          if (gone) idle.push(gone.serverId);
        }
        await assertEachHolds(sizes, holding);
      }
      for (const { serverId } of holding) await shop.release(serverId);
      for (const { hostId, slot } of await listGpus(shop.db.sql)) await releaseGpu(shop.ctx, { hostId, slot });
      assert.deepEqual(await shop.freeGpus(), sizes);
    }),
    { numRuns: 15 },
  );
});

/** The most H100s that one server could get on a host: they are all of one pool. */
function freeTogether({ name, gpus }: HostWithGpus): number {
  const free = gpus.filter((gpu) => gpu.state === 'ok' && gpu.serverId === null && (name !== 'mixed' || gpu.slot !== 2));
  return Math.max(0, ...[...Map.groupBy(free, ({ poolId }) => poolId).values()].map(({ length }) => length));
}

async function assertEachHolds(sizes: Record<string, number>, holding: readonly { serverId: string; gpuCount: number }[]): Promise<void> {
  const all = await listHosts(shop.db.sql);
  assert.deepEqual(Object.fromEntries(all.map((host) => [host.name, host.gpus.length])), sizes);
  const held = Map.groupBy(
    all.flatMap((host) => host.gpus.map((gpu) => ({ host: host.name, ...gpu }))),
    (gpu) => gpu.serverId,
  );
  held.delete(null);
  assert.equal(held.size, holding.length);
  for (const { serverId, gpuCount } of holding) {
    const gpus = held.get(serverId) ?? [];
    assert.equal(gpus.length, gpuCount);
    assert.equal(new Set(gpus.map((gpu) => gpu.host)).size, 1);
    assert.equal(new Set(gpus.map((gpu) => gpu.poolId)).size, 1);
    // Slot 2 of the mixed host is the L4.
    assert.ok(gpus.every((gpu) => gpu.host !== 'mixed' || gpu.slot !== 2));
  }
}
