import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { agentTools, type ToolRule } from '@boreal/contract/agents/tools.ts';
import { agentPermissions, type AgentPermission } from '@boreal/contract/agents/agents.ts';
import { MemberRole, rolePermissions, type Permission } from '@boreal/contract/people/members.ts';
import { z } from 'zod';
import { updateProfile } from '../../server/src/core/ground/profiles/update-profile.ts';
import { addPerson } from '../../server/src/core/testing/people.ts';
import { isAppError } from '../../server/src/kit/errors.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { openAgentCloud, post, type Agent, type Called } from '../testing/agent-cloud.ts';
import { agentWorld } from '../testing/agent-world.ts';

/** Every tool, with every set of permissions of a key and every role of its maker, against the table of the contract. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [4] } });
const { cloud } = mcp;
const made = await agentWorld(mcp);
after(() => mcp.close());

/** Arguments that would change something if the call were admitted. */
const changing: Readonly<Record<string, () => object>> = {
  svc_stop_server: () => ({ serverId: made.server }),
  svc_reboot_server: () => ({ serverId: made.server }),
  svc_hibernate_server: () => ({ serverId: made.server }),
  svc_delete_server: () => ({ serverId: made.server, confirmName: 'walker' }),
  svc_cancel_server: () => ({ serverId: made.prepaid, confirmName: 'yearling' }),
  svc_get_console_url: () => ({ serverId: made.server }),
  svc_add_firewall_rule: () => ({ serverId: made.server, direction: 'ingress', protocol: 'tcp', portRangeMin: 80 }),
  svc_delete_firewall_rule: () => ({ serverId: made.server, ruleId: 1 }),
  svc_create_server_backup: () => ({ serverId: made.server }),
  svc_set_server_backup_policy: () => ({ serverId: made.server, enabled: false, confirmDeleteBackups: true }),
  svc_add_ssh_key: () => ({ name: 'mine', publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGBXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ' }),
  svc_generate_ssh_key: () => ({ name: 'mine' }),
  svc_delete_ssh_key: () => ({ sshKeyId: made.agent.customer.sshKeyId }),
  svc_set_auto_reload: () => ({ enabled: false }),
  svc_set_budget: () => ({ monthlyLimit: 0 }),
  svc_update_profile: () => ({
    address: { line1: '1 Road', line2: null, city: 'Calgary', province: 'AB', postalCode: 'T2P 1J9', country: 'CA' },
  }),
};

/** The same as the table, read without the code that follows it. */
function allowed(
  { changes, permissions, role }: ToolRule,
  key: { permissions: readonly AgentPermission[]; readOnly: boolean },
  maker: MemberRole,
) {
  const may: readonly Permission[] = rolePermissions[maker];
  const byKey = key.readOnly ? !changes && permissions.length === 0 : permissions.every((one) => key.permissions.includes(one));
  return byKey && role.every((one) => may.includes(one));
}

const subsets = Array.from({ length: 8 }, (_, bits) => agentPermissions.filter((_one, n) => bits & (1 << n)));
const keys = [
  ...subsets.map((permissions) => ({ permissions, readOnly: false })),
  { permissions: [...agentPermissions], readOnly: true },
] as const;

for (const maker of MemberRole.options) {
  describe(`a key whose maker is ${maker} now`, async () => {
    const agents = new Map<object, Agent>();
    before(async () => {
      const { customer } = made.agent;
      const { accountId } = customer.ctx;
      const person = await addPerson(cloud.ctx, { accountId, role: 'owner' });
      for (const key of keys) agents.set(key, await mcp.agent({ of: customer, by: person.ctx, ...key }));
      // Bypassing the operation that ends keys with a role: the rest must hold by itself.
      await cloud.db.sql.updateTable('memberships').set({ role: maker }).where('userId', '=', person.id).execute();
    });

    for (const key of keys) {
      const name = key.readOnly ? 'reads only' : `may ${key.permissions.join(', ') || 'do nothing'}`;
      test(`and which ${name} sees and runs what the table says, and nothing else`, async () => {
        const agent = agents.get(key);
        assert.ok(agent);
        const wanted = tools.filter((tool) => allowed(agentTools[tool.name], key, maker)).map((tool) => tool.name);
        assert.deepEqual(await agent.list(), wanted);
        for (const tool of tools) {
          const may = wanted.includes(tool.name);
          // Permissions are tested with arguments that name nothing, so that the world stays as it is.
          const called = await agent.call(tool.name, may ? { nonsense: 1 } : (changing[tool.name]?.() ?? {}));
          assert.equal(codeOf(called), may ? 'INVALID_REQUEST' : 'PERMISSION_DENIED', `${tool.name}: ${JSON.stringify(called)}`);
        }
      });
    }
  });
}

test('a key that may do nothing changes nothing of the account, whatever it calls; writing to support is free', async () => {
  const { customer } = made.agent;
  const agent = await mcp.agent({ of: customer, permissions: [] });
  const before = await everything(customer.ctx.accountId);
  for (const { name } of tools) await agent.call(name, changing[name]?.() ?? {});
  assert.deepEqual(await everything(customer.ctx.accountId), before);
  const { ticket } = await agent.ok(
    'svc_create_ticket',
    { subject: 'Hello', message: 'May I?' },
    z.object({ ticket: z.object({ id: z.string() }) }),
  );
  await agent.ok('svc_reply_ticket', { ticketId: ticket.id, message: 'Please.' }, z.unknown());
});

test('a role that is taken away while a key works counts from its next call', async () => {
  const { customer } = made.agent;
  const { accountId } = customer.ctx;
  const person = await addPerson(cloud.ctx, { accountId, role: 'owner' });
  const agent = await mcp.agent({ of: customer, by: person.ctx, permissions: ['launch', 'charge'] });
  const asKey = { ...customer.ctx, actor: { type: 'mcp_key', id: agent.keyId, name: 'tests' } } as const;
  await agent.ok('svc_update_profile', { name: 'Before' }, z.unknown());
  await cloud.db.sql.updateTable('memberships').set({ role: 'developer' }).where('userId', '=', person.id).execute();
  // The operation looks the role up when it runs, whatever the door remembers of the key.
  await assert.rejects(updateProfile(asKey, { name: 'After' }), (error) => isAppError(error, 'PERMISSION_DENIED'));
});

test('a key whose maker is not of the account any more is refused at the door', async () => {
  const { customer } = made.agent;
  const person = await addPerson(cloud.ctx, { accountId: customer.ctx.accountId, role: 'developer' });
  const agent = await mcp.agent({ of: customer, by: person.ctx, permissions: ['launch'] });
  await cloud.db.sql.deleteFrom('memberships').where('userId', '=', person.id).execute();
  const answer = await post(mcp.url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization: `Bearer ${agent.key}` });
  assert.equal(answer.status, 401);
});

/** Everything that a key could change in an account. */
async function everything(accountId: string) {
  const { sql } = cloud.db;
  return Promise.all([
    sql.selectFrom('autoReloads').selectAll().where('accountId', '=', accountId).execute(),
    sql.selectFrom('serverBudgets').selectAll().where('accountId', '=', accountId).orderBy('serverId').execute(),
    sql.selectFrom('accounts').selectAll().where('id', '=', accountId).execute(),
    sql.selectFrom('servers').selectAll().where('accountId', '=', accountId).orderBy('id').execute(),
    sql.selectFrom('sshKeys').selectAll().where('accountId', '=', accountId).orderBy('id').execute(),
    sql.selectFrom('orders').selectAll().where('accountId', '=', accountId).orderBy('id').execute(),
    sql.selectFrom('payments').selectAll().where('accountId', '=', accountId).orderBy('id').execute(),
    sql.selectFrom('backups').selectAll().where('accountId', '=', accountId).orderBy('id').execute(),
    sql.selectFrom('firewallRules').selectAll().orderBy('serverId').orderBy('id').execute(),
  ]);
}

function codeOf({ structuredContent }: Called): string | undefined {
  return z.object({ error: z.object({ code: z.string() }).optional() }).parse(structuredContent).error?.code;
}
