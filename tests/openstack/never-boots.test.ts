import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addHost } from '../../server/src/core/fleet/capacity/hosts/add-host.ts';
import { addPool } from '../../server/src/core/fleet/capacity/pools/add-pool.ts';
import { noteTraits } from '../../server/src/core/fleet/engines/engine-traits.store.ts';
import { convergeServer } from '../../server/src/core/fleet/lifecycle/converge/converge-server.ts';
import { listDueServers } from '../../server/src/core/fleet/servers/servers.store.ts';
import { insertEngines } from '../../server/src/core/ground/installation/engine-names.store.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { startCloud } from '../../server/src/core/testing/cloud.ts';
import { enginesOf } from '../../server/src/engines/engines.ts';
import { SERVER } from '../../server/src/engines/openstack/machine/machine-marks.rules.ts';
import { openDoubleKit } from '../../server/src/engines/openstack/testing/open-double-kit.ts';
import { addMs, HOUR_MS, MINUTE_MS, systemClock } from '../../server/src/kit/clock.ts';
import type { HandClock } from '../../server/src/kit/hand-clock.ts';

const PLAN = 'h100-sxm-x1';
const IMAGE = 'ubuntu-24.04-cuda';
const LOOKS_MAX = 60;
const { signal } = new AbortController();

/** Goes on as time does, and is moved ahead by hand: the engine waits in real time, and core has its deadlines in the same. */
function movedClock(): HandClock {
  const real = systemClock();
  let aheadMs = 0;
  const now = () => addMs(real.wall(), aheadMs);
  const advance = (ms: number) => void (aheadMs += ms);
  return { now, wall: now, scale: 1, advance, moveTo: (time) => advance(Math.max(0, time.getTime() - now().getTime())) };
}

for (const systemDisk of ['flavor', 'volume'] as const) {
  test(`a machine that never boots is given up after an hour, refunded whole and removed wholly (system disk: ${systemDisk})`, async (t) => {
    const clock = movedClock();
    const { double, kit } = await openDoubleKit('theirs', { systemDisk, bootMs: 24 * HOUR_MS });
    t.after(() => kit.close());
    const [guest] = double.images.images.values();
    assert.ok(guest);
    double.images.add({ ...guest, name: IMAGE, project: double.users.demo.project });
    const cloud = await startCloud({ clock, hosts: { l4: [1] } });
    t.after(() => cloud.close());
    const layout = { ...kit.layout, flavors: new Map([['h100-sxmx1', 'lab.h100x1']]) };
    const engine = kit.again({ clock, layout, patienceMs: 200 });
    await insertEngines(cloud.db.sql, [{ name: engine.name, kind: 'openstack' }]);
    await noteTraits(cloud.db.sql, engine);
    const pool = await addPool(cloud.ctx, { name: 'cloud', engine: engine.name, gpuModel: 'h100-sxm', machineType: 'vm' });
    await addHost(cloud.ctx, { poolId: pool.id, name: 'gpu', gpuCount: 1 });
    const customer = await cloud.customer('100');
    const paid = await customer.balance();
    const id = await customer.deploy(PLAN);
    assert.ok((await customer.balance()) < paid);

    const engines = enginesOf([engine]);
    const goOn = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += MINUTE_MS) {
        clock.advance(MINUTE_MS);
        for (const due of await listDueServers(cloud.db.sql, { now: clock.now(), wall: clock.wall(), limit: 10 })) {
          await convergeServer(cloud.ctx, engines, due);
        }
      }
    };
    await goOn(58 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'PROVISIONING');
    assert.deepEqual(
      double.servers().map(({ metadata, status }) => [metadata[SERVER], status]),
      [[id, 'ACTIVE']],
    );
    // The cloud takes its own time to remove it, of which these minutes have none.
    for (let looks = 0; (await cloud.server(id)).status === 'PROVISIONING' && looks < LOOKS_MAX; looks += 1) await goOn(MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.equal(await customer.balance(), paid);
    // Its place is free once the cloud has been seen to have nothing of it.
    await goOn(5 * MINUTE_MS);
    await cloud.meter();
    assert.equal(await customer.balance(), paid);
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    assert.deepEqual([double.servers(), [...double.volumes.volumes.values()], await engine.leftovers(signal)], [[], [], []]);
    assert.equal(await cloud.gpusTaken(), 0);
  });
}
