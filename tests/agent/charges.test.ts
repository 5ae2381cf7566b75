import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SandboxCard } from '@boreal/contract/billing/payments.ts';
import { z } from 'zod';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { listAgentCalls } from '../../server/src/core/money/agents/list-agent-calls.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { setAccountBudget } from '../../server/src/core/money/budgets/set-account-budget.ts';
import { openAgentCloud, Quoted, type Agent } from '../testing/agent-cloud.ts';

/** What besides its caps keeps an agent from money: the card, the budget of the account, and stock. */
const mcp = await openAgentCloud({ hosts: { l4: [2] } });
const { cloud } = mcp;
after(() => mcp.close());

/** An agent of an account in Québec with a card. */
async function payer(options: Parameters<typeof mcp.agent>[0] = {}, card: SandboxCard = 'visa'): Promise<Agent> {
  const agent = await mcp.agent(options);
  await moveTo(agent.customer, 'QC');
  await giveCard(cloud, agent.customer, card);
  return agent;
}

test("a charge beyond the key's caps is told at the quote and refused at the confirmation", async () => {
  const capped = await payer({ caps: { ...NO_CAPS, perCharge: 30, monthlyCharges: 50 } });
  const { quote } = await capped.ok('svc_topup_credits', { amountCad: 31 }, Quoted);
  assert.equal(quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  await capped.spend('svc_topup_credits', { amountCad: 26 });
  const second = await capped.token('svc_topup_credits', { amountCad: 25 });
  assert.match(
    (await capped.refused('svc_topup_credits', { amountCad: 25, confirmationToken: second }, 'BUDGET_CAP_REACHED')).message,
    /monthly cap on card charges/,
  );
});

test('a card that is not there is asked for, with where to add it; one that is declined has paid nothing, and the audit says so', async () => {
  const broke = await mcp.agent({ cad: '0' });
  await moveTo(broke.customer, 'ON');
  const none = await broke.token('svc_topup_credits', { amountCad: 25 });
  const confirmed = { amountCad: 25, confirmationToken: none };
  const refusal = await broke.refused('svc_topup_credits', confirmed, 'PAYMENT_REQUIRED');
  assert.equal(refusal.accountAction?.code, 'PAYMENT_REQUIRED');
  await giveCard(cloud, broke.customer, 'declined');
  const { content, structuredContent } = await broke.call('svc_topup_credits', confirmed);
  assert.partialDeepStrictEqual(structuredContent, { result: { payment: { status: 'failed', declineReason: 'card_declined' } } });
  assert.match(content[0]?.text ?? '', /nothing was taken/);
  assert.equal(await broke.customer.balance(), 0n);
  const { items } = await listAgentCalls(cloud.ctx, { accountId: broke.customer.ctx.accountId, keyId: broke.keyId });
  const [line] = items.filter(({ tool, outcome, quoteId }) => tool === 'svc_topup_credits' && outcome === 'ok' && quoteId !== null);
  assert.equal(line?.spent, 0);
});

test('of twenty charges at once with a cap for two, exactly two are made', async () => {
  const agent = await payer({ caps: { ...NO_CAPS, monthlyCharges: 60 } });
  const tokens = [];
  for (let n = 0; n < 20; n += 1) tokens.push(await agent.token('svc_topup_credits', { amountCad: 25 }));
  const answers = await Promise.all(
    tokens.map((confirmationToken) => agent.call('svc_topup_credits', { amountCad: 25, confirmationToken })),
  );
  assert.equal(answers.filter(({ isError }) => !isError).length, 2);
  assert.equal(await agent.customer.balance(), 1050_000_000n);
});

test('a budget of the account, told with the link that raises it', async () => {
  const frugal = await mcp.agent();
  await setAccountBudget(cloud.ctx, { accountId: frugal.customer.ctx.accountId, dayLimitMicros: 1n });
  const args = { productId: 'l4-x1', sshKeyId: frugal.customer.sshKeyId };
  const refusal = await frugal.refused(
    'svc_create_server',
    { ...args, confirmationToken: await frugal.token('svc_create_server', args) },
    'BUDGET_CAP_REACHED',
  );
  assert.match(refusal.accountAction?.action.url ?? '', /billing\/budget$/);
});

test('stock that is gone names what there is instead, and the token is still good', async () => {
  const hoarder = await mcp.agent({ cad: '5000' });
  const args = { productId: 'h100-sxm-x4', sshKeyId: hoarder.customer.sshKeyId };
  const { error } = z
    .object({ error: z.looseObject({ alternatives: z.array(z.string()) }) })
    .parse(
      (await hoarder.call('svc_create_server', { ...args, confirmationToken: await hoarder.token('svc_create_server', args) }))
        .structuredContent,
    );
  assert.ok(error.alternatives.includes('l4-x1'));
});
