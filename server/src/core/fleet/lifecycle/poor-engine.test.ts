import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '../../../kit/clock.ts';
import { getConsoleServer } from '../../commerce/orders/get-console-server.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { makeConsoleLink } from '../servers/console/console-link.ts';
import { getServerMetrics } from '../servers/views/get-server-metrics.ts';
import { readHibernatedGb } from '../servers/hibernated-gb.store.ts';
import { evacuateHosts } from './watch/evacuate-hosts.ts';

describe('on an engine that can little', () => {
  let cloud: Cloud;
  let customer: Customer;
  let id = '';
  before(async () => {
    cloud = await startCloud({
      hosts: { 'h100-sxm': [2, 2] },
      can: { relocation: false, ipv6: false, workDisk: 'scratch', metrics: false, console: 'none' },
    });
    customer = await cloud.customer('100');
    id = await customer.deploy();
    await cloud.settle();
  });
  after(() => cloud.close());

  test('a server shows what it has, and nothing that it has not', async () => {
    const { ipv4, ipv6, workDisk, measured, terminal } = await getConsoleServer(customer.ctx, { serverId: id });
    assert.deepEqual([ipv4 !== null, ipv6, workDisk, measured, terminal], [true, null, 'scratch', false, 'none']);
  });

  test('its measurements are empty', async () => {
    const nothing = { timestamps: [], values: [] };
    await cloud.pass(HOUR_MS / 2);
    const metrics = await getServerMetrics(customer.ctx, { serverId: id, duration: '1h' }, cloud.engines);
    assert.deepEqual(metrics, { cpu: nothing, ram: nothing, network_in: nothing, network_out: nothing });
  });

  test('no link to a terminal is made', async () => {
    await assert.rejects(makeConsoleLink(customer.ctx, { serverId: id }), { code: 'INVALID_REQUEST' });
  });

  test('a drained host keeps its servers, which run on and are billed, and operators see why', async () => {
    const { hostId } = await cloud.server(id);
    await setHostState(cloud.ctx, { hostId: hostId ?? '', state: 'draining' });
    const before = await customer.balance();
    assert.partialDeepStrictEqual(await evacuateHosts(cloud.ctx, cloud.engine), [{ moving: [], stuck: [id] }]);
    await cloud.pass(HOUR_MS);
    assert.deepEqual([(await cloud.server(id)).status, (await cloud.server(id)).hostId], ['ACTIVE', hostId]);
    assert.ok((await customer.balance()) < before);
    assert.deepEqual(
      (await listHosts(cloud.db.sql)).map(({ canMove }) => canMove),
      [false, false],
    );
  });

  test('hibernation counts the system disk only, and a restore wakes it on another host with an empty work disk', async () => {
    await cloud.engine.writeDisk(id, 'kept');
    await cloud.engine.writeWorkDisk(id, 'lost');
    const { hostId } = await cloud.server(id);
    await customer.act(id, 'hibernate');
    await cloud.settle();
    assert.equal((await readHibernatedGb(cloud.db.sql, customer.ctx.accountId))?.usedGb, 100);
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    const server = await cloud.server(id);
    assert.equal(server.status, 'ACTIVE');
    assert.notEqual(server.hostId, hostId);
    assert.deepEqual([await cloud.engine.readDisk(id), await cloud.engine.readWorkDisk(id)], ['kept', '']);
  });
});
