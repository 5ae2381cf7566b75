import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isAppError } from '../../../../kit/errors.ts';
import { setPlanFlags } from '../../../money/prices/set-plan-flags.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { addFirewallRule } from '../../firewall/add-firewall-rule.ts';
import { convergeServer } from '../converge/converge-server.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { createBackup } from './create-backup.ts';
import { deleteBackup } from '../../backups/delete-backup.ts';
import { quoteRestore } from '../../backups/quote-restore.ts';
import { removeDeletedBackups } from '../../backups/remove-backups.ts';
import { priceOfCopy } from '../create/price-of-launch.ts';
import { restoreBackup } from './restore-backup.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';

const CAD = 1_000_000n;
const RATE = 3_990_000n;

describe('a server restored from a backup', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [4] } });
  });
  after(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  /** A running server, and a backup of it that contains `saved` while the server has moved on to `later`. */
  async function backedUp(cad = '100'): Promise<{ customer: Customer; serverId: string; backupId: string }> {
    const customer = await cloud.customer(cad);
    const serverId = await customer.deploy('h100-sxm-x1', { name: 'trainer' });
    await cloud.settle();
    await cloud.engine.writeDisk(serverId, 'saved');
    await cloud.engine.writeWorkDisk(serverId, 'scratch');
    await setBackupOption(customer.ctx, { serverId, enabled: true });
    const { id: backupId } = await createBackup(customer.ctx, { serverId });
    await convergeServer(cloud.ctx, cloud.engines, serverId);
    await cloud.engine.writeDisk(serverId, 'later');
    await cloud.settle();
    return { customer, serverId, backupId };
  }
  const rulesOf = (serverId: string) =>
    cloud.db.sql
      .selectFrom('firewallRules')
      .select(['direction', 'protocol', 'ethertype', 'cidr', 'portMin', 'portMax'])
      .where('serverId', '=', serverId)
      .orderBy('id')
      .execute();

  test('holds what was saved, not what came later nor the work disk, and the original is untouched', async () => {
    const { customer, serverId, backupId } = await backedUp();
    const original = await cloud.server(serverId);
    const restored = await restoreBackup(customer.ctx, { serverId, backupId });
    await cloud.settle();
    assert.equal(await cloud.engine.readDisk(restored.id), 'saved');
    assert.equal(await cloud.engine.readWorkDisk(restored.id), '');
    assert.equal(await cloud.engine.readDisk(serverId), 'later');
    assert.deepEqual(await cloud.server(serverId), original);
    assert.deepEqual([restored.name, restored.sourceServerId, restored.backupId], ['trainer-restored', serverId, backupId]);
    for (const id of [serverId, restored.id]) await customer.remove(id);
    await cloud.settle();
  });

  test('has the plan, image, SSH key and firewall rules of the original, enforced from its first boot', async () => {
    const { customer, serverId, backupId } = await backedUp();
    await addFirewallRule(customer.ctx, {
      serverId,
      direction: 'ingress',
      protocol: 'tcp',
      ethertype: 'IPv4',
      portRangeMin: 8000,
      portRangeMax: 8100,
    });
    await addFirewallRule(customer.ctx, { serverId, direction: 'egress', protocol: 'udp', ethertype: 'IPv6' });
    await customer.ctx.db.sql.deleteFrom('sshKeys').where('id', '=', customer.sshKeyId).execute();
    const { id } = await restoreBackup(customer.ctx, { serverId, backupId, name: 'copy' });
    await cloud.settle();
    const [source, copy] = [await cloud.server(serverId), await cloud.server(id)];
    assert.equal(copy.name, 'copy');
    for (const field of ['planId', 'region', 'imageId', 'sshKeyId', 'publicKey', 'environmentId'] as const)
      assert.equal(copy[field], source[field], field);
    assert.equal(copy.sourceBackupId, backupId);
    assert.deepEqual(await rulesOf(id), await rulesOf(serverId));
    assert.deepEqual(await cloud.engine.firewallOf(id), await rulesOf(serverId));
    for (const each of [serverId, id]) await customer.remove(each);
    await cloud.settle();
  });

  test('is named after the original, in whole characters and at most a hundred of them', async () => {
    const { customer, serverId, backupId } = await backedUp();
    for (const [name, expected] of [
      ['🦫'.repeat(100), `${'🦫'.repeat(91)}-restored`],
      [`x${'🦫'.repeat(80)}`, `x${'🦫'.repeat(80)}-restored`],
    ] as const) {
      await cloud.db.sql.updateTable('servers').set({ name }).where('id', '=', serverId).execute();
      const restored = await restoreBackup(customer.ctx, { serverId, backupId });
      assert.deepEqual([restored.name, (await cloud.server(restored.id)).name], [expected, expected]);
      await customer.remove(restored.id);
    }
    await customer.remove(serverId);
    await cloud.settle();
  });

  test('is billed like a new hourly server, and the quote says so', async () => {
    const { customer, serverId, backupId } = await backedUp();
    const before = await customer.balance();
    const quote = await quoteRestore(customer.ctx, { serverId, backupId });
    assert.deepEqual(
      [quote.productId, quote.region, quote.hourlyRateCad, quote.requiredCredits],
      ['h100-sxm-x1', 'canada-montreal', 3.99, 3.99],
    );
    assert.deepEqual([quote.available, quote.sufficient, quote.currentBalance], [true, true, 96.01]);
    const { id } = await restoreBackup(customer.ctx, { serverId, backupId, expectedHourlyRateCad: 3.994 });
    assert.equal(await customer.balance(), before - RATE);
    assert.equal((await cloud.server(id)).billingCycle, 'hourly');
    for (const each of [serverId, id]) await customer.remove(each);
    await cloud.settle();
  });

  test('is made of a plan that is on request or not offered any more, as its original goes on', async () => {
    const { customer, serverId, backupId } = await backedUp();
    const planId = 'h100-sxm-x1';
    const made: string[] = [];
    try {
      for (const flags of [{ priceOnRequest: true, autoProvisioning: false }, { priceOnRequest: false }, { purchasable: false }]) {
        await setPlanFlags(cloud.ctx, { planId, ...flags });
        assert.equal((await quoteRestore(customer.ctx, { serverId, backupId })).available, true, JSON.stringify(flags));
        const price = await priceOfCopy(cloud.db.sql, { accountId: customer.ctx.accountId, serverId, at: cloud.clock.now() });
        assert.equal(price.chargeMicros, RATE);
        made.push((await restoreBackup(customer.ctx, { serverId, backupId })).id);
        await cloud.settle();
        assert.equal((await cloud.server(made.at(-1) ?? '')).status, 'ACTIVE');
        await customer.remove(made.at(-1) ?? '');
      }
      await assert.rejects(customer.deploy(planId), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    } finally {
      await setPlanFlags(cloud.ctx, { planId, priceOnRequest: false, autoProvisioning: true, purchasable: true });
    }
    await customer.remove(serverId);
    await cloud.settle();
  });

  test('refused, nothing is charged and no server is made: another price, no credit, no stock, backup not ready', async () => {
    const { customer, serverId, backupId } = await backedUp('9');
    const restore = (more: { expectedHourlyRateCad?: number; backupId?: string } = {}) =>
      restoreBackup(customer.ctx, { serverId, backupId, ...more });
    await assert.rejects(restore({ expectedHourlyRateCad: 3.98 }), (error) => isAppError(error, 'PRICE_CHANGED'));
    const other = await customer.deploy();
    await cloud.settle();
    await assert.rejects(restore(), (error) => isAppError(error, 'INSUFFICIENT_CREDITS'));
    const rich = await cloud.customer('100');
    const fillers = [await rich.deploy(), await rich.deploy()];
    await cloud.settle();
    await rich.ctx.transact((tx) =>
      tx
        .updateTable('ledgerAccounts')
        .set({ balanceMicros: 50n * CAD })
        .where('id', '=', customer.ctx.accountId)
        .execute(),
    );
    await assert.rejects(restore(), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
    assert.equal((await quoteRestore(customer.ctx, { serverId, backupId })).available, false);
    await rich.ctx.transact((tx) =>
      tx
        .updateTable('ledgerAccounts')
        .set({ balanceMicros: 9n * CAD - 2n * RATE })
        .where('id', '=', customer.ctx.accountId)
        .execute(),
    );
    const making = await createBackup(customer.ctx, { serverId });
    await assert.rejects(restore({ backupId: making.id }), (error) => isAppError(error, 'BACKUP_NOT_READY'));
    await assert.rejects(restore({ backupId: 'bkp_none' }), (error) => isAppError(error, 'NOT_FOUND'));
    assert.equal(await customer.balance(), 9n * CAD - 2n * RATE);
    await cloud.settle();
    for (const id of [serverId, other]) await customer.remove(id);
    for (const id of fillers) await rich.remove(id);
    await cloud.settle();
  });

  test('comes up although its backup, or the original with all its backups, is deleted before it boots', async () => {
    const one = await backedUp();
    const first = await restoreBackup(one.customer.ctx, one);
    await deleteBackup(one.customer.ctx, one);
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    await cloud.settle();
    assert.equal(await cloud.engine.readDisk(first.id), 'saved');

    const other = await backedUp();
    const second = await restoreBackup(other.customer.ctx, other);
    await other.customer.remove(other.serverId);
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    await cloud.settle();
    assert.equal(await cloud.engine.readDisk(second.id), 'saved');

    await removeDeletedBackups(cloud.ctx, cloud.engine);
    assert.deepEqual(await cloud.engine.listBackups(new AbortController().signal), []);
    for (const id of [one.serverId, first.id]) await one.customer.remove(id);
    await other.customer.remove(second.id);
    await cloud.settle();
  });

  test('can be backed up and restored in its turn', async () => {
    const { customer, serverId, backupId } = await backedUp();
    const first = await restoreBackup(customer.ctx, { serverId, backupId });
    await cloud.settle();
    await cloud.engine.writeDisk(first.id, 'second generation');
    await setBackupOption(customer.ctx, { serverId: first.id, enabled: true });
    const backup = await createBackup(customer.ctx, { serverId: first.id });
    await cloud.settle();
    const second = await restoreBackup(customer.ctx, { serverId: first.id, backupId: backup.id });
    await cloud.settle();
    assert.equal(await cloud.engine.readDisk(second.id), 'second generation');
    for (const id of [serverId, first.id, second.id]) await customer.remove(id);
    await cloud.settle();
  });
});
