import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { changeMcpKey } from '../../server/src/core/money/agents/change-mcp-key.ts';
import { listMcpKeys } from '../../server/src/core/money/agents/list-mcp-keys.ts';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { Confirmed, openAgentCloud, Quoted, type Agent, type Refusal } from '../testing/agent-cloud.ts';

/** A key cannot exceed its caps, whichever way it tries. */
const mcp = await openAgentCloud({ hosts: { l4: [64] } });
const { cloud } = mcp;
after(() => mcp.close());

const CREATE = 'svc_create_server';
const plan = (agent: Agent, productId = 'l4-x1') => ({ productId, sshKeyId: agent.customer.sshKeyId });

test('of twenty confirmations at once with a cap of one server, exactly one is served', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, servers: 1 } });
  const tokens = [];
  for (let n = 0; n < 20; n += 1) tokens.push(await agent.token(CREATE, plan(agent)));
  const answers = await Promise.all(tokens.map((confirmationToken) => agent.call(CREATE, { ...plan(agent), confirmationToken })));
  assert.equal(answers.filter(({ isError }) => !isError).length, 1);
  const [served] = answers.filter(({ isError }) => !isError);
  const { result } = z.object({ result: z.object({ id: z.string() }) }).parse(served?.structuredContent);
  await agent.customer.remove(result.id);
});

test('an hour of the server is told where one was asked for, also within an hour that is paid, and no other amount in its place', async () => {
  const agent = await mcp.agent({ cad: '0', caps: { ...NO_CAPS, perCharge: 30 } });
  const minimum = (refusal: Refusal) => refusal.accountAction?.minimumCad;
  const refused = async (tool: string, args: object, code: string) =>
    agent.refused(tool, { ...args, confirmationToken: await agent.token(tool, args) }, code);
  assert.equal(minimum(await refused(CREATE, plan(agent, 'l4-x2'), 'INSUFFICIENT_CREDITS')), 2.18);
  await moveTo(agent.customer, 'QC');
  assert.equal(minimum(await refused('svc_topup_credits', { amountCad: 25 }, 'PAYMENT_REQUIRED')), undefined);
  assert.equal(minimum(await refused('svc_topup_credits', { amountCad: 31 }, 'BUDGET_CAP_REACHED')), undefined);

  const owner = await mcp.agent({ caps: { ...NO_CAPS, servers: 1 } });
  const sleeper = await owner.customer.deploy('l4-x1');
  await cloud.settle();
  await owner.customer.act(sleeper, 'hibernate');
  await cloud.settle();
  await owner.spend(CREATE, plan(owner));
  const args = { serverId: sleeper };
  const capped = await owner.refused(
    'svc_restore_server',
    { ...args, confirmationToken: await owner.token('svc_restore_server', args) },
    'BUDGET_CAP_REACHED',
  );
  assert.equal(minimum(capped), 1.09);
  assert.match(capped.message, /^This would exceed this MCP key’s cap on servers at a time/);
});

const capCases = [
  ['serverHourly', 'key server hour', 1],
  ['totalHourly', 'key total hour', 2],
  ['monthlySpend', 'key month', 2],
  ['servers', 'key servers', 1],
] as const;

for (const [name, told, cap] of capCases) {
  test(`${name}: the quote tells it, the confirmation enforces it, nothing is charged`, async () => {
    const agent = await mcp.agent({ caps: { ...NO_CAPS, [name]: cap } });
    const before: string[] = [];
    if (name !== 'serverHourly') before.push((await agent.spend(CREATE, plan(agent))).result.id ?? '');
    const balance = await agent.customer.balance();
    const { quote } = await agent.ok('svc_quote_server', plan(agent), Quoted);
    assert.equal(quote.ready, false);
    assert.equal(quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
    const refusal = await agent.refused(CREATE, { ...plan(agent), confirmationToken: quote.confirmationToken }, 'BUDGET_CAP_REACHED');
    assert.match(
      refusal.message,
      {
        'key server hour': /hourly rate of a server/,
        'key total hour': /total hourly/,
        'key month': /monthly spending/,
        'key servers': /servers at a time/,
      }[told],
    );
    assert.equal(refusal.accountAction?.code, 'BUDGET_CAP_REACHED');
    assert.match(refusal.accountAction?.action.url ?? '', /console\/agents$/);
    assert.equal(await agent.customer.balance(), balance);
    for (const id of before) await agent.customer.remove(id);
  });
}

test('a raised cap lets the same token through', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, serverHourly: 1 } });
  const confirmed = { ...plan(agent), confirmationToken: await agent.token(CREATE, plan(agent)) };
  await agent.refused(CREATE, confirmed, 'BUDGET_CAP_REACHED');
  const { accountId } = agent.customer.ctx;
  await changeMcpKey(cloud.ctx, { accountId, keyId: agent.keyId, caps: { ...NO_CAPS, serverHourly: 2 } });
  const { result } = await agent.ok(CREATE, confirmed, Confirmed);
  await agent.customer.remove(result.id ?? '');
});

