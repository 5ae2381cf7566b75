import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ApiKey } from '@boreal/contract/people/keys.ts';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import { z } from 'zod';
import { changeMcpKey } from '../../server/src/core/money/agents/change-mcp-key.ts';
import { listMcpKeys } from '../../server/src/core/money/agents/list-mcp-keys.ts';
import { createKey } from '../../server/src/core/ground/keys/create-key.ts';
import { changeMemberRole } from '../../server/src/core/ground/members/change-member-role.ts';
import { listMembers } from '../../server/src/core/ground/members/list-members.ts';
import { removeMember } from '../../server/src/core/ground/members/remove-member.ts';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { addPerson, type TestPerson } from '../../server/src/core/testing/people.ts';
import { openAgentCloud, post, SITE_URL, type Agent } from '../testing/agent-cloud.ts';
import { until } from '../testing/boreal-process.ts';

/** A key has a maker, who takes it along. Both doors remember keys, so each key is used before anything is taken away. */
const mcp = await openAgentCloud({ hosts: { l4: [4] } });
const { cloud } = mcp;
after(() => mcp.close());

interface Team {
  readonly customer: Customer;
  readonly owner: TestPerson;
  readonly maker: TestPerson;
  /** Of the maker, all in use. */
  readonly rest: { readonly id: string; readonly text: string };
  readonly agent: Agent;
  readonly payer: Agent | null;
}

async function team(role: MemberRole): Promise<Team> {
  const customer = await cloud.customer('100');
  const { accountId } = customer.ctx;
  const owner = await addPerson(cloud.ctx, { accountId, role: 'owner', name: 'Olive' });
  const maker = await addPerson(cloud.ctx, { accountId, role, name: 'Max' });
  const rest = await createKey(maker.ctx, { accountId, access: 'full', name: 'ci' });
  const agent = await mcp.agent({ of: customer, by: maker.ctx, permissions: ['launch', 'delete'] });
  const payer = role === 'owner' ? await mcp.agent({ of: customer, by: maker.ctx, permissions: ['charge'] }) : null;
  assert.equal(await restStatus(rest.text), 200);
  for (const one of [agent, payer]) if (one) assert.equal(await agentStatus(one), 200);
  return { customer, owner, maker, rest, agent, payer };
}

async function restStatus(key: string): Promise<number> {
  const { statusCode } = await mcp.app.inject({ url: '/api/servers', headers: { authorization: `Bearer ${key}` } });
  return statusCode;
}

async function agentStatus({ key }: Agent): Promise<number> {
  const answer = await post(mcp.url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { authorization: `Bearer ${key}` });
  await answer.text();
  return answer.status;
}

/** Other processes hear of it within moments. */
const becomes = (status: number, read: () => Promise<number>) =>
  until(`the key answers ${status}`, 10_000, async () => (await read()) === status);

test('who is removed takes their keys along, REST and MCP; servers that they launched go on', async () => {
  const { owner, maker, rest, agent, customer } = await team('developer');
  const launched = await agent.spend('svc_create_server', { productId: 'l4-x1', sshKeyId: customer.sshKeyId });
  const serverId = z.string().parse(launched.result.id);
  await cloud.settle();
  await removeMember(owner.ctx, { userId: maker.id });
  await becomes(401, () => restStatus(rest.text));
  await becomes(401, () => agentStatus(agent));
  assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
});

test('who leaves by themselves takes their keys along, whatever they ask for', async () => {
  const { maker, rest, agent } = await team('developer');
  await removeMember(maker.ctx, { userId: maker.id, keys: 'take' });
  await becomes(401, () => restStatus(rest.text));
  await becomes(401, () => agentStatus(agent));
});

