import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { addImage } from '../../money/catalog/images/add-image.ts';
import { findImage } from '../../money/catalog/catalog.store.ts';
import { changeModel } from '../../money/catalog/change-model.ts';
import { describePlan } from '../../money/catalog/describe-plan.ts';
import { changeRegion } from '../../money/catalog/regions/change-region.ts';
import { retireModel } from '../../money/catalog/retire-model.ts';
import { registerTax } from '../../money/tax/register-tax.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { getBackups } from '../../fleet/backups/get-backups.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { limitHost } from '../../fleet/capacity/hosts/limit-host.ts';
import { listHosts } from '../../fleet/capacity/hosts/list-hosts.ts';
import { changePoolDisks } from '../../fleet/capacity/pools/change-pool-disks.ts';
import { listPools } from '../../fleet/capacity/pools/list-pools.ts';
import { renamePool } from '../../fleet/capacity/pools/rename-pool.ts';
import { createBackup } from '../../fleet/lifecycle/backup/create-backup.ts';
import { restoreBackup } from '../../fleet/lifecycle/backup/restore-backup.ts';
import { machineSpec } from '../../fleet/lifecycle/converge/machine-spec.ts';
import { getServerUsage } from '../../fleet/servers/views/get-server-usage.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { order, orderSteps } from '../../testing/order-steps.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { getInvoicePdf } from '../invoices/get-invoice-pdf.ts';
import { issueStatements } from '../invoices/issue-statements.ts';
import { listInvoices } from '../invoices/get-invoice.ts';
import { setCompany } from '../invoices/set-company.ts';
import { getConsoleServer } from '../orders/get-console-server.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { exportAccount } from './export-account.ts';

let cloud: Cloud;
beforeEach(async () => {
  cloud = await startCloud({
    start: new Date('2026-11-28T15:00:00Z'),
    hosts: { 'h100-sxm': [8], l4: [8] },
    can: { systemDisks: ['flavor', 'volume'], workDisks: ['volume', 'ephemeral'] },
  });
});
afterEach(() => cloud.close());

type Holder = Awaited<ReturnType<typeof payingCustomer>>;
const { settle } = orderSteps(() => cloud);

/** Everything that an account may read about what it has and had, line by line, without the time of the export and the record of it. */
async function holdings({ ctx }: Holder, serverIds: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const language of ['en', 'fr'] as const) {
    let exported = '';
    for await (const chunk of await exportAccount({ ...cloud.ctx, accountId: ctx.accountId }, { language })) exported += chunk;
    told.push(...exported.split('\n').filter((line) => !/"exportedAt"|account\.exported/.test(line)));
    for (const { id, number } of (await listInvoices(ctx)).items) {
      const { bytes } = await getInvoicePdf(ctx, { invoiceId: id, language });
      told.push(`${number} ${createHash('sha256').update(bytes).digest('hex')}`);
    }
  }
  for (const serverId of serverIds) {
    // The region's name follows the region, as a model's does: a renamed region is still the same.
    const { regionName: _name, ...server } = await getConsoleServer(ctx, { serverId });
    told.push(JSON.stringify(server));
    told.push(JSON.stringify(await getServerUsage(ctx, { serverId })));
  }
  return told;
}

/** The specification of a server's machine, whatever its status. */
async function machineOf(serverId: string) {
  const spec = await machineSpec(cloud.ctx, await cloud.server(serverId));
  const { vcores, ramGb, storageGb, localStorageGb, systemDisk, workDisk, gpuModel, publicKey, machineType } = spec;
  return { vcores, ramGb, storageGb, localStorageGb, systemDisk, workDisk, gpuModel, publicKey, machineType, gpus: spec.gpus.length };
}

/** Changes everything that operators may change about what is sold, except names of models, which servers follow, and users of images. */
async function changeEverything(): Promise<void> {
  const { ctx, db } = cloud;
  for (const slug of ['h100-sxm', 'l4']) {
    await describePlan(ctx, { planId: `${slug}-x1`, everySize: true, cpuModel: 'Another', network: 'Another' });
    await changeModel(ctx, { slug, memoryGb: 7, position: 5, pciIds: ['10de:ffff'] });
    await retireModel(ctx, { slug });
  }
  await changeRegion(ctx, {
    regionId: 'canada-montreal',
    name: 'Elsewhere',
    country: 'FR',
    province: '',
    timezone: 'Europe/Paris',
    ipv6: false,
  });
  const image = await findImage(db.sql, 'ubuntu-24.04-cuda');
  assert.ok(image);
  await addImage(ctx, {
    ...image,
    name: 'Another',
    engineName: 'another',
    type: 'debian',
    version: '1',
    sizeGb: 90,
    labels: [],
    isDefault: false,
  });
  await addImage(ctx, { ...image, id: 'newer', isDefault: true });
  for (const { id: poolId, name } of await listPools(db.sql)) {
    await renamePool(ctx, { poolId, name: `${name} renamed` });
    await changePoolDisks(ctx, { poolId, systemDisk: 'volume', workDisk: 'ephemeral' });
  }
  for (const { id: hostId } of await listHosts(db.sql)) await limitHost(ctx, { hostId, cores: { factor: 2 }, memoryGb: { factor: 2 } });
  await setCompany(ctx, { name: 'Autre vendeur inc.', city: 'Québec', email: 'autre@example.com', website: 'https://example.com' });
  await registerTax(ctx, { tax: 'GST_HST', number: '999999999RT0001', from: '2026-12-31' });
  await registerTax(ctx, { tax: 'QST', number: '9999999999TQ0001', from: '2026-12-31' });
}