test('hibernated and deleted servers, and those that people launched, are not counted', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, servers: 1 } });
  const mine = await agent.customer.deploy('l4-x1');
  const { result } = await agent.spend(CREATE, plan(agent));
  await cloud.settle();
  await agent.ok('svc_hibernate_server', { serverId: result.id }, z.unknown());
  // Until it has left its GPU it counts as one more.
  assert.equal((await agent.ok('svc_quote_server', plan(agent), Quoted)).quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  await cloud.settle();
  const second = (await agent.spend(CREATE, plan(agent))).result.id ?? '';
  await cloud.settle();
  // Waking the first needs a place that the second has.
  const { quote } = await agent.ok('svc_restore_server', { serverId: result.id }, Quoted);
  assert.equal(quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  await agent.ok('svc_delete_server', { serverId: second, confirmName: (await cloud.server(second)).name }, z.unknown());
  await agent.ok('svc_restore_server', { serverId: result.id, confirmationToken: quote.confirmationToken }, Confirmed);
  await cloud.settle();
  for (const id of [mine, result.id ?? '']) await agent.customer.remove(id);
  await cloud.settle();
});

test("each hour counts, and at the monthly cap its servers are hibernated, its owner's go on", async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, monthlySpend: 5 }, stopAtCap: true });
  const mine = await agent.customer.deploy('l4-x1');
  const { result } = await agent.spend(CREATE, plan(agent));
  const id = result.id ?? '';
  await cloud.settle();
  await cloud.pass(3 * HOUR_MS + 30 * MINUTE_MS, 10 * MINUTE_MS);
  const [key] = await listMcpKeys(cloud.ctx, { accountId: agent.customer.ctx.accountId });
  assert.partialDeepStrictEqual(key, { spend: { spentThisMonth: 4.36, hourlyNow: 1.09, serversNow: 1 } });
  assert.equal((await cloud.server(id)).status, 'ACTIVE');
  await cloud.pass(HOUR_MS, 10 * MINUTE_MS);
  await cloud.settle();
  assert.equal((await cloud.server(id)).status, 'HIBERNATED');
  assert.equal((await cloud.server(mine)).status, 'ACTIVE');
  const events = await cloud.db.sql
    .selectFrom('serverEvents')
    .select(['type', 'reason'])
    .where('serverId', '=', id)
    .where('reason', 'is not', null)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    events,
    ['server.hibernate_requested', 'server.hibernated'].map((type) => ({ type, reason: 'KEY_CAP_REACHED' })),
  );
  const { quote } = await agent.ok('svc_restore_server', { serverId: id }, Quoted);
  assert.equal(quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  // Its owner may wake it: from then on it runs for them and counts for no key.
  await agent.customer.act(id, 'hibernate-restore');
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS, 10 * MINUTE_MS);
  assert.equal((await cloud.server(id)).status, 'ACTIVE');
  const [after] = await listMcpKeys(cloud.ctx, { accountId: agent.customer.ctx.accountId });
  assert.partialDeepStrictEqual(after, { spend: { spentThisMonth: 4.36, hourlyNow: 0, serversNow: 0 } });
  for (const server of [mine, id]) await agent.customer.remove(server);
  await cloud.settle();
});

test('a cap on the hourly cost that is lowered stops as many servers as it takes, at the end of their paid hour', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, totalHourly: 5 }, stopAtCap: true });
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) ids.push((await agent.spend(CREATE, plan(agent))).result.id ?? '');
  await cloud.settle();
  const { accountId } = agent.customer.ctx;
  await changeMcpKey(cloud.ctx, { accountId, keyId: agent.keyId, caps: { ...NO_CAPS, totalHourly: 2.5 } });
  const running = async () => (await Promise.all(ids.map((id) => cloud.server(id)))).filter(({ status }) => status === 'ACTIVE').length;
  assert.equal(await running(), 3);
  await cloud.pass(3 * HOUR_MS, 10 * MINUTE_MS);
  await cloud.settle();
  assert.equal(await running(), 2);
  for (const id of ids) await agent.customer.remove(id);
  await cloud.settle();
});

test('a key that is not set to stop its servers is charged past its cap, and launches no more', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, monthlySpend: 2 } });
  const { result } = await agent.spend(CREATE, plan(agent));
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS, 10 * MINUTE_MS);
  assert.equal((await cloud.server(result.id ?? '')).status, 'ACTIVE');
  const { quote } = await agent.ok('svc_quote_server', plan(agent), Quoted);
  assert.equal(quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  await agent.customer.remove(result.id ?? '');
  await cloud.settle();
});

test('after all of it the ledger is whole', async () => {
  const checks = await verifyLedger(cloud.db.sql);
  assert.deepEqual(
    checks.flatMap(({ broken }) => broken),
    [],
  );
});
