import { z } from 'zod';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { setAutoReload } from '../../server/src/core/commerce/top-ups/set-auto-reload.ts';
import type { AgentCloud, Agent } from './agent-cloud.ts';

/** An account that has one of everything, and an agent of it that may do everything. */
export interface AgentWorld {
  readonly agent: Agent;
  /** Runs by the hour, is called `walker`, and has a backup. */
  readonly server: string;
  /** Is paid ahead, is called `yearling`, and was canceled. */
  readonly prepaid: string;
  readonly backup: string;
  readonly order: string;
  readonly invoice: string;
  readonly ticket: string;
}

const WithId = z.object({ id: z.string() });
const Launched = z.object({ id: z.string() });
const Ordered = z.object({ serverId: z.string(), orderId: z.string() });

/** Needs an L4 and an H100. Budgets and auto-reload are on, so that raising them can be tried. */
export async function agentWorld({ agent: newAgent, cloud }: AgentCloud): Promise<AgentWorld> {
  const agent = await newAgent();
  const { customer } = agent;
  await moveTo(customer, 'QC');
  await giveCard(cloud, customer);
  const { sshKeyId } = customer;
  const launched = await agent.spend('svc_create_server', { productId: 'l4-x1', sshKeyId, name: 'walker' });
  const server = Launched.parse(launched.result).id;
  await cloud.settle();
  await agent.spend('svc_set_server_backup_policy', { serverId: server, enabled: true });
  const { backup } = await agent.ok('svc_create_server_backup', { serverId: server }, z.object({ backup: WithId }));
  await cloud.settle();
  const ordered = await agent.spend('svc_create_order', { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId, name: 'yearling' });
  const { serverId: prepaid, orderId: order } = Ordered.parse(ordered.result);
  await cloud.settle();
  await agent.ok('svc_cancel_server', { serverId: prepaid, confirmName: 'yearling' }, z.unknown());
  const { invoices } = await agent.ok('svc_list_invoices', {}, z.object({ invoices: z.tuple([WithId], WithId) }));
  const { ticket } = await agent.ok('svc_create_ticket', { subject: 'Help', message: 'Help' }, z.object({ ticket: WithId }));
  await setAutoReload(
    { ...cloud.ctx, accountId: customer.ctx.accountId },
    {
      enabled: true,
      thresholdCad: 20,
      amountCad: 30,
      monthlyLimitCad: 500,
    },
  );
  await agent.ok('svc_set_budget', { monthlyLimit: 5000 }, z.unknown());
  await agent.ok('svc_set_budget', { serverId: server, monthlyLimit: 300 }, z.unknown());
  return { agent, server, prepaid, backup: backup.id, order, invoice: invoices[0].id, ticket: ticket.id };
}
