import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import { creditAccount } from '../server/src/core/accounts/credit-account.ts';
import { verifyLedger } from '../server/src/core/billing/ledger/verify-ledger.ts';
import { setPrice } from '../server/src/core/catalog/set-price.ts';
import { changeMcpKey } from '../server/src/core/agents/change-mcp-key.ts';
import { decideApproval } from '../server/src/core/agents/decide-approval.ts';
import { listApprovals } from '../server/src/core/agents/list-approvals.ts';
import { listMcpKeys } from '../server/src/core/agents/list-mcp-keys.ts';
import { NO_CAPS } from '../server/src/core/agents/agent-key.rules.ts';
import { HOUR_MS, MINUTE_MS } from '../server/src/kit/clock.ts';
import { Confirmed, openAgentCloud, Quoted, type Agent } from './testing/agent-cloud.ts';

const mcp = await openAgentCloud({
  hosts: [
    { model: 'h100-sxm', cards: 8 },
    { model: 'l4', cards: 64 },
  ],
});
const { cloud } = mcp;
after(() => mcp.close());

const CREATE = 'svc_create_server';
const plan = (agent: Agent, productId = 'l4-x1') => ({ productId, sshKeyId: agent.customer.sshKeyId });
const micros = (cad: number) => BigInt(Math.round(cad * 1e6));