test('whoever removes somebody may take their keys over, and answers for them from then on', async () => {
  const { owner, maker, rest, agent } = await team('developer');
  await removeMember(owner.ctx, { userId: maker.id, keys: 'take' });
  assert.equal(await restStatus(rest.text), 200);
  assert.equal(await agentStatus(agent), 200);
  const [key] = await listMcpKeys(owner.ctx, owner.ctx);
  assert.deepEqual(key?.madeBy, { id: owner.id, name: 'Olive' });
  assert.deepEqual(
    (await listMembers(owner.ctx)).members.map(({ name, keys }) => [name, keys]),
    [['Olive', 2]],
  );
});

test('an owner who becomes a developer loses the keys that charge the card, and no other', async () => {
  const { owner, maker, rest, agent, payer } = await team('owner');
  assert.ok(payer);
  await changeMemberRole(owner.ctx, { userId: maker.id, role: 'developer' });
  await becomes(401, () => agentStatus(payer));
  assert.equal(await agentStatus(agent), 200);
  assert.equal(await restStatus(rest.text), 200);
  // What they may not do themselves any more, their keys do not either, at once.
  await until('the role counts', 10_000, async () => !(await agent.list()).includes('svc_set_budget'));
  await agent.refused('svc_set_budget', { monthlyLimit: 0 }, 'PERMISSION_DENIED');
});

test('a developer who becomes a viewer loses all keys', async () => {
  const { owner, maker, rest, agent } = await team('developer');
  await changeMemberRole(owner.ctx, { userId: maker.id, role: 'viewer' });
  await becomes(401, () => restStatus(rest.text));
  await becomes(401, () => agentStatus(agent));
});

test('a refused removal leaves the keys as they are', async () => {
  const { maker, owner, rest, agent } = await team('developer');
  await assert.rejects(removeMember(maker.ctx, { userId: owner.id }));
  await assert.rejects(changeMemberRole(maker.ctx, { userId: owner.id, role: 'viewer' }));
  assert.equal(await restStatus(rest.text), 200);
  assert.equal(await agentStatus(agent), 200);
});

test('whoever lets an agent do more than its maker may answers for it from then on', async () => {
  const { owner, agent, customer } = await team('developer');
  await changeMcpKey(owner.ctx, { accountId: customer.ctx.accountId, keyId: agent.keyId, permissions: ['charge'] });
  const key = (await listMcpKeys(owner.ctx, owner.ctx)).find(({ id }) => id === agent.keyId);
  assert.deepEqual(key?.madeBy, { id: owner.id, name: 'Olive' });
  await until('the new maker counts', 10_000, async () => (await agent.list()).includes('svc_topup_credits'));
});

test('keys are listed with who made them', async () => {
  const { maker, rest, customer } = await team('developer');
  const { accountId } = customer.ctx;
  const house = await createKey(cloud.ctx, { accountId, access: 'full', name: 'by the house' });
  const answer = await mcp.app.inject({ url: '/api/v1/api-keys', headers: { authorization: `Bearer ${rest.text}`, origin: SITE_URL } });
  const { data } = z.object({ data: z.array(ApiKey) }).parse(answer.json());
  assert.deepEqual(
    data.map(({ id, madeBy }) => [id, madeBy?.name]),
    [
      [house.id, undefined],
      [rest.id, 'Max'],
    ],
  );
  assert.equal(data[1]?.madeBy?.id, maker.id);
});

test('a REST key does nothing that its maker’s role does not allow', async () => {
  const { maker } = await team('developer');
  await cloud.db.sql.updateTable('memberships').set({ role: 'viewer' }).where('userId', '=', maker.id).execute();
  const fresh = await createKey(maker.ctx, { accountId: maker.ctx.accountId, access: 'full', name: 'made too late' });
  const asked = { authorization: `Bearer ${fresh.text}`, origin: SITE_URL, 'content-type': 'application/json' };
  const body = { name: 'mine', publicKey: 'ssh-ed25519 x' };
  const answer = await mcp.app.inject({ method: 'POST', url: '/api/settings/ssh-keys', headers: asked, payload: body });
  assert.equal(answer.statusCode, 401);
  assert.equal((await mcp.app.inject({ url: '/api/servers', headers: asked })).statusCode, 200);
});
