import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AgentApproval, AgentCall, McpKey } from '@boreal/contract/agents/agents.ts';
import { z } from 'zod';
import { createAgentCallLog, type AgentCallLog } from '../../server/src/core/money/agents/agent-call-log.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { MCP_PATH, mcpDoor } from '../../server/src/mcp/mcp-door.ts';
import { data } from '../../server/src/web/test-answers.ts';
import type { Browser } from '../../server/src/web/test-browser.ts';
import { openWebCloud, type WebCloud } from '../../server/src/web/testing.ts';
import { agentOf, Confirmed, post, Quoted } from '../testing/agent-cloud.ts';
import { until } from '../testing/boreal-process.ts';

let web: WebCloud;
let calls: AgentCallLog;
let customer: Customer;
const people = new Map<'owner' | 'developer' | 'viewer', Browser>();
before(async () => {
  web = await openWebCloud({
    hosts: { l4: [4] },
    beside: async (app, { limits, ...parts }, cloud) => {
      calls = createAgentCallLog(parts);
      const take = ({ client, ...call }: { operation: string; limit: number; client: string }) => limits.take({ ...call, ip: client });
      await mcpDoor(app, { ...parts, calls, payments: cloud.payments, limits: { take } });
    },
  });
  customer = await web.cloud.customer('100');
  for (const role of ['owner', 'developer', 'viewer'] as const) {
    people.set(role, await web.member(customer, { email: `${role}@example.com`, role }));
  }
});
after(async () => {
  await calls.close();
  await web.close();
  assert.deepEqual(web.bugs, []);
});

const who = (role: 'owner' | 'developer' | 'viewer'): Browser => {
  const browser = people.get(role);
  assert.ok(browser);
  return browser;
};
const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
test('a person makes a key, allows what its agent asks for, sees what it did and spent, lowers its caps and ends it', async () => {
  const owner = who('owner');
  const settings = { name: 'helper', permissions: ['launch', 'delete'], caps: { monthlySpend: 50 }, approvalAbove: 1, stopAtCap: true };
  assert.equal((await who('viewer').post(at('/mcp-keys'), settings)).status, 403);
  const made = data(await owner.post(at('/mcp-keys'), settings), z.object({ id: z.string(), key: z.string().startsWith('svc_mcp_') }));
  const url = new URL(MCP_PATH, web.url);
  const agent = agentOf({ url, customer, key: made.key, keyId: made.id });

  const plan = { productId: 'l4-x1', sshKeyId: customer.sshKeyId };
  const { quote } = await agent.ok('svc_quote_server', plan, Quoted);
  const confirmed = { ...plan, confirmationToken: quote.confirmationToken };
  const { approvalId } = await agent.refused('svc_create_server', confirmed, 'APPROVAL_REQUIRED');

  const pending = async () => data(await owner.get(at('/approvals?pending=true')), z.array(AgentApproval));
  assert.deepEqual(
    (await pending()).map(({ id, tool, charge }) => [id, tool, charge]),
    [[approvalId, 'svc_create_server', 1.09]],
  );
  const decide = (by: Browser) => by.post(at(`/approvals/${String(approvalId)}`), { decision: 'approved' });
  assert.equal((await decide(who('viewer'))).status, 403);
  assert.equal((await decide(owner)).status, 200);
  assert.equal((await decide(owner)).status, 409);
  assert.deepEqual(await pending(), []);
  const { result } = await agent.ok('svc_create_server', confirmed, Confirmed);

  const keyNow = async () => data(await owner.get(at('/mcp-keys')), z.array(McpKey)).find(({ id }) => id === made.id);
  assert.partialDeepStrictEqual(await keyNow(), {
    permissions: ['launch', 'delete'],
    stopAtCap: true,
    spend: { spentThisMonth: 1.09, chargedThisMonth: 0, serversNow: 1 },
  });
  const written = async () => data(await owner.get(at(`/agent-calls?keyId=${made.id}`)), z.array(AgentCall));
  const lines = await until('three lines are written', 30_000, written, ({ length }) => length >= 3);
  assert.deepEqual(
    lines.map(({ tool, outcome, spent }) => [tool, outcome, spent]).toSorted(),
    [
      ['svc_create_server', 'APPROVAL_REQUIRED', 0],
      ['svc_create_server', 'ok', 1.09],
      ['svc_quote_server', 'ok', 0],
    ].toSorted(),
  );

  assert.equal((await owner.put(at(`/mcp-keys/${made.id}`), { caps: { monthlySpend: 2 }, approvalAbove: null })).status, 200);
  const tight = await agent.ok('svc_quote_server', plan, Quoted);
  assert.deepEqual([tight.quote.needsApproval, tight.quote.blockers[0]?.code], [false, 'BUDGET_CAP_REACHED']);

  assert.equal((await owner.remove(at(`/mcp-keys/${made.id}`))).status, 200);
  const headers = { authorization: `Bearer ${made.key}` };
  const listed = async () => (await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)).status;
  // The processes hear of it with the commit, each in its own moment.
  assert.equal(await until('the key is refused', 30_000, listed, (status) => status !== 200), 401);
  await customer.remove(result.id ?? '');
});

