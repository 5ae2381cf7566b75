import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { memberName } from '../../dev/incus/cluster.ts';
import { lab as furniture } from '../../dev/incus/furnish.ts';
import { whyNoLab } from '../../dev/incus/lab.ts';
import { createCtx } from '../../server/src/core/create-ctx.ts';
import { addAddresses } from '../../server/src/core/fleet/addresses/add-addresses.ts';
import { addressBook } from '../../server/src/core/fleet/addresses/address-book.ts';
import { readingBook } from '../../server/src/core/fleet/readings/reading-book.ts';
import type { Ctx } from '../../server/src/core/ground/ctx.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { ensureMeterMark } from '../../server/src/core/money/clocks/meter-mark.store.ts';
import { addHost } from '../../server/src/core/fleet/capacity/hosts/add-host.ts';
import { limitHost } from '../../server/src/core/fleet/capacity/hosts/limit-host.ts';
import { addPool } from '../../server/src/core/fleet/capacity/pools/add-pool.ts';
import { listHosts } from '../../server/src/core/fleet/capacity/hosts/list-hosts.ts';
import { setHostState } from '../../server/src/core/fleet/capacity/hosts/set-host-state.ts';
import { addImage } from '../../server/src/core/money/catalog/images/add-image.ts';
import { seedCatalog } from '../../server/src/core/money/catalog/seed-catalog.store.ts';
import { convergeServer } from '../../server/src/core/fleet/lifecycle/converge/converge-server.ts';
import { evacuateHosts } from '../../server/src/core/fleet/lifecycle/watch/evacuate-hosts.ts';
import { findServer, listDueServers, type ServerRow } from '../../server/src/core/fleet/servers/servers.store.ts';
import { createEvacuation } from '../../server/src/core/fleet/lifecycle/watch/create-evacuation.ts';
import { createWatch } from '../../server/src/core/fleet/lifecycle/watch/create-watch.ts';
import { addCustomer, type Customer } from '../../server/src/core/testing/cloud.ts';
import { ensurePartitions } from '../../server/src/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../../server/src/db/testing.ts';
import { EngineError } from '../../server/src/engines/engine.ts';
import { openIncusKit, type IncusKit } from '../../server/src/engines/incus/incus-kit.ts';
import { instanceName } from '../../server/src/engines/incus/rules/machine-marks.rules.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { untilSettled } from '../testing/boreal-process.ts';
import { enginesOf } from '../../server/src/engines/engines.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
const [M2, M3] = [memberName(1), memberName(2)];
const STILL_MS = 90_000;
const HOURLY = 1_090_000n;

