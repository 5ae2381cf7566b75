import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addHost } from '../../server/src/core/fleet/capacity/hosts/add-host.ts';
import { addPool } from '../../server/src/core/fleet/capacity/pools/add-pool.ts';
import { noteTraits } from '../../server/src/core/fleet/engines/engine-traits.store.ts';
import { convergeServer } from '../../server/src/core/fleet/lifecycle/converge/converge-server.ts';
import { createOrphanSweep } from '../../server/src/core/fleet/lifecycle/watch/remove-orphans.ts';
import { watchMachines, type Seen } from '../../server/src/core/fleet/lifecycle/watch/watch-machines.ts';
import { listDueServers } from '../../server/src/core/fleet/servers/servers.store.ts';
import { insertEngines } from '../../server/src/core/ground/installation/engine-names.store.ts';
import { startCloud } from '../../server/src/core/testing/cloud.ts';
import { enginesOf } from '../../server/src/engines/engines.ts';
import { SERVER } from '../../server/src/engines/openstack/machine/machine-marks.rules.ts';
import { openDoubleKit } from '../../server/src/engines/openstack/testing/open-double-kit.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import type { HandClock } from '../../server/src/kit/hand-clock.ts';

const { signal } = new AbortController();
const WITHIN_MS = 20_000;

test('a server that somebody deletes in the cloud, running or stopped, is as it was two looks later', async (t) => {
  const { id, status, machine, act, deletedByHand, looks } = await sold(t);
  await deletedByHand();
  await looks();
  assert.deepEqual([await status(), machine()?.status], ['ACTIVE', 'ACTIVE']);

  await act('stop');
  await deletedByHand();
  await looks();
  assert.deepEqual([await status(), machine()?.status, machine()?.metadata[SERVER]], ['STOPPED', 'SHUTOFF', id]);
});

test('a machine of a server that is deleted, which nova kept without our knowing, is removed by the sweep', async (t) => {
  const { cloud, engine, double, id, machine, customer, goOn, deletedByHand } = await sold(t);
  await customer.remove(id);
  await goOn();
  assert.equal(machine(), undefined);
  // As nova gives it back by `openstack server restore`, or by a copy of its database; and somebody deletes it again.
  const kit = engine.kit;
  await kit.plantOrphan?.(id, 'az1');
  while (machine()?.status !== 'ACTIVE') await sleep(5);
  await deletedByHand();
  const sweep = createOrphanSweep(cloud.ctx, engine.engine);
  assert.deepEqual(await sweep(), []);
  assert.deepEqual(await sweep(), [id]);
  assert.deepEqual(double.servers(), []);
});

test('one of a server that no row knows is told to whoever looks, and is left alone', async (t) => {
  const { cloud, engine, double } = await sold(t);
  await engine.kit.plantOrphan?.('srv_unknown', 'az1');
  const unknown = () => double.servers().find(({ metadata }) => metadata[SERVER] === 'srv_unknown');
  while (unknown()?.status !== 'ACTIVE') await sleep(5);
  await engine.kit.client.remove('compute', `/servers/${unknown()?.id}`, signal);
  while (unknown()?.status !== 'SOFT_DELETED') await sleep(5);
  assert.deepEqual((await watchMachines(cloud.ctx, engine.engine)).unknown, ['srv_unknown']);
  const sweep = createOrphanSweep(cloud.ctx, engine.engine);
  for (let times = 0; times < 3; times += 1) assert.deepEqual(await sweep(), []);
  assert.equal(unknown()?.status, 'SOFT_DELETED');
});

/** A server that runs, on a cloud that keeps what is deleted. */
async function sold(t: TestContext) {
  const { double, kit } = await openDoubleKit('theirs', { softDeletes: true });
  t.after(() => kit.close());
  const image = { name: 'ubuntu-24.04-cuda', project: double.users.demo.project, minDisk: 1, minRam: 128, disk: { text: null } };
  double.images.add({ ...image, status: 'active', size: 1 });
  const clock: HandClock = { ...systemClock(), advance: () => undefined, moveTo: () => undefined };
  const cloud = await startCloud({ clock, hosts: { l4: [1] } });
  t.after(() => cloud.close());
  const layout = { ...kit.layout, flavors: new Map([['h100-sxmx1', 'lab.h100x1']]), workDisk: 'ephemeral' } as const;
  const engine = kit.again({ layout });
  await insertEngines(cloud.db.sql, [{ name: engine.name, kind: 'openstack' }]);
  await noteTraits(cloud.db.sql, engine);
  const pool = await addPool(cloud.ctx, { name: 'cloud', engine: engine.name, gpuModel: 'h100-sxm', machineType: 'vm' });
  await addHost(cloud.ctx, { poolId: pool.id, name: 'gpu', gpuCount: 2 });
  const customer = await cloud.customer('100');
  const id = await customer.deploy('h100-sxm-x1');

  const engines = enginesOf([engine]);
  const status = async () => (await cloud.server(id)).status;
  const machine = () => double.servers().find(({ metadata }) => metadata[SERVER] === id);
  /** Until nothing is left to do. */
  const goOn = async () => {
    for (const end = performance.now() + WITHIN_MS; ; await sleep(20)) {
      const { clock } = cloud.ctx;
      for (const due of await listDueServers(cloud.db.sql, { now: clock.now(), wall: clock.wall(), limit: 10 }))
        await convergeServer(cloud.ctx, engines, due);
      const { convergeAt } = await cloud.server(id);
      if (convergeAt === null) return;
      assert.ok(performance.now() < end, `it is ${await status()} still`);
    }
  };
  await goOn();
  let seen: Seen | undefined;
  return {
    double,
    cloud,
    engine: { engine, kit },
    customer,
    id,
    status,
    machine,
    goOn,
    async act(action: 'stop') {
      await customer.act(id, action);
      await goOn();
    },
    async deletedByHand() {
      await kit.client.remove('compute', `/servers/${machine()?.id}`, signal);
      while (machine()?.status !== 'SOFT_DELETED') await sleep(5);
    },
    async looks() {
      for (let times = 0; times < 2; times += 1) {
        ({ seen } = await watchMachines(cloud.ctx, engine, seen));
        await goOn();
      }
    },
  };
}
