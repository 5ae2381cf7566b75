import { fromCad } from '@boreal/contract/values/money.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { creditAccount } from '../../server/src/core/commerce/credit-by-hand/credit-account.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { setPrice } from '../../server/src/core/money/prices/set-price.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { Confirmed, openAgentCloud, Quoted, type Agent } from '../testing/agent-cloud.ts';

/** A quote's token: for one key, one tool, its arguments and its price, ten minutes, once. */
const mcp = await openAgentCloud({ hosts: { 'h100-sxm': [8], l4: [64] } });
const { cloud } = mcp;
after(() => mcp.close());

const CREATE = 'svc_create_server';
const plan = (agent: Agent, productId = 'l4-x1') => ({ productId, sshKeyId: agent.customer.sshKeyId });

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
  assert.equal(await agent.customer.balance(), fromCad(10));
  const confirmed = { ...plan(agent), confirmationToken: quote.confirmationToken };
  const first = await agent.ok(CREATE, confirmed, Confirmed);
  assert.equal(first.replayed, false);
  assert.equal(await agent.customer.balance(), fromCad(8.91));
  const again = await agent.ok(CREATE, confirmed, Confirmed);
  assert.deepEqual(again, { ...first, replayed: true });
  assert.equal(await agent.customer.balance(), fromCad(8.91));
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
  assert.equal(await agent.customer.balance(), fromCad(1000 - 1.09));
  await agent.ok(CREATE, { ...plan(agent), confirmationToken }, Confirmed);
  await agent.customer.remove(serverId);
});

test('no tool that spends takes the token of another', async () => {
  const agent = await mcp.agent();
  const confirmationToken = await agent.token(CREATE, plan(agent));
  const { sshKeyId } = agent.customer;
  const sound = {
    serverId: 'srv_any',
    backupId: 'bkp_any',
    productId: 'h100-sxm-x1',
    cycle: 'monthly',
    sshKeyId,
    amountCad: 25,
    enabled: true,
  };
  const others = tools.filter(({ name, spends }) => spends && name !== CREATE);
  assert.equal(others.length, 9);
  for (const { name, input } of others) {
    const args = Object.fromEntries(Object.entries(sound).filter(([argument]) => argument in input.shape));
    const refusal = await agent.refused(name, { ...args, confirmationToken }, 'QUOTE_PARAMS_MISMATCH');
    assert.match(refusal.message, /svc_create_server/, name);
  }
  assert.equal(await agent.customer.balance(), fromCad(1000));
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
  await setPrice(cloud.ctx, { ...own, hourlyMicros: fromCad(0.5), validFrom: cloud.clock.now() });
  await agent.refused(CREATE, { ...plan(agent), confirmationToken }, 'PRICE_CHANGED');
  assert.equal(await agent.customer.balance(), fromCad(1000));
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
  assert.equal(await agent.customer.balance(), fromCad(0.91));
});

test('of twenty confirmations at once of one token, one spends and all are told the same', async () => {
  const agent = await mcp.agent();
  const confirmed = { ...plan(agent), confirmationToken: await agent.token(CREATE, plan(agent)) };
  const answers = await Promise.all(Array.from({ length: 20 }, () => agent.ok(CREATE, confirmed, Confirmed)));
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  assert.equal(new Set(answers.map(({ result }) => result.id)).size, 1);
  assert.equal(await agent.customer.balance(), fromCad(998.91));
  await agent.customer.remove(answers[0]?.result.id ?? '');
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
    amountMicros: fromCad(cad),
    reason: 'test',
    key: `give:${agent.keyId}`,
  });
}
