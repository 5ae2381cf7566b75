import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { agentTools } from '@boreal/contract/agents/tools.ts';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { createOrder } from '../../../commerce/orders/create-order.ts';
import { priceOfOrder } from '../../../commerce/orders/price-of-order.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { NO_CAPS } from '../../../money/agents/agent-key.rules.ts';
import { confirmQuote } from '../../../money/agents/confirm-quote.ts';
import { createMcpKey } from '../../../money/agents/create-mcp-key.ts';
import { makeQuote, type QuotedPrice } from '../../../money/agents/make-quote.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { payingCustomer } from '../../../testing/paying-customer.ts';
import { createServer } from '../create/create-server.ts';
import { priceOfDeployment } from '../create/price-of-launch.ts';

const PLAN = 'h100-sxm-x1';
const RATE = 3_990_000n;

describe('an agent that buys the GPUs of a spot server, at the price that it was quoted', () => {
  let cloud: Cloud;
  let buyer: Customer;
  let spot: string;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
    buyer = await payingCustomer(cloud, { cad: '10' });
    spot = await (await cloud.customer('10')).deploy(`${PLAN}-spot`);
    await cloud.settle();
  });
  afterEach(async () => {
    try {
      await cloud.settle();
      assert.equal((await cloud.server(spot)).status, 'HIBERNATED');
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  async function confirm<R>(
    tool: 'svc_create_server' | 'svc_create_order',
    price: () => Promise<QuotedPrice>,
    spend: (ctx: CustomerCtx, quoteId: string) => Promise<R>,
  ) {
    const { accountId } = buyer.ctx;
    const settings = { permissions: [...agentPermissions], caps: NO_CAPS, approvalAbove: null, stopAtCap: false, readOnly: false };
    const { id: keyId } = await createMcpKey(cloud.ctx, { accountId, name: 'agent', ...settings });
    const ctx: CustomerCtx = { ...buyer.ctx, actor: { type: 'mcp_key', id: keyId, name: 'agent' } };
    const quoted = { keyId, tool, args: { productId: PLAN } };
    const { token } = await makeQuote(ctx, { ...quoted, price: await price() });
    const needs = agentTools[tool];
    return confirmQuote<unknown>(ctx, (kept) => kept, { ...quoted, token, needs, approvalsUrl: 'https://boreal.example', price, spend });
  }
  const asked = () => ({ accountId: buyer.ctx.accountId, productId: PLAN, at: cloud.clock.now() });
  const wanted = () => ({ productId: PLAN, region: 'canada-montreal', sshKeyId: buyer.sshKeyId }) as const;

  test('by the hour, from its credit', async () => {
    const { spentMicros } = await confirm(
      'svc_create_server',
      () => priceOfDeployment(cloud.db.sql, asked()),
      (ctx) => createServer(ctx, wanted()),
    );
    assert.equal(spentMicros, RATE);
    assert.equal(await buyer.balance(), 10_000_000n - RATE);
  });

  test('by the month, with its card', async () => {
    const total = async () => (await priceOfOrder(cloud.db.sql, { ...asked(), cycle: 'monthly' })).totalMicros;
    const { spentMicros } = await confirm(
      'svc_create_order',
      async () => ({ chargeMicros: await total(), hourlyMicros: 0n }),
      (ctx, key) => createOrder(ctx, { ...wanted(), cycle: 'monthly', autoRenew: false, key }),
    );
    assert.equal(spentMicros, await total());
    await cloud.settle();
    assert.equal((await cloud.server(spot)).status, 'ACTIVE', 'the card was not charged yet');
    await cloud.tendMoney();
  });
});
