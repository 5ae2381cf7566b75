import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { addMs } from '../../server/src/kit/clock.ts';
import { Confirmed, openAgentCloud, Quoted } from '../testing/agent-cloud.ts';

/** Renewing a term that is over wakes its server: it is a launch, and requires what a launch requires. */
const mcp = await openAgentCloud({ hosts: { 'h100-sxm': [2], l4: [2] } });
const { cloud } = mcp;
after(() => mcp.close());

test('a server whose term is over is woken by a key that may launch, and within its caps', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, servers: 1 } });
  const { customer } = agent;
  await moveTo(customer, 'QC');
  await giveCard(cloud, customer);
  const { sshKeyId } = customer;
  const ordered = await agent.spend('svc_create_order', { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId });
  const { serverId, orderId } = z.looseObject({ serverId: z.string(), orderId: z.string() }).parse(ordered.result);
  await cloud.settle();
  const { order } = await agent.ok('svc_get_order', { orderId }, z.object({ order: z.object({ periodEnd: z.string() }) }));
  cloud.clock.moveTo(addMs(new Date(order.periodEnd), 1));
  await cloud.tendMoney();
  await cloud.settle();
  assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');

  const charger = await mcp.agent({ of: customer, permissions: ['charge'] });
  assert.equal((await charger.refused('svc_renew_server', { serverId }, 'PERMISSION_DENIED'))['need'], 'launch');

  // It has one server beside the hibernated one, and may have no second.
  const other = z.string().parse((await agent.spend('svc_create_server', { productId: 'l4-x1', sshKeyId })).result.id);
  await cloud.settle();
  const { quote } = await agent.ok('svc_renew_server', { serverId }, Quoted);
  assert.equal(quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  const confirmed = { serverId, confirmationToken: quote.confirmationToken };
  const { message } = await agent.refused('svc_renew_server', confirmed, 'BUDGET_CAP_REACHED');
  assert.match(message, /servers at a time/);
  assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');

  await customer.remove(other);
  await cloud.settle();
  await agent.ok('svc_renew_server', confirmed, Confirmed);
  await cloud.settle();
  assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
  const { quote: next } = await agent.ok('svc_quote_server', { productId: 'l4-x1', sshKeyId }, Quoted);
  assert.equal(next.blockers[0]?.code, 'BUDGET_CAP_REACHED');
});