describe('a token spends once', () => {
  test('a quote spends nothing, its confirmation what was quoted, and its repetition nothing more', async () => {
    const agent = await mcp.agent({ cad: '10' });
    const { quote } = await agent.ok('svc_quote_server', plan(agent), Quoted);
    assert.partialDeepStrictEqual(quote, {
      chargeNow: 1.09,
      hourlyRate: 1.09,
      balance: 10,
      ready: true,
      blockers: [],
      needsApproval: false,
    });
    assert.equal(await agent.customer.balance(), micros(10));
    const confirmed = { ...plan(agent), confirmationToken: quote.confirmationToken };
    const first = await agent.ok(CREATE, confirmed, Confirmed);
    assert.equal(first.replayed, false);
    assert.equal(await agent.customer.balance(), micros(8.91));
    const again = await agent.ok(CREATE, confirmed, Confirmed);
    assert.deepEqual(again, { ...first, replayed: true });
    assert.equal(await agent.customer.balance(), micros(8.91));
    await agent.refused(CREATE, { ...confirmed, name: 'other' }, 'QUOTE_USED');
  });

  test('the order in which arguments are sent, and defaults that are spelled out, make no difference', async () => {
    const agent = await mcp.agent();
    const token = await agent.token(CREATE, plan(agent));
    const { sshKeyId } = agent.customer;
    await agent.ok(CREATE, { region: 'canada-montreal', sshKeyId, confirmationToken: token, productId: 'l4-x1' }, Confirmed);
  });

  test('other arguments, another tool, another key, another account and a token nobody made spend nothing', async () => {
    const agent = await mcp.agent();
    const confirmationToken = await agent.token(CREATE, plan(agent));
    await agent.refused(CREATE, { ...plan(agent, 'h100-sxm-x1'), confirmationToken }, 'QUOTE_PARAMS_MISMATCH');
    const serverId = await agent.customer.deploy('l4-x1');
    await cloud.settle();
    await agent.customer.act(serverId, 'stop');
    await cloud.settle();
    await agent.refused('svc_start_server', { serverId, confirmationToken }, 'QUOTE_PARAMS_MISMATCH');
    const sibling = await mcp.agent({ of: agent.customer });
    await sibling.refused(CREATE, { ...plan(agent), confirmationToken }, 'QUOTE_KEY_MISMATCH');
    const stranger = await mcp.agent();
    await stranger.refused(CREATE, { ...plan(stranger), confirmationToken }, 'QUOTE_NOT_FOUND');
    await agent.refused(CREATE, { ...plan(agent), confirmationToken: 'a'.repeat(43) }, 'QUOTE_NOT_FOUND');
    assert.equal(await agent.customer.balance(), micros(1000 - 1.09));
    await agent.ok(CREATE, { ...plan(agent), confirmationToken }, Confirmed);
    await agent.customer.remove(serverId);
  });

  test('a token lives ten minutes', async () => {
    const agent = await mcp.agent();
    const [late, soon] = [await agent.token(CREATE, plan(agent)), await agent.token(CREATE, plan(agent))];
    await cloud.pass(10 * MINUTE_MS - 1, 10 * MINUTE_MS);
    const { result } = await agent.ok(CREATE, { ...plan(agent), confirmationToken: soon }, Confirmed);
    await cloud.pass(1);
    await agent.refused(CREATE, { ...plan(agent), confirmationToken: late }, 'QUOTE_EXPIRED');
    await agent.ok(CREATE, { ...plan(agent), confirmationToken: soon }, Confirmed);
    await agent.customer.remove(result.id ?? '');
  });

  test('a price that has changed since is told, and the old one is not charged', async () => {
    const agent = await mcp.agent();
    const { accountId } = agent.customer.ctx;
    const confirmationToken = await agent.token(CREATE, plan(agent));
    const own = { planId: 'l4-x1', accountId };
    await setPrice(cloud.ctx, { ...own, hourlyMicros: micros(0.5), validFrom: cloud.clock.now() });
    await agent.refused(CREATE, { ...plan(agent), confirmationToken }, 'PRICE_CHANGED');
    assert.equal(await agent.customer.balance(), micros(1000));
  });

  test('without credit the quote says so, the confirmation is refused with what to do, and works once there is some', async () => {
    const agent = await mcp.agent({ cad: '1' });
    const { quote } = await agent.ok('svc_quote_server', plan(agent), Quoted);
    assert.partialDeepStrictEqual(quote, {
      ready: false,
      blockers: [{ code: 'INSUFFICIENT_CREDITS', accountAction: { code: 'PAYMENT_REQUIRED' } }],
    });
    const confirmed = { ...plan(agent), confirmationToken: quote.confirmationToken };
    const refusal = await agent.refused(CREATE, confirmed, 'INSUFFICIENT_CREDITS');
    assert.partialDeepStrictEqual(refusal, {
      retryable: true,
      requiredCredits: 1.09,
      currentBalance: 1,
      accountAction: { code: 'PAYMENT_REQUIRED' },
    });
    await give(agent, 1);
    assert.equal((await agent.ok(CREATE, confirmed, Confirmed)).replayed, false);
  });

  test('of twenty confirmations at once with credit for one, exactly one is served', async () => {
    const agent = await mcp.agent({ cad: '2' });
    const tokens = [];
    for (let n = 0; n < 20; n += 1) tokens.push(await agent.token(CREATE, plan(agent)));
    const answers = await Promise.all(tokens.map((confirmationToken) => agent.call(CREATE, { ...plan(agent), confirmationToken })));
    assert.equal(answers.filter(({ isError }) => !isError).length, 1);
    assert.equal(await agent.customer.balance(), micros(0.91));
  });

  test('of twenty confirmations at once of one token, one spends and all are told the same', async () => {
    const agent = await mcp.agent();
    const confirmed = { ...plan(agent), confirmationToken: await agent.token(CREATE, plan(agent)) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => agent.ok(CREATE, confirmed, Confirmed)));
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
    assert.equal(new Set(answers.map(({ result }) => result.id)).size, 1);
    assert.equal(await agent.customer.balance(), micros(998.91));
    await agent.customer.remove(answers[0]?.result.id ?? '');
  });

  test('of twenty confirmations at once with a cap of one server, exactly one is served', async () => {
    const agent = await mcp.agent({ caps: { ...NO_CAPS, servers: 1 } });
    const tokens = [];
    for (let n = 0; n < 20; n += 1) tokens.push(await agent.token(CREATE, plan(agent)));
    const answers = await Promise.all(tokens.map((confirmationToken) => agent.call(CREATE, { ...plan(agent), confirmationToken })));
    assert.equal(answers.filter(({ isError }) => !isError).length, 1);
    const { server } = z
      .object({ server: z.object({ id: z.string() }) })
      .parse({ server: answers.find(({ isError }) => !isError)?.structuredContent['result'] });
    await agent.customer.remove(server.id);
  });
});

