import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { verifyLedger } from '../server/src/core/money/verification/verify-ledger.ts';
import { decideApproval } from '../server/src/core/money/agents/decide-approval.ts';
import { listApprovals } from '../server/src/core/money/agents/list-approvals.ts';
import { HOUR_MS } from '../server/src/kit/clock.ts';
import { Confirmed, openAgentCloud, Quoted, type Agent } from './testing/agent-cloud.ts';

/** Above the approval limit a person decides. */
const mcp = await openAgentCloud({ hosts: { l4: [8] } });
const { cloud } = mcp;
after(() => mcp.close());

const CREATE = 'svc_create_server';
const plan = (agent: Agent) => ({ productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId });
const Asked = z.object({ error: z.looseObject({ code: z.literal('APPROVAL_REQUIRED'), approvalId: z.string() }) });
const micros = (cad: number) => BigInt(Math.round(cad * 1e6));

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

test('of ten confirmations at once, one request is put before a person, and once it is approved, one spends', async () => {
  const agent = await mcp.agent({ approvalAbove: 1 });
  const { accountId } = agent.customer.ctx;
  const tokens: string[] = [];
  for (let n = 0; n < 10; n += 1) tokens.push(await agent.token(CREATE, plan(agent)));
  const confirmAll = async () => {
    const answers = await Promise.all(tokens.map((confirmationToken) => agent.call(CREATE, { ...plan(agent), confirmationToken })));
    const asked = answers.flatMap(({ isError, structuredContent }) => (isError ? [Asked.parse(structuredContent).error.approvalId] : []));
    return { served: answers.length - asked.length, asked: [...new Set(asked)] };
  };
  const first = await confirmAll();
  assert.deepEqual([first.served, first.asked.length], [0, 1]);
  const pending = await listApprovals(cloud.ctx, { accountId, pending: true });
  assert.deepEqual(
    pending.items.map(({ id }) => id),
    first.asked,
  );
  await decideApproval(cloud.ctx, { accountId, approvalId: first.asked[0] ?? '', decision: 'approved' });
  const second = await confirmAll();
  assert.deepEqual([second.served, second.asked.length], [1, 1]);
  assert.equal(await agent.customer.balance(), micros(1000 - 1.09));
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

test('after all of it the ledger is whole', async () => {
  const checks = await verifyLedger(cloud.db.sql);
  assert.deepEqual(
    checks.flatMap(({ broken }) => broken),
    [],
  );
});
