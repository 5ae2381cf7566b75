import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { order } from '../../testing/order-steps.ts';
import { payingCustomer } from '../../testing/paying-customer.ts';
import { createServer } from '../../fleet/lifecycle/create/create-server.ts';
import { restoreServer } from '../../fleet/lifecycle/change/restore-server.ts';
import { preemptServer } from '../../fleet/lifecycle/spot/preempt-server.ts';
import { NO_CAPS } from '../agents/agent-key.rules.ts';
import { findAgentKey } from '../agents/agent-keys.store.ts';
import { createMcpKey } from '../agents/create-mcp-key.ts';
import { renewOrder } from '../../commerce/orders/renew-order.ts';
import { verifyLedger } from './verify-ledger.ts';

const NAME = 'what counts against the caps of keys is what was charged for them, less its refunds';
const RATE = 3_990_000n;
const SPOT = 1_790_000n;

describe('what counts against the caps of agents’ keys', () => {
  let cloud: Cloud;
  let customer: Customer;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8] } });
    customer = await payingCustomer(cloud, { cad: '1000' });
  });
  after(async () => {
    try {
      await holds();
    } finally {
      await cloud.close();
    }
  });

  const broken = async () => (await verifyLedger(cloud.db.sql)).find(({ name }) => name === NAME)?.broken;
  const holds = async () => {
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  };
  const spentOf = async (keyId: string) => (await findAgentKey(cloud.db.sql, keyId))?.monthSpentMicros;

  async function key(): Promise<{ keyId: string; ctx: CustomerCtx }> {
    const settings = { permissions: [...agentPermissions], caps: NO_CAPS, approvalAbove: null, stopAtCap: false, readOnly: false };
    const { id: keyId } = await createMcpKey(cloud.ctx, { accountId: customer.ctx.accountId, name: 'agent', ...settings });
    return { keyId, ctx: { ...customer.ctx, actor: { type: 'mcp_key', id: keyId, name: 'agent' } } };
  }

  async function launch(ctx: CustomerCtx, productId = 'h100-sxm-x1'): Promise<string> {
    const { id } = await createServer(ctx, { productId, region: 'canada-montreal', sshKeyId: customer.sshKeyId });
    await cloud.settle();
    return id;
  }

  test('is proved from the charges, and a counter that is off by a cent is named', async () => {
    const { keyId, ctx } = await key();
    const id = await launch(ctx);
    await cloud.pass(2.5 * HOUR_MS, 10 * MINUTE_MS);
    assert.equal(await spentOf(keyId), 3n * RATE);
    await holds();
    for (const off of [10_000n, -10_000n]) {
      const spent = (micros: bigint) =>
        cloud.db.sql.updateTable('agentKeys').set({ monthSpentMicros: micros }).where('keyId', '=', keyId).execute();
      await spent(3n * RATE + off);
      assert.deepEqual(await broken(), [`${keyId} ${off > 0n ? '11.98' : '11.96'} CAD ≠ 11.97 CAD`]);
      await spent(3n * RATE);
    }
    await customer.remove(id);
    await cloud.settle();
  });

  test('is what was charged while the server ran for it: whoever restores it takes it over, from the next charge on', async () => {
    const [one, other] = [await key(), await key()];
    const id = await launch(one.ctx);
    for (const { ctx } of [other, { ctx: customer.ctx }]) {
      await customer.act(id, 'hibernate');
      await cloud.settle();
      await cloud.pass(90 * MINUTE_MS, 10 * MINUTE_MS);
      await restoreServer(ctx, { serverId: id });
      await cloud.settle();
      await cloud.pass(65 * MINUTE_MS, 10 * MINUTE_MS);
    }
    assert.deepEqual([await spentOf(one.keyId), await spentOf(other.keyId)], [RATE, 2n * RATE]);
    await holds();
    await customer.remove(id);
    await cloud.settle();
  });

  test('falls by a refund of what the key was charged, also when another key has taken the server over within the hour', async () => {
    const [one, other] = [await key(), await key()];
    const id = await launch(one.ctx, 'h100-sxm-x1-spot');
    const own = await launch(other.ctx);
    await cloud.pass(10 * MINUTE_MS, 10 * MINUTE_MS);
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await restoreServer(other.ctx, { serverId: id });
    await cloud.settle();
    assert.equal(await spentOf(one.keyId), SPOT);
    await preemptServer(cloud.ctx, { serverId: id, reason: 'The host is serviced' });
    assert.deepEqual([await spentOf(one.keyId), await spentOf(other.keyId)], [0n, RATE]);
    await holds();
    for (const server of [id, own]) await customer.remove(server);
    await cloud.settle();
  });

  test('has the backups of a term that the key turned on, until they are refunded with the term', async () => {
    const { keyId, ctx } = await key();
    const begun = await order(customer);
    await cloud.tendMoney();
    await cloud.settle();
    await renewOrder(customer.ctx, { orderId: begun.orderId });
    await cloud.tendMoney();
    await setBackupOption(ctx, { serverId: begun.serverId, enabled: true });
    const spent = (await spentOf(keyId)) ?? 0n;
    assert.ok(spent > 0n);
    await holds();
    await customer.remove(begun.serverId);
    await cloud.tendMoney();
    await cloud.settle();
    const left = (await spentOf(keyId)) ?? 0n;
    assert.ok(left > 0n && left < spent, `${left} of ${spent}`);
    await holds();
  });

  test('of a month that is over proves nothing any more, and a key that has not spent since has spent nothing', async () => {
    const { keyId, ctx } = await key();
    const id = await launch(ctx);
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await cloud.pass(32 * 24 * HOUR_MS, 6 * HOUR_MS);
    await customer.remove(await launch(customer.ctx));
    await cloud.settle();
    await holds();
    await cloud.db.sql.updateTable('agentKeys').set({ monthSpentMicros: 1n }).where('keyId', '=', keyId).execute();
    await holds();
    await customer.remove(id);
  });
});
