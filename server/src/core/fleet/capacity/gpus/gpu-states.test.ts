import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { isAppError } from '../../../../kit/errors.ts';
import { refusedOn } from '../../../testing/refusals.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { listAllAudit } from '../../../ground/audit/list-audit.ts';
import { addGpus } from './add-gpus.ts';
import { removeGpu, replaceGpu } from './exchange-gpu.ts';
import { readHostRooms } from '../hosts/host-rooms.store.ts';
import { listGpus } from './list-gpus.ts';
import { listHosts } from '../hosts/list-hosts.ts';
import { removeHost } from '../hosts/remove-host.ts';
import { quarantineGpu, releaseGpu } from './set-gpu-aside.ts';
import { setHostState } from '../hosts/set-host-state.ts';
import { stockByModel } from '../places/stock.store.ts';
import { gpusInStock } from '../testing/gpus-in-stock.ts';
import { readUtilisation, recordPoolReadings } from '../use/utilisation.ts';

const reason = { type: 'by_hand', note: 'Xid 79' } as const;

describe('a GPU that is not ok', () => {
  let cloud: Cloud;
  let customer: Customer;
  let hostId: string;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [2] } });
    customer = await cloud.customer('100');
    hostId = (await listHosts(cloud.db.sql))[0]?.id ?? '';
  });
  afterEach(async () => {
    try {
      await checkGpus(cloud);
    } finally {
      await cloud.close();
    }
  });
  const quarantine = (slot: number) => quarantineGpu(cloud.ctx, { hostId, slot, reason });
  const slotOf = async (serverId: string) => (await listGpus(cloud.db.sql)).find((gpu) => gpu.serverId === serverId)?.slot;
  const stock = async () => gpusInStock((await stockByModel(cloud.db.sql, { region: 'canada-montreal' })).get('h100-sxm'));
  /** An operator acts a while after customers did. */
  const later = () => cloud.clock.advance(1000);

  test('is given to no server, and no stock, room or reading counts it', async () => {
    await quarantine(0);
    later();
    assert.deepEqual(await stock(), { largestFree: 1, totalFree: 1, largestOnDemand: 1 });
    const { poolId } = (await listHosts(cloud.db.sql))[0] ?? { poolId: '' };
    assert.equal((await readHostRooms(cloud.db.sql, { poolIds: [poolId] }))[0]?.freeGpus.get(poolId), 1);
    await recordPoolReadings(cloud.ctx);
    assert.deepEqual(
      (await readUtilisation(cloud.ctx, { days: 1 })).pools[0]?.points.map(({ gpus, held }) => [gpus, held]),
      [[1, 0]],
    );
    await assert.rejects(customer.deploy('h100-sxm-x2'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    assert.equal(await slotOf(await customer.deploy()), 1);
    await assert.rejects(customer.deploy(), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    const [host] = await listHosts(cloud.db.sql);
    assert.deepEqual([host?.free, host?.used, host?.setAside], [0, 1, 1]);
  });

  test('stays with the server that has it, which goes on, and goes to nobody after it', async () => {
    const serverId = await customer.deploy();
    later();
    const gpu = await quarantine(0);
    assert.deepEqual([gpu.state, gpu.serverId, gpu.reason], ['quarantined', serverId, reason]);
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
    later();
    await customer.remove(serverId);
    await cloud.settle();
    assert.equal(await slotOf(await customer.deploy()), 1);
  });

  test('is not taken from a spot server for a buyer on demand', async () => {
    const spot = await customer.deploy('h100-sxm-x2-spot');
    await cloud.settle();
    later();
    await quarantine(0);
    assert.equal((await stock())?.largestOnDemand, 1);
    await assert.rejects(customer.deploy('h100-sxm-x2'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    later();
    const buyer = await customer.deploy();
    assert.equal(await slotOf(buyer), 1);
    await cloud.settle();
    assert.deepEqual([(await cloud.server(spot)).status, (await cloud.server(buyer)).status], ['HIBERNATED', 'ACTIVE']);
  });

  test('is sold again once it is released, and each change is in the audit log with its reason', async () => {
    await quarantine(0);
    assert.deepEqual([(await releaseGpu(cloud.ctx, { hostId, slot: 0 })).state, (await stock())?.totalFree], ['ok', 2]);
    await releaseGpu(cloud.ctx, { hostId, slot: 0 });
    const { items } = await listAllAudit(cloud.ctx, { target: `${hostId}/0` });
    assert.deepEqual(
      items.map(({ action }) => action),
      ['gpu.released', 'gpu.quarantined'],
    );
    assert.partialDeepStrictEqual(items[1]?.detail, { slot: 0, before: { state: 'ok' }, after: { state: 'quarantined', reason } });
  });

  test('can be removed and replaced while nobody has it, and only a replaced one is sold', async () => {
    await removeGpu(cloud.ctx, { hostId, slot: 0, reason });
    assert.equal((await stock())?.totalFree, 1);
    await assert.rejects(releaseGpu(cloud.ctx, { hostId, slot: 0 }), refusedOn('slot'));
    await assert.rejects(quarantine(0), refusedOn('slot'));
    const replaced = await replaceGpu(cloud.ctx, { hostId, slot: 0, device: '0000:17:00.0' });
    assert.deepEqual([replaced.state, replaced.device, replaced.reason], ['ok', '0000:17:00.0', null]);
    assert.equal((await stock())?.totalFree, 2);
  });

  test('is never in two slots: one that went to another slot does not come back to its old one under the same name', async () => {
    const device = '0000:17:00.0';
    await replaceGpu(cloud.ctx, { hostId, slot: 0, device });
    await assert.rejects(replaceGpu(cloud.ctx, { hostId, slot: 1, device: device.toUpperCase() }), refusedOn('devices'));
    await removeGpu(cloud.ctx, { hostId, slot: 0, reason });
    await replaceGpu(cloud.ctx, { hostId, slot: 1, device });
    await assert.rejects(replaceGpu(cloud.ctx, { hostId, slot: 0 }), refusedOn('devices'));
    await replaceGpu(cloud.ctx, { hostId, slot: 0, device: '0000:9c:00.0' });
    assert.equal((await stock())?.totalFree, 2);
  });

  test('is neither removed nor replaced under a server, running or leaving', async () => {
    const spot = await customer.deploy('h100-sxm-x2-spot');
    await cloud.settle();
    later();
    await quarantine(0);
    const refused = async () => {
      await assert.rejects(removeGpu(cloud.ctx, { hostId, slot: 0, reason }), refusedOn('slot'));
      await assert.rejects(replaceGpu(cloud.ctx, { hostId, slot: 0 }), refusedOn('slot'));
    };
    await refused();
    await customer.deploy();
    await refused();
    assert.equal((await listGpus(cloud.db.sql, { setAside: true }))[0]?.leavingServerId, spot);
    await cloud.settle();
    await removeGpu(cloud.ctx, { hostId, slot: 0, reason });
  });

  test('has neighbours that are added after it, up to what a machine can hold', async () => {
    await removeGpu(cloud.ctx, { hostId, slot: 1, reason });
    const added = await addGpus(cloud.ctx, { hostId, devices: [null, null] });
    assert.deepEqual(
      added.map(({ slot, state }) => [slot, state]),
      [
        [2, 'ok'],
        [3, 'ok'],
      ],
    );
    const serverId = await customer.deploy('h100-sxm-x2');
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
    await assert.rejects(addGpus(cloud.ctx, { hostId, devices: Array.from({ length: 62 }, () => null) }), refusedOn('gpuCount'));
    await assert.rejects(addGpus(cloud.ctx, { hostId, devices: ['0000:17:00.0', '0000:17:00.0'] }), refusedOn('devices'));
    await assert.rejects(addGpus(cloud.ctx, { hostId: 'host_none', devices: [null] }), (error) => isAppError(error, 'NOT_FOUND'));
  });

  test('is not found where there is none', async () => {
    for (const at of [
      { hostId, slot: 7 },
      { hostId: 'host_none', slot: 0 },
    ]) {
      await assert.rejects(quarantineGpu(cloud.ctx, { ...at, reason }), (error) => isAppError(error, 'NOT_FOUND'));
    }
  });

  test('goes with its host, which is removed only when no server is on it', async () => {
    const serverId = await customer.deploy();
    await cloud.settle();
    await assert.rejects(removeHost(cloud.ctx, { hostId }), refusedOn('hostId'));
    await customer.remove(serverId);
    await cloud.settle();
    await setHostState(cloud.ctx, { hostId, state: 'draining' });
    await removeHost(cloud.ctx, { hostId });
    assert.deepEqual(await listHosts(cloud.db.sql), []);
    await assert.rejects(removeHost(cloud.ctx, { hostId }), (error) => isAppError(error, 'NOT_FOUND'));
  });
});