describe('servers on a cluster of Incus', why === null ? {} : { skip: why }, () => {
  let kit: IncusKit;
  let db: TestDatabase;
  let ctx: Ctx;
  let customer: Customer;
  let hostIds: ReadonlyMap<string, string>;
  before(async () => {
    db = await testDatabase();
    ctx = createCtx({ db, clock: systemClock(), log: createLog('silent') });
    for (const range of [furniture.addressesV4, furniture.addressesV6]) await addAddresses(ctx, { range, engine: 'incus', hostName: null });
    kit = await openIncusKit({ members: 3, addresses: addressBook(ctx, 'incus'), readings: readingBook(ctx) });
    const now = ctx.clock.now();
    await ensurePartitions(ctx.db.sql, now);
    await ensureMeterMark(ctx.db.sql, now);
    await ctx.transact((tx) => seedCatalog(tx, now));
    await addImage(ctx, {
      id: furniture.image,
      name: 'Guest',
      username: furniture.username,
      engineName: null,
      type: 'boreal',
      version: '',
      sizeGb: 1,
      labels: [],
      isDefault: true,
    });
    const pool = await addPool(ctx, { name: 'lab', engine: 'incus', gpuModel: 'l4', region: 'canada-montreal', withGpus: false });
    const found = await kit.engine.hosts(signal);
    const much = { factor: 1000, reserve: 0 };
    for (const name of [M2, M3]) {
      const has = found.find((host) => host.name === name)?.found;
      assert.ok(has?.storages.system, `Incus tells what ${name} has`);
      const { id: hostId } = await addHost(ctx, { poolId: pool.id, name, gpuCount: 4, found: has });
      await limitHost(ctx, { hostId, cores: much, memoryGb: much, disksGb: [much] });
    }
    hostIds = new Map((await listHosts(ctx.db.sql)).map((host) => [host.name, host.id]));
    customer = await addCustomer(ctx, '100');
  });
  after(async () => {
    await kit.close();
    await db.close();
  });

  /** What a worker does, again and again, until the servers are so. */
  async function live(what: string, holds: (servers: readonly ServerRow[]) => boolean, ids: readonly string[]): Promise<void> {
    const { engine } = kit;
    const schedules = [createWatch(ctx, engine), createEvacuation(ctx, engine)];
    await untilSettled(what, {
      stillMs: STILL_MS,
      look: async () => {
        const due = await listDueServers(ctx.db.sql, { now: ctx.clock.now(), wall: ctx.clock.wall(), limit: 100 });
        await Promise.all(due.map((id) => convergeServer(ctx, enginesOf([engine]), id)));
        // As in the worker, what the engine does not answer is tried again at its next time.
        for (const run of schedules) {
          await run().catch((error: unknown) => {
            if (!(error instanceof EngineError)) throw error;
          });
        }
        await sleep(100);
        return rows(ids);
      },
      holds,
    });
  }
  const rows = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => findServer(ctx.db.sql, id)))).filter((server) => server !== null);
  const rest =
    (...statuses: readonly string[]) =>
    (servers: readonly ServerRow[]) =>
      servers.every((server, n) => server.status === statuses[n] && server.task === null && server.convergeAt === null);
  const locationOf = async (serverId: string) =>
    (await kit.client.read(`/1.0/instances/${instanceName(serverId)}`, z.object({ location: z.string() }), signal)).value.location;

  test('leave a member that is drained, and follow the rules for lost hosts when theirs is lost and is back', async () => {
    const ids = [await customer.deploy('l4-x1'), await customer.deploy('l4-x1'), await customer.deploy('l4-x1')] as const;
    const [runs, off, sleeps] = ids;
    await live('all run', rest('ACTIVE', 'ACTIVE', 'ACTIVE'), ids);
    assert.deepEqual(await Promise.all(ids.map(locationOf)), [M2, M2, M2]);
    const [first] = await rows([runs]);
    for (const disk of ['system', 'work'] as const) await kit.disks?.write(runs, disk, `kept on ${disk}`);
    await customer.act(off, 'stop');
    await customer.act(sleeps, 'hibernate');
    await live('one is off, one sleeps', rest('ACTIVE', 'STOPPED', 'HIBERNATED'), ids);

    // Drained: what runs restarts elsewhere with its address and disks, what is off moves, what sleeps takes its disks along.
    await setHostState(ctx, { hostId: hostIds.get(M2) ?? '', state: 'draining' });
    await evacuateHosts(ctx, kit.engine);
    await live('the member is left', rest('ACTIVE', 'STOPPED', 'HIBERNATED'), ids);
    const givenBack = await ctx.db.sql.selectFrom('usageRefunds').select(['serverId', 'reason']).where('serverId', 'in', ids).execute();
    assert.deepEqual(givenBack, [{ serverId: runs, reason: 'HOST_DRAINED' }]);
    assert.deepEqual(await Promise.all(ids.map(locationOf)), [M3, M3, M3]);
    const [moved] = await rows([runs]);
    assert.deepEqual([moved?.ipv4, moved?.ipv6, moved?.hostId], [first?.ipv4, first?.ipv6, hostIds.get(M3)]);
    for (const disk of ['system', 'work'] as const) assert.equal(await kit.disks?.read(runs, disk), `kept on ${disk}`);
    assert.equal((await listHosts(ctx.db.sql)).find((host) => host.name === M2)?.used, 0);

    // Lost: in ERROR, the clock stopped, the rest of the hour refunded; back: as before, in a new hour.
    const before = await customer.balance();
    await kit.faults?.lostHosts?.hostLost(M3);
    await live('the member is lost', rest('ERROR', 'ERROR', 'HIBERNATED'), ids);
    assert.deepEqual(
      (await rows([runs, off])).map(({ waitReason }) => waitReason),
      ['HOST_LOST', 'HOST_LOST'],
    );
    const refunded = await customer.balance();
    assert.ok(refunded > before && refunded <= before + 2n * HOURLY);
    await assert.rejects(customer.deploy('l4-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    await kit.faults?.lostHosts?.hostBack(M3);
    await live('the member is back', rest('ACTIVE', 'STOPPED', 'HIBERNATED'), ids);
    assert.equal(await customer.balance(), refunded - 2n * HOURLY);
    assert.equal(await kit.disks?.read(runs, 'work'), 'kept on work');

    for (const id of ids) await customer.remove(id);
    await live('all are gone', rest('DELETED', 'DELETED', 'DELETED'), ids);
    const left = await kit.client.read('/1.0/instances?recursion=1', z.array(z.object({ name: z.string() })), signal);
    assert.deepEqual(left.value, []);
    for (const check of await verifyLedger(ctx.db.sql)) assert.deepEqual(check.broken, [], check.name);
  });
});
