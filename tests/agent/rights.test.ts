import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { agentTools, type ToolRule } from '@boreal/contract/agents/tools.ts';
import { agentPermissions, chargingTools } from '@boreal/contract/agents/agents.ts';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { openAgentCloud, type Called } from '../testing/agent-cloud.ts';
import { agentWorld } from '../testing/agent-world.ts';

/** What every tool refuses alike: what belongs to somebody else, an unknown argument, and a key without permission. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [4] } });
const { cloud } = mcp;
const made = await agentWorld(mcp);
const { agent } = made;
after(() => mcp.close());

/** Arguments with which each tool would look for something. */
const lookups: Readonly<Record<string, () => object>> = {
  svc_get_product: () => ({ productId: 'none' }),
  svc_quote_server: () => ({ productId: 'none', sshKeyId: agent.customer.sshKeyId }),
  svc_create_server: () => ({ productId: 'none', sshKeyId: agent.customer.sshKeyId }),
  svc_quote_order: () => ({ productId: 'none', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId }),
  svc_create_order: () => ({ productId: 'none', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId }),
  svc_add_firewall_rule: () => ({ serverId: made.server, direction: 'ingress', protocol: 'tcp' }),
  svc_delete_firewall_rule: () => ({ serverId: made.server, ruleId: 1 }),
  svc_delete_server: () => ({ serverId: made.server, confirmName: 'walker' }),
  svc_cancel_server: () => ({ serverId: made.prepaid, confirmName: 'yearling' }),
  svc_restore_server_backup: () => ({ serverId: made.server, backupId: made.backup }),
  svc_delete_ssh_key: () => ({ sshKeyId: agent.customer.sshKeyId }),
  svc_get_invoice: () => ({ invoiceId: made.invoice }),
  svc_get_order: () => ({ orderId: made.order }),
  svc_set_budget: () => ({ serverId: made.server, monthlyLimit: 1 }),
  svc_list_tickets: () => ({ ticketId: made.ticket }),
  svc_reply_ticket: () => ({ ticketId: made.ticket, message: 'mine?' }),
  svc_set_server_backup_policy: () => ({ serverId: made.server, enabled: true }),
};
const looks = tools.filter(({ name, input }) => name in lookups || ('serverId' in input.shape && name !== 'svc_create_ticket'));

for (const { name } of looks) {
  test(`${name}: what is somebody else's does not exist`, async () => {
    const stranger = await mcp.agent();
    const refusal = await stranger.refused(name, lookups[name]?.() ?? { serverId: made.server }, 'NOT_FOUND');
    assert.equal(refusal.retryable, false);
  });
}

for (const { name } of tools) {
  const { changes, permissions }: ToolRule = agentTools[name];
  test(`${name}: an argument that is not there, named in the refusal`, async () => {
    const { issues } = z
      .looseObject({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })
      .parse(await agent.refused(name, { nonsense: 1 }, 'INVALID_REQUEST'));
    assert.ok(issues.some(({ path }) => path === 'nonsense'));
  });

  if (!changes && permissions.length === 0) continue;
  test(`${name}: a key that may not, with where to allow it`, async () => {
    const reader = await mcp.agent({ of: agent.customer, readOnly: true });
    assert.partialDeepStrictEqual(await reader.refused(name, {}, 'PERMISSION_DENIED'), {
      need: 'write',
      accountAction: { code: 'INVALID_API_KEY' },
    });
    for (const need of permissions) {
      const rest = agentPermissions.filter((permission) => permission !== need);
      const other = await mcp.agent({ of: agent.customer, permissions: rest });
      assert.partialDeepStrictEqual(await other.refused(name, {}, 'PERMISSION_DENIED'), { need });
      assert.ok(!(await other.list()).includes(name));
    }
    const narrowed = await agent.call(name, {}, { 'x-mcp-readonly': 'true' });
    assert.partialDeepStrictEqual(refusalIn(narrowed), { code: 'PERMISSION_DENIED', need: 'header' });
  });
}

test('the SSH key of another account opens no server', async () => {
  const stranger = await mcp.agent();
  const { issues } = z
    .looseObject({ issues: z.array(z.object({ path: z.string() })) })
    .parse(await stranger.refused('svc_create_server', { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId }, 'INVALID_REQUEST'));
  assert.deepEqual(
    issues.map(({ path }) => path),
    ['sshKeyId'],
  );
});

test('X-MCP-Readonly holds an agent back however it is said, and only a no lets it write', async () => {
  const [ticket, free] = [{ subject: 'held back', message: 'x' }, await mcp.agent()];
  for (const held of ['true', 'TRUE', '1', 'yes', ' on '])
    assert.equal(codeOf(await free.call('svc_create_ticket', ticket, { 'x-mcp-readonly': held })), 'PERMISSION_DENIED', held);
  for (const no of ['false', '0', ''])
    assert.ok('ticket' in (await free.call('svc_create_ticket', ticket, { 'x-mcp-readonly': no })).structuredContent, no);
});

test('a person who may not pay approves none of the tools that charge the card', () => {
  const charging = tools.filter(({ spends, name }) => spends && charges(agentTools[name]));
  const confirmed = charging.map(({ name }) => name).filter((name) => name !== 'svc_quote_order');
  assert.deepEqual(confirmed.toSorted(), [...chargingTools].toSorted());
});

test('that a term renews itself is chosen by people: an agent confirms each charge', async () => {
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId };
  await agent.refused('svc_quote_order', { ...order, autoRenew: true }, 'INVALID_REQUEST');
  await agent.refused('svc_create_order', { ...order, autoRenew: true }, 'INVALID_REQUEST');
});

test('kept backups are deleted only by a key that may delete, whether the option is turned off or keeps fewer days', async () => {
  const { accountId } = agent.customer.ctx;
  const keeper = await mcp.agent({ of: agent.customer, permissions: ['launch', 'charge'] });
  const off = { serverId: made.server, enabled: false, confirmDeleteBackups: true };
  const kept = async () =>
    (await cloud.db.sql.selectFrom('backups').select('id').where('accountId', '=', accountId).where('status', '=', 'ready').execute())
      .length;
  assert.equal(await kept(), 1);
  const refusal = await keeper.refused('svc_set_server_backup_policy', off, 'PERMISSION_DENIED');
  assert.partialDeepStrictEqual(refusal, { need: 'delete', accountAction: { code: 'INVALID_API_KEY' } });
  await cloud.pass(3 * DAY_MS, 2 * HOUR_MS);
  const before = await kept();
  assert.ok(before > 2, `${before} backups`);
  const fewer = { serverId: made.server, retention: 1 };
  assert.equal((await keeper.refused('svc_set_server_backup_policy', fewer, 'PERMISSION_DENIED'))['need'], 'delete');
  assert.equal(await kept(), before);
  await keeper.ok('svc_set_server_backup_policy', { serverId: made.server, hourLocal: 5 }, z.unknown());
  await agent.ok('svc_set_server_backup_policy', fewer, z.unknown());
  await agent.ok('svc_set_server_backup_policy', off, z.unknown());
  assert.equal(await kept(), 0);
});

function charges({ permissions }: ToolRule): boolean {
  return permissions.includes('charge');
}

function codeOf(called: Called): string {
  return refusalIn(called).code;
}

function refusalIn({ structuredContent }: Called) {
  return z.object({ error: z.looseObject({ code: z.string() }) }).parse(structuredContent).error;
}
