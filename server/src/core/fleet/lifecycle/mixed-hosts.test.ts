import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { refusedOn, soldOut } from '../../testing/refusals.ts';
import { checkPlaceable } from '../../testing/check-rooms.ts';
import { closeChecked } from '../../testing/close-checked.ts';
import { startCloud, type Cloud, type Customer, type TestHost } from '../../testing/cloud.ts';
import { addGpus } from '../capacity/gpus/add-gpus.ts';
import { addHost } from '../capacity/hosts/add-host.ts';
import { addPool } from '../capacity/pools/add-pool.ts';
import { listGpus } from '../capacity/gpus/list-gpus.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { listPools } from '../capacity/pools/list-pools.ts';
import { removeHost } from '../capacity/hosts/remove-host.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { preemptServer } from './spot/preempt-server.ts';
import { evacuateHosts } from './watch/evacuate-hosts.ts';

const PLENTY = { cores: 1000, memoryGb: 10_000, diskGb: 100_000 };
/** Cores, memory and disks of a server with one GPU. */
const SIZES = {
  'h100-sxm': { cores: 24, memoryGb: 200, diskGb: 850 },
  l4: { cores: 8, memoryGb: 48, diskGb: 350 },
} as const;

describe('a host of several pools', () => {
  let cloud: Cloud;
  let customer: Customer;
  let hostId: string;
  afterEach(() => closeChecked(cloud, customer));

  /** One host with four H100s and four L4s. */
  async function open(has: Partial<Omit<TestHost, 'gpus'>> = {}, more: readonly number[] = []): Promise<void> {
    cloud = await startCloud({ hosts: { 'h100-sxm': [{ ...PLENTY, ...has, gpus: 4 }, ...more] } });
    customer = await cloud.customer('10000');
    hostId = (await listHosts(cloud.db.sql))[0]?.id ?? '';
    await mix('l4', 4);
  }
  async function mix(gpuModel: string, gpuCount: number, more: { machineType?: 'vm' } = {}): Promise<string> {
    const { id: poolId } = await addPool(cloud.ctx, { name: `${gpuModel} of the mixed host`, engine: 'simulated', gpuModel, ...more });
    await addGpus(cloud.ctx, { hostId, poolId, devices: Array.from({ length: gpuCount }, () => null) });
    return poolId;
  }
  async function deployed(productId: string): Promise<string> {
    const id = await customer.deploy(productId);
    await cloud.settle();
    return id;
  }
  const poolOf = async (serverId: string) => (await cloud.server(serverId)).poolId;
  const modelsOf = async (serverId: string) => {
    const pools = new Map((await listPools(cloud.db.sql)).map((pool) => [pool.id, pool.gpuModel]));
    return (await listGpus(cloud.db.sql)).filter((gpu) => gpu.serverId === serverId).map(({ poolId }) => pools.get(poolId));
  };

  test('gives each server GPUs of its model, and its machines come up on them', async () => {
    await open();
    const ids = [await deployed('l4-x2'), await deployed('h100-sxm-x4'), await deployed('l4-x2')] as const;
    for (const id of ids) assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.deepEqual(await Promise.all(ids.map(modelsOf)), [
      ['l4', 'l4'],
      ['h100-sxm', 'h100-sxm', 'h100-sxm', 'h100-sxm'],
      ['l4', 'l4'],
    ]);
    await assert.rejects(customer.deploy('l4-x1'), soldOut);
    await customer.remove(ids[1]);
    await cloud.settle();
    // A free H100 is not an L4.
    await assert.rejects(customer.deploy('l4-x1'), soldOut);
  });

  for (const scarce of ['cores', 'memoryGb', 'diskGb'] as const) {
    test(`sells no more ${scarce} than it has, however many ask for GPUs of all its pools at once`, async () => {
      const models = fc.array(fc.constantFrom('h100-sxm', 'l4'), { minLength: 4, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(models, fc.integer({ min: 40, max: 90 }), async (wanted, percent) => {
          const all = wanted.reduce((sum, model) => sum + SIZES[model][scarce], 0);
          const has = { ...PLENTY, [scarce]: Math.floor((all * percent) / 100) };
          await open(has);
          try {
            // Each from a different account, so that only the host is shared.
            const buyers = await Promise.all(wanted.map(() => cloud.customer('100')));
            const asked = await Promise.allSettled(buyers.map((buyer, n) => buyer.deploy(`${wanted[n]}-x1`)));
            for (const one of asked) if (one.status === 'rejected') assert.ok(soldOut(one.reason), String(one.reason));
            const served = wanted.filter((_, n) => asked[n]?.status === 'fulfilled');
            const taken = served.reduce((sum, model) => sum + SIZES[model][scarce], 0);
            assert.ok(taken <= has[scarce], `${taken} of ${has[scarce]} ${scarce} are sold`);
            // A server that was refused would not have fitted next to the others.
            for (const [n, model] of wanted.entries()) {
              if (asked[n]?.status === 'fulfilled' || served.filter((one) => one === model).length === 4) continue;
              assert.ok(taken + SIZES[model][scarce] > has[scarce], `there was room for one more ${model}`);
            }
          } finally {
            await cloud.close();
          }
        }),
        { numRuns: 3 },
      );
      await open();
    });
  }

  test('preempts only servers that have GPUs of the pool: for cores or memory, nobody of another pool goes', async () => {
    // Room for one H100 and two L4s.
    await open({ memoryGb: 200 + 2 * 48 });
    const spots = [await deployed('l4-x1-spot'), await deployed('l4-x1-spot'), await deployed('l4-x1-spot')];
    await assert.rejects(customer.deploy('h100-sxm-x1'), soldOut);
    await checkPlaceable(cloud, customer);
    for (const id of spots) assert.equal((await cloud.server(id)).status, 'ACTIVE');
    // A spot server of its own pool is preempted for memory.
    await customer.remove(spots[0] ?? '');
    await cloud.settle();
    const spot = await deployed('h100-sxm-x1-spot');
    const buyer = await deployed('h100-sxm-x1');
    assert.deepEqual([(await cloud.server(spot)).status, (await cloud.server(buyer)).status], ['HIBERNATED', 'ACTIVE']);
    assert.deepEqual(await Promise.all(spots.slice(1).map(async (id) => (await cloud.server(id)).status)), ['ACTIVE', 'ACTIVE']);
  });

  test('starts nothing in memory that a machine of another pool has yet to leave', async () => {
    await open({ memoryGb: 200 + 48 });
    const spot = await deployed('h100-sxm-x1-spot');
    await preemptServer(cloud.ctx, { serverId: spot, reason: 'Needed' });
    // Its machine is still there. A server that gets its GPU waits for it to leave; others would not.
    await assert.rejects(customer.deploy('l4-x2'), soldOut);
    await checkPlaceable(cloud, customer);
    await cloud.settle();
    await deployed('l4-x2');
  });

  test('is drained as one: servers of each pool move to hosts that have GPUs of theirs, or stay', async () => {
    await open({}, [1]);
    // So that it is placed on the mixed host: the other one has fewer GPUs left over.
    const first = await deployed('h100-sxm-x1');
    const [h100, l4] = [await deployed('h100-sxm-x1'), await deployed('l4-x1')];
    await customer.remove(first);
    await cloud.settle();
    assert.deepEqual([(await cloud.server(h100)).hostId, (await cloud.server(l4)).hostId], [hostId, hostId]);
    await setHostState(cloud.ctx, { hostId, state: 'draining' });
    await assert.rejects(customer.deploy('l4-x1'), soldOut);
    const [evacuation] = await evacuateHosts(cloud.ctx, cloud.engine);
    assert.deepEqual([evacuation?.moving, evacuation?.stuck], [[h100], [l4]]);
    await cloud.settle();
    assert.notEqual((await cloud.server(h100)).hostId, hostId);
    assert.equal((await cloud.server(l4)).hostId, hostId);
    await assert.rejects(removeHost(cloud.ctx, { hostId }), refusedOn('hostId'));
    await customer.remove(l4);
    await cloud.settle();
    await removeHost(cloud.ctx, { hostId });
    assert.ok((await listPools(cloud.db.sql)).every((pool) => !pool.sharesHosts));
  });

  test('with containers and virtual machines: a server wakes as what it was', async () => {
    await open();
    const vms = await mix('h100-sxm', 4, { machineType: 'vm' });
    const kinds = async () =>
      new Map((await cloud.engine.list(AbortSignal.timeout(1000))).map((machine) => [machine.serverId, machine.power]));
    const container = await deployed('h100-sxm-x4');
    const vm = await deployed('h100-sxm-x4');
    const pools = [await poolOf(container), await poolOf(vm)];
    assert.ok(pools.includes(vms) && new Set(pools).size === 2);
    await customer.act(container, 'hibernate');
    await cloud.settle();
    // Its GPUs go to another server; those of the other kind are free, but not for it.
    const other = await deployed('h100-sxm-x4');
    assert.equal(await poolOf(other), pools[0]);
    await customer.remove(vm);
    await cloud.settle();
    await assert.rejects(customer.act(container, 'hibernate-restore'), soldOut);
    await customer.remove(other);
    await cloud.settle();
    await customer.act(container, 'hibernate-restore');
    await cloud.settle();
    assert.equal(await poolOf(container), pools[0]);
    assert.ok((await kinds()).has(container));
  });

  test('is of one engine and region; a card is sold whole or in slices, never both, whichever pools would', async () => {
    await open();
    const elsewhere = await addPool(cloud.ctx, { name: 'of Incus', engine: 'incus', gpuModel: 'l4' });
    await assert.rejects(addGpus(cloud.ctx, { hostId, poolId: elsewhere.id, devices: [null] }), refusedOn('poolId'));
    await assert.rejects(addGpus(cloud.ctx, { hostId, devices: [null] }), refusedOn('poolId'));
    const [whole, slices] = await Promise.all([
      addPool(cloud.ctx, { name: 'whole', engine: 'incus', gpuModel: 'h100-sxm' }),
      cloud.db.sql
        .insertInto('gpuModels')
        .values({ slug: 'h100-sxm-mig-1g-10gb', name: 'H100 slice', memoryGb: 10, position: 50 })
        .execute()
        .then(() => addPool(cloud.ctx, { name: 'slices', engine: 'incus', gpuModel: 'h100-sxm-mig-1g-10gb' })),
    ]);
    const [a, b] = ['0000:17:00.0', '0000:65:00.0'];
    const slice = (card: string, n: number) => `${card}/MIG-${n}aaa-bbbb`;
    const share = (poolId: string, ...devices: string[]) => ({ poolId, gpuCount: devices.length, devices });
    await assert.rejects(
      addHost(cloud.ctx, { name: 'sliced', ...share(whole.id, a), others: [share(slices.id, slice(a, 1))] }),
      refusedOn('devices'),
    );
    const { id } = await addHost(cloud.ctx, {
      name: 'sliced',
      ...share(whole.id, a),
      others: [share(slices.id, slice(b, 1), slice(b, 2))],
    });
    await assert.rejects(addGpus(cloud.ctx, { hostId: id, poolId: whole.id, devices: [b] }), refusedOn('devices'));
    await assert.rejects(addGpus(cloud.ctx, { hostId: id, poolId: slices.id, devices: [slice(a.toUpperCase(), 3)] }), refusedOn('devices'));
    await addGpus(cloud.ctx, { hostId: id, poolId: slices.id, devices: [slice(b, 3)] });
    assert.deepEqual(
      (await listGpus(cloud.db.sql, { hostId: id })).map(({ device, poolId }) => [device, poolId === whole.id]),
      [
        [a, true],
        [slice(b, 1), false],
        [slice(b, 2), false],
        [slice(b, 3), false],
      ],
    );
  });
});
