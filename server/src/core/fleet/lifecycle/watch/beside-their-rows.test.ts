import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../../../engines/engine.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { takeCopy } from '../../../testing/older-copy.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { listGpus } from '../../capacity/gpus/list-gpus.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { watchMachines } from './watch-machines.ts';

const { signal } = new AbortController();
const DEVICES = ['0000:17:00.0', '0000:1f:00.0', '0000:27:00.0', '0000:2f:00.0'] as const;

async function close(cloud: Cloud): Promise<void> {
  for (const { broken, name } of await verifyLedger(cloud.db.sql)) assert.deepEqual(broken, [], name);
  await cloud.close();
}

test('after an older copy was restored, a server that was woken since has the GPU that its machine has, and whoever has its former one keeps it', async (t) => {
  const cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
  t.after(() => close(cloud));
  await cloud.db.sql.updateTable('hosts').set({ state: 'offline' }).execute();
  const poolId = (await listHosts(cloud.db.sql))[0]?.poolId ?? '';
  const { id: hostId } = await addHost(cloud.ctx, { poolId, name: 'named', gpuCount: 4, devices: [...DEVICES] });
  const customer = await cloud.customer('1000');
  const [woken, other] = [await customer.deploy(), await customer.deploy()];
  await cloud.settle();
  const copy = await takeCopy(cloud.db);
  await customer.act(woken, 'hibernate');
  await cloud.settle();
  const since = await customer.deploy();
  await customer.act(woken, 'hibernate-restore');
  await cloud.settle();
  await copy.restore();

  // As Incus reports it: with what each was started.
  const list: Engine['list'] = async () =>
    Promise.all(
      (await cloud.engine.list(signal)).map(async (machine) => {
        const found = await cloud.engine.inspect?.(machine.serverId, signal);
        return { ...machine, startedWith: found?.gpus.flatMap(({ device }) => device ?? []) ?? [] };
      }),
    );
  const look = () => watchMachines(cloud.ctx, { ...cloud.engine, list });
  const held = async () => (await listGpus(cloud.db.sql, { hostId, setAside: false })).map((gpu) => gpu.serverId ?? gpu.orphanId);
  assert.deepEqual(await held(), [woken, other, null, null], 'the third would be sold with a customer on it');
  for (let looks = 0; looks < 2; looks += 1) {
    assert.deepEqual((await look()).undeclared, []);
    assert.deepEqual(await held(), [since, other, woken, null]);
  }

  // A server in progress has yet to start on its new GPUs.
  await customer.act(woken, 'hibernate');
  await cloud.settle();
  await customer.act(woken, 'hibernate-restore');
  const given = await held();
  await look();
  assert.deepEqual(await held(), given);
  await cloud.settle();
  await look();
  assert.deepEqual(await held(), given);
});

test('what a machine has of an engine that by its row is not its own is sold to nobody, as after an engine was renamed', async (t) => {
  const cloud = await startCloud({ hosts: { l4: [2] }, beside: { renamed: { l4: [2] } } });
  t.after(() => close(cloud));
  const customer = await cloud.customer('1000');
  const id = await customer.deploy('l4-x1');
  await cloud.settle();
  const { engine } = await cloud.server(id);
  const [own, foreign] = [cloud.engine, cloud.beside.get('renamed') ?? assert.fail()].toSorted((one) => (one.name === engine ? -1 : 1));
  const spec = await own?.specOf(id);
  assert.ok(spec && foreign);
  await foreign.ensureRunning(spec, signal);
  cloud.clock.advance(60_000);
  await cloud.runSchedules(['watch']);
  for (let left = 2; left > 0; left -= 1) await customer.deploy('l4-x1');
  await assert.rejects(customer.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  await cloud.settle();
  await foreign.ensureGone(id, signal);
  cloud.clock.advance(60_000);
  await cloud.runSchedules(['watch']);
  await customer.deploy('l4-x1');
  await cloud.settle();
});