test('nothing that operators change in place changes what customers hold: servers, terms, documents, movements, activity, backups', async () => {
  await setCompany(cloud.ctx, { name: 'Nord Calcul inc.', city: 'Montréal', province: 'QC' });
  await registerTax(cloud.ctx, { tax: 'GST_HST', number: '123456789RT0001' });
  await registerTax(cloud.ctx, { tax: 'QST', number: '1234567890TQ0001' });
  const customer = await payingCustomer(cloud, { cad: '5000' });
  const toppedUp = await createTopUp(customer.ctx, { amountCad: 100 });
  await settle(toppedUp);
  await refundPayment(cloud.ctx, { paymentId: toppedUp.paymentId, netMicros: 10_000_000n, reason: 'Bought by mistake', key: 'one' });
  const prepaid = await order(customer);
  await settle(prepaid);
  const [running, asleep, gone] = [await customer.deploy(), await customer.deploy('l4-x1'), await customer.deploy('l4-x1')];
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId: running, enabled: true });
  const { id: backupId } = await createBackup(customer.ctx, { serverId: running });
  await cloud.settle();
  await customer.act(asleep, 'hibernate');
  await customer.remove(gone);
  await cloud.tendMoney();
  await cloud.settle();
  cloud.clock.moveTo(addMs(billingMonth(cloud.clock.now()).end, 2 * HOUR_MS));
  await cloud.meter();
  await issueStatements(cloud.ctx);
  const late = await order(customer);
  const begun = await customer.deploy('l4-x1');

  const all = [running, asleep, gone, begun, prepaid.serverId, late.serverId];
  const made = await Promise.all([running, begun, prepaid.serverId, late.serverId].map(machineOf));
  const before = await holdings(customer, all);
  const saved = await getBackups(customer.ctx, { serverId: running });
  assert.deepEqual(
    new Set((await listInvoices(customer.ctx)).items.map(({ kind }) => kind)),
    new Set(['receipt', 'invoice', 'credit_note', 'statement']),
  );
  await changeEverything();
  assert.deepEqual(await holdings(customer, all), before);
  assert.deepEqual(await getBackups(customer.ctx, { serverId: running }), saved);

  // What was sold is delivered: the pending card, the hibernated server, the backup, and a reboot.
  await settle(late);
  await customer.act(asleep, 'hibernate-restore');
  const { id: restored } = await restoreBackup(customer.ctx, { serverId: running, backupId });
  await cloud.settle();
  for (const id of [running, asleep, prepaid.serverId, late.serverId, restored])
    assert.equal((await cloud.server(id)).status, 'ACTIVE', id);
  assert.deepEqual(await Promise.all([running, begun, prepaid.serverId, late.serverId].map(machineOf)), made);
  const [h100] = made;
  assert.partialDeepStrictEqual(await machineOf(restored), { vcores: h100?.vcores, storageGb: h100?.storageGb, gpus: 1 });
  await assertBooks(cloud);
});

test('a price that changes leaves what was paid ahead, and what a card is being charged', async () => {
  const customer = await payingCustomer(cloud);
  const prepaid = await order(customer);
  await settle(prepaid);
  await cloud.settle();
  const late = await order(customer);
  const before = await holdings(customer, [prepaid.serverId]);
  await setPrice(cloud.ctx, { planId: 'h100-sxm-x1', hourlyMicros: 50_000_000n });
  assert.deepEqual(await holdings(customer, [prepaid.serverId]), before);
  await settle(late);
  await cloud.settle();
  const [first, second] = await Promise.all([prepaid, late].map(({ serverId }) => getConsoleServer(customer.ctx, { serverId })));
  assert.equal(second?.monthlyCost, first?.monthlyCost);
  const [latest, earlier] = (await listInvoices(customer.ctx, { kind: 'invoice' })).items;
  assert.deepEqual([latest?.net, latest?.total], [earlier?.net, earlier?.total]);
  await assertBooks(cloud);
});
