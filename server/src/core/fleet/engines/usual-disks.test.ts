import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { getConsoleServer } from '../../commerce/orders/get-console-server.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { readRecord } from '../adoption/machine-record.rules.ts';
import { machineSpec } from '../lifecycle/converge/machine-spec.ts';
import { readHibernatedGb } from '../servers/hibernated-gb.store.ts';
import { noteTraits } from './engine-traits.store.ts';

let cloud: Cloud;
let customer: Customer;
beforeEach(async () => {
  cloud = await startCloud({
    hosts: { 'h100-sxm': [4] },
    can: { systemDisks: ['flavor', 'volume'], workDisk: 'kept', workDisks: ['volume', 'ephemeral'] },
  });
  customer = await cloud.customer('100');
});
afterEach(() => cloud.close());

/** The operator restarts with different settings of the engine. */
const restartedWith = (offered: { systemDisks: ['volume', 'flavor'] | ['volume']; workDisks: ['ephemeral', 'volume'] | ['ephemeral'] }) =>
  noteTraits(cloud.db.sql, { ...cloud.engine, can: { ...cloud.engine.can, ...offered, workDisk: 'scratch' } });
const disksOf = async (serverId: string) => {
  const { systemDisk, workDisk, record } = await machineSpec(cloud.ctx, await cloud.server(serverId));
  const written = readRecord(record);
  return { told: (await getConsoleServer(customer.ctx, { serverId })).workDisk, systemDisk, workDisk, record: written?.workDisk };
};

test('a server keeps the disks that were usual when it was made, running or asleep, and what is told and counted of it', async () => {
  const [running, asleep] = [await customer.deploy(), await customer.deploy()];
  await cloud.settle();
  await cloud.engine.writeWorkDisk(asleep, 'mine');
  await customer.act(asleep, 'hibernate');
  await cloud.settle();
  const before = await readHibernatedGb(cloud.db.sql, customer.ctx.accountId);

  for (let time = 0; time < 2; time += 1) await restartedWith({ systemDisks: ['volume', 'flavor'], workDisks: ['ephemeral', 'volume'] });
  assert.deepEqual(await readHibernatedGb(cloud.db.sql, customer.ctx.accountId), before);
  assert.equal((await getConsoleServer(customer.ctx, { serverId: asleep })).workDisk, 'kept');
  await customer.act(asleep, 'hibernate-restore');
  const later = await customer.deploy();
  await cloud.settle();
  const made = { told: 'kept', systemDisk: 'flavor', workDisk: 'volume', record: 'volume' };
  assert.deepEqual([await disksOf(running), await disksOf(asleep)], [made, made]);
  assert.equal(await cloud.engine.readWorkDisk(asleep), 'mine');
  assert.deepEqual(await disksOf(later), { told: 'scratch', systemDisk: null, workDisk: null, record: undefined });
});

test('a server that is still being made gets the new disks only where the old ones are not to be had any more', async () => {
  const [begun, other] = [await customer.deploy(), await customer.deploy()];
  await restartedWith({ systemDisks: ['volume', 'flavor'], workDisks: ['ephemeral'] });
  for (const serverId of [begun, other])
    assert.deepEqual(await disksOf(serverId), { told: 'scratch', systemDisk: 'flavor', workDisk: null, record: undefined });
});