test('who may not pay lets no agent pay: neither by its rights, nor by its caps, nor by an approval', async () => {
  const [owner, developer] = [who('owner'), who('developer')];
  const charging = { name: 'payer', permissions: ['charge'], caps: { perCharge: 100, monthlyCharges: 200 }, approvalAbove: 10 };
  assert.equal((await developer.post(at('/mcp-keys'), charging)).status, 403);
  const made = data(await owner.post(at('/mcp-keys'), charging), z.object({ id: z.string(), key: z.string() }));
  const change = (by: Browser, body: object) => by.put(at(`/mcp-keys/${made.id}`), body);
  for (const looser of [
    { caps: { perCharge: 101, monthlyCharges: 200 } },
    { caps: { perCharge: 100 } },
    { approvalAbove: 11 },
    { approvalAbove: null },
  ])
    assert.equal((await change(developer, looser)).status, 403);
  assert.equal((await change(developer, { caps: { perCharge: 90, monthlyCharges: 200 }, approvalAbove: 5, stopAtCap: true })).status, 200);

  const agent = agentOf({ url: new URL(MCP_PATH, web.url), customer, key: made.key, keyId: made.id });
  await moveTo(customer, 'QC');
  await giveCard(web.cloud, customer);
  const topUp = { amountCad: 25 };
  const { quote } = await agent.ok('svc_topup_credits', topUp, Quoted);
  const confirmed = { ...topUp, confirmationToken: quote.confirmationToken };
  const { approvalId } = await agent.refused('svc_topup_credits', confirmed, 'APPROVAL_REQUIRED');
  const decide = (by: Browser, decision: string) => by.post(at(`/approvals/${String(approvalId)}`), { decision });
  assert.equal((await decide(developer, 'approved')).status, 403);
  const withOtherCard = { decision: 'approved', expectedCardId: 'card_that_was_the_default' };
  assert.match((await owner.post(at(`/approvals/${String(approvalId)}`), withOtherCard)).text, /"CONFIRM_AGAIN"/);
  assert.equal((await decide(owner, 'approved')).status, 200);

  const audit = await owner.get(at('/audit?limit=50'));
  const lines = data(audit, z.array(z.object({ action: z.string(), target: z.string().nullable(), detail: z.looseObject({}) })));
  const { name, ...asked } = charging;
  assert.partialDeepStrictEqual(lines.find(({ action, target }) => action === 'key.created' && target === made.id)?.detail, {
    name,
    ...asked,
  });

  assert.equal((await change(developer, { permissions: [] })).status, 200);
  assert.equal((await change(developer, { permissions: ['charge'] })).status, 403);
  assert.equal((await change(developer, { permissions: ['launch'], caps: {}, approvalAbove: null })).status, 200);
});

test('a program that hides something in its name hides nothing in the list of what it did', async () => {
  const made = data(
    await who('owner').post(at('/mcp-keys'), { name: 'odd', permissions: [], caps: {} }),
    z.object({ id: z.string(), key: z.string() }),
  );
  const agent = agentOf({ url: new URL(MCP_PATH, web.url), customer, key: made.key, keyId: made.id });
  await agent.call('svc_whoami', {}, { 'user-agent': 'agent\u009b2J\u00ad/1' });
  const written = async () => data(await who('owner').get(at(`/agent-calls?keyId=${made.id}`)), z.array(AgentCall));
  const [line] = await until('a line is written', 30_000, written, ({ length }) => length > 0);
  assert.equal(line?.client, 'agent2J/1');
});