describe('a key goes no further than its caps', () => {
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
      assert.match(refusal.accountAction?.action.url ?? '', /api-keys$/);
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
      .select('reason')
      .where('serverId', '=', id)
      .where('reason', 'is not', null)
      .execute();
    assert.deepEqual(events, [{ reason: 'KEY_CAP_REACHED' }]);
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
});

describe('above the approval limit a person decides', () => {
  test('asked once, approved once, spent once', async () => {
    const agent = await mcp.agent({ approvalAbove: 1 });
    const { accountId } = agent.customer.ctx;
    const { quote } = await agent.ok('svc_quote_server', plan(agent), Quoted);
    assert.equal(quote.needsApproval, true);
    const confirmed = { ...plan(agent), confirmationToken: quote.confirmationToken };
    const first = await agent.refused(CREATE, confirmed, 'APPROVAL_REQUIRED');
    const again = await agent.refused(CREATE, confirmed, 'APPROVAL_REQUIRED');
    assert.equal(again['approvalId'], first['approvalId']);
    assert.equal(again.retryable, true);
    const pending = await listApprovals(cloud.ctx, { accountId, pending: true });
    assert.equal(pending.items.length, 1);
    assert.partialDeepStrictEqual(pending.items[0], {
      tool: CREATE,
      charge: 1.09,
      hourly: 1.09,
      status: 'pending',
      key: { id: agent.keyId },
    });
    const approvalId = pending.items[0]?.id ?? '';
    await decideApproval(cloud.ctx, { accountId, approvalId, decision: 'approved' });
    await assert.rejects(decideApproval(cloud.ctx, { accountId, approvalId, decision: 'refused' }), { code: 'APPROVAL_NOT_PENDING' });
    assert.equal((await agent.ok('svc_quote_server', plan(agent), Quoted)).quote.needsApproval, false);
    const { result } = await agent.ok(CREATE, confirmed, Confirmed);
    // The next one must be asked for again.
    assert.equal((await agent.ok('svc_quote_server', plan(agent), Quoted)).quote.needsApproval, true);
    const next = await agent.refused(
      CREATE,
      { ...plan(agent), confirmationToken: await agent.token(CREATE, plan(agent)) },
      'APPROVAL_REQUIRED',
    );
    assert.notEqual(next['approvalId'], approvalId);
    await agent.customer.remove(result.id ?? '');
  });

  test('an approval outlives the quote that asked for it, not the day; other arguments and a refusal are not covered', async () => {
    const agent = await mcp.agent({ approvalAbove: 1 });
    const { accountId } = agent.customer.ctx;
    const ask = async (args: object) =>
      agent.refused(CREATE, { ...args, confirmationToken: await agent.token(CREATE, args) }, 'APPROVAL_REQUIRED');
    const asked = await ask(plan(agent));
    await decideApproval(cloud.ctx, { accountId, approvalId: String(asked['approvalId']), decision: 'approved' });
    await cloud.pass(HOUR_MS, HOUR_MS);
    await ask({ ...plan(agent), name: 'another' });
    await cloud.pass(23 * HOUR_MS, HOUR_MS);
    const anew = await ask(plan(agent));
    assert.notEqual(anew['approvalId'], asked['approvalId']);
    await decideApproval(cloud.ctx, { accountId, approvalId: String(anew['approvalId']), decision: 'refused' });
    const refused = await ask(plan(agent));
    assert.match(refused.message, /has refused/);
    assert.equal(refused.retryable, false);
    assert.equal(await agent.customer.balance(), micros(1000));
  });
});

test('after all of it the ledger is whole', async () => {
  const checks = await verifyLedger(cloud.db.sql);
  assert.deepEqual(
    checks.flatMap(({ broken }) => broken),
    [],
  );
});

async function give(agent: Agent, cad: number): Promise<void> {
  await creditAccount(cloud.ctx, {
    accountId: agent.customer.ctx.accountId,
    amountMicros: micros(cad),
    reason: 'test',
    key: `give:${agent.keyId}`,
  });
}
