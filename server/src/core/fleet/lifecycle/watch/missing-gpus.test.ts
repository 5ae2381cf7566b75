import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Engine } from '../../../../engines/engine.ts';
import type { EngineHost } from '../../../../engines/engine-hosts.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { listAllAudit } from '../../../ground/audit/list-audit.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { listGpus } from '../../capacity/gpus/list-gpus.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { releaseGpu } from '../../capacity/gpus/set-gpu-aside.ts';
import { watchMachines, type Seen } from './watch-machines.ts';

const DEVICES = ['0000:17:00.0', '0000:9c:00.0/MIG-1', '0000:9c:00.0/MIG-2'];

describe('a GPU that its host does not list', () => {
  let cloud: Cloud;
  let customer: Customer;
  let hostId: string;
  let seen: Seen | undefined;
  beforeEach(async () => {
    seen = undefined;
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
    // Nothing can be said about a host without names.
    await cloud.db.sql.updateTable('hosts').set({ state: 'offline' }).execute();
    const poolId = (await listHosts(cloud.db.sql))[0]?.poolId ?? '';
    hostId = (await addHost(cloud.ctx, { poolId, name: 'named', gpuCount: 1, devices: DEVICES.slice(0, 1) })).id;
    customer = await cloud.customer('100');
  });
  afterEach(async () => {
    try {
      await checkGpus(cloud);
    } finally {
      await cloud.close();
    }
  });

  /** One look at an engine that reports its hosts as `told` changes them. */
  const look = async (told: (host: EngineHost) => EngineHost) => {
    const engine: Engine = { ...cloud.engine, hosts: async (signal) => (await cloud.engine.hosts(signal)).map(told) };
    ({ seen } = await watchMachines(cloud.ctx, engine, seen));
    return (await listGpus(cloud.db.sql, { setAside: true })).map(({ slot, state, reason }) => [slot, state, reason?.type]);
  };
  const whole = (host: EngineHost) => host;
  const without = (host: EngineHost): EngineHost => ({ ...host, gpus: [] });
  const gone = [[0, 'quarantined', 'missing']];

  test('twice is sold no more, and stays aside when it is back until an operator releases it', async () => {
    assert.deepEqual(await look(without), []);
    assert.deepEqual(await look(without), gone);
    await assert.rejects(customer.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    assert.deepEqual(await look(whole), gone);
    await releaseGpu(cloud.ctx, { hostId, slot: 0 });
    assert.deepEqual(await look(whole), []);
    await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    const { items } = await listAllAudit(cloud.ctx, { target: `${hostId}/0` });
    assert.deepEqual(items.map(({ action, actor }) => [action, actor.type]).at(-1), ['gpu.quarantined', 'system']);
  });

  test('once, as during a reset, is sold on', async () => {
    assert.deepEqual(await look(without), []);
    assert.deepEqual(await look(whole), []);
    assert.deepEqual(await look(without), []);
  });

  test('keeps the server that has it, which is not ended for it', async () => {
    const id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    await look(without);
    assert.deepEqual(await look(without), gone);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
  });

  test('is not missing while the host does not answer, or cannot list its hardware', async () => {
    for (const told of [
      (host: EngineHost): EngineHost => ({ ...host, reachable: false, gpus: [], found: null }),
      (host: EngineHost): EngineHost => ({ ...host, gpus: [], found: null }),
    ]) {
      assert.deepEqual(await look(told), []);
      assert.deepEqual(await look(told), []);
    }
  });

  test('is found as a slice where its card is', async () => {
    const sliced = cloud.db.sql.updateTable('gpus').where('hostId', '=', hostId);
    await sliced.set({ device: DEVICES[1] ?? null }).execute();
    const card = (host: EngineHost): EngineHost => ({
      ...host,
      gpus: host.gpus.map((gpu) => ({ ...gpu, device: '0000:9C:00.0' })),
    });
    assert.deepEqual(await look(card), []);
    assert.deepEqual(await look(card), []);
    assert.deepEqual(await look(without), []);
    assert.deepEqual(await look(without), gone);
  });

  test('is found by its kind where all GPUs of a kind are sold as one', async () => {
    const named = cloud.db.sql.updateTable('gpus').where('hostId', '=', hostId);
    await named.set({ device: '10de:2330' }).execute();
    const card = (pciId: string) => (host: EngineHost) => ({
      ...host,
      gpus: host.gpus.map((gpu) => ({ ...gpu, device: '0000:17:00.0', hardware: { pciId, driverName: null } })),
    });
    assert.deepEqual(await look(card('10de:2330')), []);
    assert.deepEqual(await look(card('10de:2330')), []);
    assert.deepEqual(await look(card('10de:27b8')), []);
    assert.deepEqual(await look(card('10de:27b8')), gone);
  });
});
