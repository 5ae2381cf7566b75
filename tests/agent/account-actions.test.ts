import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AccountAction } from '@boreal/contract/errors/errors.ts';
import { z } from 'zod';
import { setAccountBudget } from '../../server/src/core/money/budgets/set-account-budget.ts';
import { createKey } from '../../server/src/core/ground/keys/create-key.ts';
import { openAgentCloud, post, SITE_URL } from '../testing/agent-cloud.ts';

/** A refused tool returns the same object as the REST API, in the requested language. */
const mcp = await openAgentCloud({ hosts: { l4: [2] } });
const { cloud } = mcp;
after(() => mcp.close());

const Rest = z.looseObject({ error: z.string(), message: z.string(), accountAction: AccountAction.strict() });
const Told = z.object({ error: z.looseObject({ code: z.string(), message: z.string(), accountAction: AccountAction.strict() }) });
const agent = await mcp.agent({ cad: '1' });
const restKey = (await createKey(cloud.ctx, { accountId: agent.customer.ctx.accountId, access: 'full', name: 'rest' })).text;

async function byRest(language: string) {
  const answer = await fetch(new URL('/api/servers', mcp.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${restKey}`, origin: SITE_URL, 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify({ productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId }),
  });
  assert.equal(answer.status, 402);
  return Rest.parse(await answer.json());
}

async function byTool(language: string) {
  const plan = { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId };
  const confirmed = { ...plan, confirmationToken: await agent.token('svc_create_server', plan) };
  const called = await agent.call('svc_create_server', confirmed, { 'accept-language': language });
  assert.equal(called.isError, true);
  const { error } = Told.parse(called.structuredContent);
  assert.ok(called.content[0]?.text.startsWith(`${error.code}: ${error.message}\n`), called.content[0]?.text);
  return error;
}

for (const [language, locale] of [
  ['en-CA', 'en'],
  ['fr-CA, en;q=0.5', 'fr'],
] as const) {
  test(`too little credit, and a budget that is reached: in ${locale} as REST tells them`, async () => {
    const [rest, tool] = [await byRest(language), await byTool(language)];
    assert.deepEqual(tool.accountAction, rest.accountAction);
    assert.deepEqual([tool.code, tool['requiredCredits'], tool['currentBalance']], ['INSUFFICIENT_CREDITS', 1.09, 1]);
    assert.equal(tool.message, rest.message);
    assert.equal(tool.accountAction.code, 'PAYMENT_REQUIRED');

    const { accountId } = agent.customer.ctx;
    await setAccountBudget(cloud.ctx, { accountId, dayLimitMicros: 1n });
    const [budget, told] = [await byRest(language), await byTool(language)];
    assert.deepEqual(told.accountAction, budget.accountAction);
    assert.equal(told.accountAction.code, 'BUDGET_CAP_REACHED');
    await setAccountBudget(cloud.ctx, { accountId, dayLimitMicros: null });
  });
}

test('a quote tells what stands in its way in the language that is asked for', async () => {
  const plan = { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId };
  const { structuredContent } = await agent.call('svc_quote_server', plan, { 'accept-language': 'fr' });
  assert.match(JSON.stringify(structuredContent), /Ajout|solde|crédit/i);
});

test('a request without a key is refused in the language that is asked for', async () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const answer = await post(mcp.url, list, { 'accept-language': 'fr' });
  assert.equal(answer.status, 401);
  const { data } = z.object({ error: z.object({ data: Rest }) }).parse(await answer.json()).error;
  assert.equal(data.accountAction.code, 'NO_API_KEY');
  assert.match(data.message, /clé MCP/);
});

test('what a refusal repeats of a call steers nobody', async () => {
  const refusal = await agent.refused('svc_get_balance', { 'evil\u202e\u001b[2J': 1 }, 'INVALID_REQUEST');
  assert.doesNotMatch(JSON.stringify(refusal), /\u202e|\\u001b/);
  assert.match(JSON.stringify(refusal), /evil/);
});
