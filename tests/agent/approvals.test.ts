import { fromCad } from '@boreal/contract/values/money.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { z } from 'zod';
import { setDefaultCard } from '../../server/src/core/commerce/cards/set-default-card.ts';
import { changeMemberRole } from '../../server/src/core/ground/members/change-member-role.ts';
import { removeMember } from '../../server/src/core/ground/members/remove-member.ts';
import { addPerson } from '../../server/src/core/testing/people.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { decideApproval } from '../../server/src/core/money/agents/decide-approval.ts';
import { listApprovals } from '../../server/src/core/money/agents/list-approvals.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { Confirmed, openAgentCloud, Quoted, type Agent } from '../testing/agent-cloud.ts';

/** Above the approval limit a person decides. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [1] } });
const { cloud } = mcp;
after(() => mcp.close());

const CREATE = 'svc_create_server';
const plan = (agent: Agent) => ({ productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId });
const Asked = z.object({ error: z.looseObject({ code: z.literal('APPROVAL_REQUIRED'), approvalId: z.string() }) });

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
  assert.equal(await agent.customer.balance(), fromCad(1000 - 1.09));
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
  assert.equal(await agent.customer.balance(), fromCad(1000));
});

const TOPUP = 'svc_topup_credits';
const credit = { amountCad: 100 };
const Payment = z.object({ result: z.object({ payment: z.object({ status: z.string() }) }) });

/** An agent with a card, whose charge of 100 CAD a person has approved. */
async function approvedPayer(card: SandboxCard) {
  const agent = await mcp.agent({ cad: '0', approvalAbove: 1 });
  const { accountId } = agent.customer.ctx;
  await moveTo(agent.customer, 'QC');
  await giveCard(cloud, agent.customer, card);
  const confirm = async () => ({ ...credit, confirmationToken: await agent.token(TOPUP, credit) });
  const ask = async () => String((await agent.refused(TOPUP, await confirm(), 'APPROVAL_REQUIRED'))['approvalId']);
  const decide = (approvalId: string, decision: 'approved' | 'refused') => decideApproval(cloud.ctx, { accountId, approvalId, decision });
  const newCard = async () => setDefaultCard(agent.customer.ctx, { cardId: await giveCard(cloud, agent.customer, 'visa') });
  const charge = async () => (await agent.ok(TOPUP, await confirm(), Payment)).result.payment.status;
  await decide(await ask(), 'approved');
  return { agent, confirm, ask, decide, newCard, charge };
}

test('a declined card does not use an approval up: nobody is asked again, and it still pays once only', async () => {
  const { agent, newCard, charge, confirm, ask } = await approvedPayer('declined');
  assert.equal(await charge(), 'failed');
  assert.equal((await agent.ok(TOPUP, credit, Quoted)).quote.needsApproval, false);
  assert.equal(await charge(), 'failed');
  await newCard();
  const tokens = [];
  for (let n = 0; n < 10; n += 1) tokens.push(await confirm());
  const answers = await Promise.all(tokens.map((args) => agent.call(TOPUP, args)));
  assert.equal(answers.filter(({ isError }) => !isError).length, 1);
  assert.equal(await agent.customer.balance(), fromCad(100));
  await ask();
});

test('while the bank thinks, an approval is in use; after the decline it is valid for what is left of its day', async () => {
  const { agent, newCard, charge, ask } = await approvedPayer('late_decline');
  assert.equal(await charge(), 'processing');
  await ask();
  await cloud.pass(10 * MINUTE_MS, MINUTE_MS);
  await cloud.tendMoney();
  await newCard();
  assert.equal((await agent.ok(TOPUP, credit, Quoted)).quote.needsApproval, false);
  await cloud.pass(24 * HOUR_MS, HOUR_MS);
  await ask();
  assert.equal(await agent.customer.balance(), 0n);
});

test('a person who refused the same spending meanwhile is not overruled by a decline', async () => {
  const { agent, newCard, charge, confirm, ask, decide } = await approvedPayer('late_decline');
  assert.equal(await charge(), 'processing');
  await decide(await ask(), 'refused');
  await cloud.pass(10 * MINUTE_MS, MINUTE_MS);
  await cloud.tendMoney();
  await newCard();
  assert.match((await agent.refused(TOPUP, await confirm(), 'APPROVAL_REQUIRED')).message, /has refused/);
  assert.equal(await agent.customer.balance(), 0n);
});

