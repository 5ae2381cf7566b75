import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../../kit/clock.ts';
import type { GpuReading } from '../../../../engines/gpu-exporter.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { listAllAudit } from '../../../ground/audit/list-audit.ts';
import { addHost } from '../hosts/add-host.ts';
import { replaceGpu } from '../gpus/exchange-gpu.ts';
import { listGpus } from '../gpus/list-gpus.ts';
import { listHosts } from '../hosts/list-hosts.ts';
import { releaseGpu } from '../gpus/set-gpu-aside.ts';
import { createHealthWatch } from './watch-gpu-health.ts';

describe('the health of GPUs, by the exporter of their host', () => {
  let cloud: Cloud;
  let hostId: string;
  let says: Partial<GpuReading>;
  let watch: () => Promise<void>;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
    const poolId = (await listHosts(cloud.db.sql))[0]?.poolId ?? '';
    // Without names nothing can be said about the first host's GPUs; of the second host's, the third is a slice of the second.
    const devices = ['0000:17:00.0', '0000:9c:00.0', '0000:9d:00.0'];
    hostId = (await addHost(cloud.ctx, { poolId, name: 'named', gpuCount: 3, devices })).id;
    // Boreal once allowed slices and whole cards on one host.
    for (const slot of [1, 2]) {
      const at = cloud.db.sql.updateTable('gpus').where('hostId', '=', hostId).where('slot', '=', slot);
      await at.set({ device: `0000:9c:00.0/MIG-${slot}` }).execute();
    }
    says = {};
    watch = createHealthWatch(cloud.ctx, async ({ engine, name }) => {
      assert.deepEqual([engine, name], ['simulated', 'named']);
      const well = { xid: 0, eccErrors: 0, rowRemapFailed: false, replays: 0 };
      return [
        { ...well, device: '0000:17:00.0' },
        { ...well, ...says, device: '0000:9c:00.0' },
      ];
    });
  });
  afterEach(async () => {
    try {
      await checkGpus(cloud);
    } finally {
      await cloud.close();
    }
  });
  const aside = async () =>
    (await listGpus(cloud.db.sql, { setAside: true })).map(({ slot, state, reason }) => [slot, state, reason?.type]);
  const minute = async (reading: Partial<GpuReading>) => {
    says = reading;
    cloud.clock.advance(MINUTE_MS);
    await watch();
    return aside();
  };

  test('a hardware error quarantines the GPU with all its slices, and the server on it goes on', async () => {
    const customer = await cloud.customer('50');
    await cloud.db.sql.updateTable('hosts').set({ state: 'offline' }).where('id', '<>', hostId).execute();
    const serverId = await customer.deploy('h100-sxm-x2');
    await cloud.settle();
    assert.deepEqual(await minute({ xid: 13 }), []);
    const quarantined = [
      [1, 'quarantined', 'xid'],
      [2, 'quarantined', 'xid'],
    ];
    assert.deepEqual(await minute({ xid: 79 }), quarantined);
    await cloud.settle();
    assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
    const { items } = await listAllAudit(cloud.ctx, { target: `${hostId}/1` });
    assert.deepEqual(
      items.map(({ action, actor }) => [action, actor.type]),
      [['gpu.quarantined', 'system']],
    );
  });

  test('a released GPU is not set aside again for what was known, but for what is new', async () => {
    assert.equal((await minute({ eccErrors: 1 })).length, 2);
    for (const slot of [1, 2]) await releaseGpu(cloud.ctx, { hostId, slot });
    assert.deepEqual(await minute({ eccErrors: 1 }), []);
    assert.equal((await minute({ eccErrors: 2 })).length, 2);
    for (const slot of [1, 2]) await replaceGpu(cloud.ctx, { hostId, slot });
    assert.equal((await minute({ eccErrors: 2 })).length, 2, 'another GPU has errors of its own');
  });

  test('repeated transfers count by the minute, from one reading to the next', async () => {
    assert.deepEqual(await minute({ replays: 5000 }), []);
    assert.deepEqual(await minute({ replays: 5008 }), []);
    assert.equal((await minute({ replays: 5020 })).length, 2);
  });

  test('an exporter that is silent, or tells of other GPUs, sets nothing aside', async () => {
    const silent = createHealthWatch(cloud.ctx, async () => {
      throw new Error('connection refused');
    });
    await silent();
    await createHealthWatch(cloud.ctx, async () => [])();
    assert.deepEqual(await aside(), []);
  });
});
