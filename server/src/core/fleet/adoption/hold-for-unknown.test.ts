import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { retryServer } from '../../commerce/oversight/retry-server.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import type { Cloud, Customer } from '../../testing/cloud.ts';
import { takeCopy } from '../../testing/older-copy.ts';
import { addHost } from '../capacity/hosts/add-host.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { removeOrphan } from '../engines/orphans.ts';
import { adopt, closeSound, kept, look, refusal, startRentedCloud } from './testing/rented-cloud.ts';

const { signal } = new AbortController();

describe('GPUs of machines that a restored database does not know', () => {
  let cloud: Cloud;
  let customers: readonly [Customer, Customer, Customer];
  beforeEach(async () => void ({ cloud, customers } = await startRentedCloud()));
  afterEach(() => closeSound(cloud));

  test('nobody is sold the GPUs of a machine without a row, which are free again when an operator has removed it', async () => {
    const copy = await takeCopy(cloud.db);
    const [one, two] = customers;
    const id = await one.deploy('l4-x1');
    await cloud.settle();
    await copy.restore();
    await look(cloud);
    for (let left = 3; left > 0; left -= 1) await two.deploy('l4-x1');
    await assert.rejects(two.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    await cloud.settle();
    await checkGpus(cloud);
    await removeOrphan(cloud.ctx, cloud.engine, id);
    await look(cloud);
    assert.equal(await kept(cloud, id), 1, 'it is on its way, and has them until it is gone');
    cloud.clock.advance(MINUTE_MS);
    await look(cloud);
    assert.equal(await kept(cloud, id), 0);
    await two.deploy('l4-x1');
    await cloud.settle();
  });

  test('a host that does not answer keeps what its machines have, and sells nothing', async () => {
    const copy = await takeCopy(cloud.db);
    const id = await customers[0].deploy('l4-x1');
    await cloud.settle();
    await copy.restore();
    await look(cloud);
    const { hostName } = await cloud.engine.observe(id, signal);
    await cloud.engine.faults.hostLost(hostName ?? '');
    await look(cloud);
    assert.equal(await kept(cloud, id), 1);
    assert.match(await refusal(cloud, id).catch(String), /does not answer/);
    await cloud.engine.faults.hostBack(hostName ?? '');
    await look(cloud);
    assert.equal((await adopt(cloud, id)).status, 'ACTIVE');
  });

  test('what was woken since is sold to nobody, and what was woken or hibernated since becomes what the restored rows say', async () => {
    const [one, two] = customers;
    const [woken, asleep] = [await one.deploy('l4-x1'), await two.deploy('l4-x1')];
    await cloud.settle();
    await one.act(woken, 'hibernate');
    await cloud.settle();
    const copy = await takeCopy(cloud.db);
    await one.act(woken, 'hibernate-restore');
    await two.act(asleep, 'hibernate');
    await cloud.settle();
    await copy.restore();
    await look(cloud);
    assert.equal(await kept(cloud, woken), 1, 'the GPU of a machine that is on, whatever its row says, is not free');
    assert.equal(await kept(cloud, asleep), 0);
    for (const serverId of [woken, asleep]) await retryServer(cloud.ctx, { serverId, atRest: true });
    await cloud.settle({ repeatEachStep: 2 });
    const power = async (id: string) => (await cloud.engine.observe(id, signal)).power;
    assert.deepEqual([await power(woken), await power(asleep)], ['hibernated', 'running']);
    assert.deepEqual([(await cloud.server(woken)).status, (await cloud.server(asleep)).status], ['HIBERNATED', 'ACTIVE']);
    await look(cloud);
    assert.equal(await kept(cloud, woken), 0);
    await one.act(woken, 'hibernate-restore');
    await cloud.settle();
    assert.equal((await cloud.server(woken)).status, 'ACTIVE');
  });

  test('what machines have on the host that they moved to since is sold to nobody, and is free once they are where their rows say', async () => {
    const servers = await cloud.db.sql.selectFrom('servers').select(['id', 'accountId']).execute();
    const ids = servers.map(({ id }) => id);
    const first = servers.find(({ accountId }) => accountId === customers[0].ctx.accountId)?.id ?? assert.fail();
    const copy = await takeCopy(cloud.db);
    const { hostId } = await cloud.server(first);
    await setHostState(cloud.ctx, { hostId: hostId ?? '', state: 'draining' });
    await cloud.runSchedules(['evacuation']);
    await cloud.settle();
    assert.notEqual((await cloud.server(first)).hostId, hostId);
    await copy.restore();
    await look(cloud);
    assert.deepEqual(await Promise.all(ids.map((id) => kept(cloud, id))), [1, 1, 1]);
    assert.equal(await cloud.gpusTaken(), 6);
    await checkGpus(cloud);
    await customers[0].act(first, 'stop');
    await cloud.settle();
    await look(cloud);
    assert.deepEqual([(await cloud.server(first)).status, await kept(cloud, first)], ['STOPPED', 0]);
    assert.equal(await cloud.gpusTaken(), 5);
  });

  test('a host that is added again under another name sells nothing before somebody has looked, and never what its machines have', async () => {
    const [one, two] = customers;
    const id = await one.deploy('l4-x1');
    await cloud.settle();
    for (const table of ['machine', 'gpu_slot'])
      await cloud.db.pool.query(`update simulated_engine.${table} set host_name = 'l4-renamed' where host_name = 'l4-2'`);
    await cloud.db.pool.query(`update hosts set silent_since = $1, silent_why = 'unknown_host' where name = 'l4-2'`, [cloud.clock.now()]);
    const { poolId } = await cloud.server(id);
    const { silentWhy } = await addHost(cloud.ctx, { poolId: poolId ?? '', name: 'l4-renamed', gpuCount: 2 });
    assert.equal(silentWhy, 'unchecked');
    await assert.rejects(two.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    await look(cloud);
    assert.equal(await kept(cloud, id), 1);
    // Those left of both: for the simulated engine, the old host is there again.
    for (let left = 3 + 1; left > 0; left -= 1) await two.deploy('l4-x1');
    await assert.rejects(two.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    await cloud.settle();
    await checkGpus(cloud);
    await one.act(id, 'hibernate');
    await cloud.settle();
    await look(cloud);
    assert.equal(await kept(cloud, id), 0);
  });
});