test('an approval of an order is given back with its GPUs', async () => {
  const agent = await mcp.agent({ approvalAbove: 1 });
  const { accountId } = agent.customer.ctx;
  await moveTo(agent.customer, 'QC');
  await giveCard(cloud, agent.customer, 'declined');
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId };
  const confirm = async () => ({ ...order, confirmationToken: (await agent.ok('svc_quote_order', order, Quoted)).quote.confirmationToken });
  const asked = await agent.refused('svc_create_order', await confirm(), 'APPROVAL_REQUIRED');
  await decideApproval(cloud.ctx, { accountId, approvalId: String(asked['approvalId']), decision: 'approved' });
  assert.equal((await agent.ok('svc_create_order', await confirm(), Payment)).result.payment.status, 'failed');
  assert.equal((await agent.ok('svc_quote_order', order, Quoted)).quote.needsApproval, false);
});

for (const change of ['leaves', 'may manage no more keys'] as const) {
  test(`an approval holds no longer than the right of whoever gave it: they ${change === 'leaves' ? 'leave' : 'get another role'}`, async () => {
    const agent = await mcp.agent({ approvalAbove: 1 });
    const { accountId } = agent.customer.ctx;
    const [owner, approver] = [
      await addPerson(cloud.ctx, { accountId, role: 'owner' }),
      await addPerson(cloud.ctx, { accountId, role: 'developer' }),
    ];
    const confirm = async () => ({ ...plan(agent), confirmationToken: await agent.token(CREATE, plan(agent)) });
    const ask = async () => String((await agent.refused(CREATE, await confirm(), 'APPROVAL_REQUIRED'))['approvalId']);
    const approvalId = await ask();
    await decideApproval(approver.ctx, { accountId, approvalId, decision: 'approved' });
    assert.equal((await agent.ok('svc_quote_server', plan(agent), Quoted)).quote.needsApproval, false);

    if (change === 'leaves') await removeMember(owner.ctx, { userId: approver.id });
    else await changeMemberRole(owner.ctx, { userId: approver.id, role: 'viewer' });
    assert.equal((await agent.ok('svc_quote_server', plan(agent), Quoted)).quote.needsApproval, true);
    const anew = await ask();
    assert.notEqual(anew, approvalId);
    const statusOf = async (id: string) => (await listApprovals(cloud.ctx, { accountId })).items.find((one) => one.id === id)?.status;
    assert.deepEqual([await statusOf(approvalId), await statusOf(anew)], ['expired', 'pending']);
    assert.equal(await agent.customer.balance(), fromCad(1000));
    await decideApproval(owner.ctx, { accountId, approvalId: anew, decision: 'approved' });
    await agent.customer.remove((await agent.ok(CREATE, await confirm(), Confirmed)).result.id ?? '');
  });
}

test('an approved charge of the card waits for another approval once its approver may not pay', async () => {
  const agent = await mcp.agent({ cad: '0', approvalAbove: 1 });
  const { accountId } = agent.customer.ctx;
  await moveTo(agent.customer, 'QC');
  await giveCard(cloud, agent.customer, 'visa');
  const [owner, approver] = [
    await addPerson(cloud.ctx, { accountId, role: 'owner' }),
    await addPerson(cloud.ctx, { accountId, role: 'owner' }),
  ];
  const confirm = async () => ({ ...credit, confirmationToken: await agent.token(TOPUP, credit) });
  const asked = await agent.refused(TOPUP, await confirm(), 'APPROVAL_REQUIRED');
  await decideApproval(approver.ctx, { accountId, approvalId: String(asked['approvalId']), decision: 'approved' });
  await changeMemberRole(owner.ctx, { userId: approver.id, role: 'developer' });
  await agent.refused(TOPUP, await confirm(), 'APPROVAL_REQUIRED');
  await changeMemberRole(owner.ctx, { userId: approver.id, role: 'owner' });
  assert.equal((await agent.ok(TOPUP, await confirm(), Payment)).result.payment.status, 'succeeded');
});

test('after all of it the ledger is whole', async () => {
  const checks = await verifyLedger(cloud.db.sql);
  assert.deepEqual(
    checks.flatMap(({ broken }) => broken),
    [],
  );
});
