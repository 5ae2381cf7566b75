import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HostSilence } from '@boreal/contract/fleet/hosts.ts';
import type { Engine } from '../../../engines/engine.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { getOverview } from '../../commerce/oversight/get-overview.ts';
import { startCloud } from '../../testing/cloud.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { removeHost } from '../capacity/hosts/remove-host.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { evacuateHosts } from './watch/evacuate-hosts.ts';
import { watchMachines } from './watch/watch-machines.ts';

const cloud = await startCloud({ hosts: { l4: [1, 2] } });
after(() => cloud.close());

/** The engine, whose own operator has closed these hosts to new machines: by evacuating them, or disabling them in nova. */
const closed = new Set<string>();
const engine: Engine = {
  ...cloud.engine,
  hosts: async (signal) =>
    (await cloud.engine.hosts(signal)).map((host) => (closed.has(host.name) ? { ...host, withheld: 'closed' as const } : host)),
};
const hosts = async () => (await listHosts(cloud.db.sql)).toSorted((a, b) => a.gpus.length - b.gpus.length);

test('a host that its engine has closed sells nothing, its servers run and can be moved off, and it sells again when it is opened', async () => {
  const customer = await cloud.customer('100');
  const [small, large] = await hosts();
  assert.ok(small && large);
  await setHostState(cloud.ctx, { hostId: large.id, state: 'offline' });
  const stays = await customer.deploy('l4-x1');
  await cloud.settle();
  await setHostState(cloud.ctx, { hostId: large.id, state: 'accepting' });

  for (const { name } of [small, large]) closed.add(name);
  await watchMachines(cloud.ctx, engine);
  assert.deepEqual(
    (await hosts()).map(({ silentWhy }) => silentWhy),
    ['closed', 'closed'],
  );
  await assert.rejects(customer.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  assert.equal((await cloud.server(stays)).status, 'ACTIVE');
  // Nobody is paged for something that was done on purpose.
  assert.equal((await getOverview(cloud.ctx)).hosts.silent, 0);

  closed.delete(large.name);
  await watchMachines(cloud.ctx, engine);
  await setHostState(cloud.ctx, { hostId: small.id, state: 'draining' });
  await evacuateHosts(cloud.ctx, engine);
  await cloud.settle();
  assert.equal((await cloud.server(stays)).hostId, large.id);
  await removeHost(cloud.ctx, { hostId: small.id });
  await cloud.pass(MINUTE_MS);
  assert.equal((await cloud.server(stays)).status, 'ACTIVE');
  await customer.remove(stays);
  await cloud.settle();
});

test('a host that its engine has closed is not removed while disks lie on it', async () => {
  const customer = await cloud.customer('100');
  const id = await customer.deploy('l4-x1');
  await cloud.settle();
  await customer.act(id, 'hibernate');
  await cloud.settle();
  const [host] = await hosts();
  assert.ok(host);
  closed.add(host.name);
  await watchMachines(cloud.ctx, engine);
  await assert.rejects(removeHost(cloud.ctx, { hostId: host.id }), (error) => isAppError(error, 'INVALID_REQUEST'));
});

test('nor is one that does not answer for a moment, nor whose whole engine does not; one that its engine does not know any more is', async () => {
  closed.clear();
  await watchMachines(cloud.ctx, engine);
  const customer = await cloud.customer('100');
  const id = await customer.deploy('l4-x1');
  await cloud.settle();
  await customer.act(id, 'hibernate');
  await cloud.settle();
  const hostId = (await cloud.server(id)).disksHostId ?? '';
  const silent = (silentWhy: HostSilence) =>
    cloud.db.sql.updateTable('hosts').set({ silentSince: cloud.clock.now(), silentWhy }).where('id', '=', hostId).execute();
  for (const why of HostSilence.options.filter((one) => one !== 'unknown_host')) {
    await silent(why);
    await assert.rejects(removeHost(cloud.ctx, { hostId }), (error) => isAppError(error, 'INVALID_REQUEST'), why);
  }
  await silent('unknown_host');
  await removeHost(cloud.ctx, { hostId });
});
