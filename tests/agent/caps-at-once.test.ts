import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { giveCard, moveTo } from '../../server/src/core/testing/paying-customer.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { Confirmed, openAgentCloud, type Agent } from '../testing/agent-cloud.ts';

/** Twenty confirmations at once, of every tool that launches a server: a cap that has room for two lets two through. */
const mcp = await openAgentCloud({ hosts: { l4: [64], 'h100-sxm': [16] } });
const { cloud } = mcp;
let customer: Customer;
/** A server that runs and has a backup, and five that are hibernated and whose paid hour is over. */
let source = { serverId: '', backupId: '' };
let asleep: readonly string[] = [];
before(async () => {
  customer = await cloud.customer('5000');
  await moveTo(customer, 'QC');
  await giveCard(cloud, customer);
  const owner = await mcp.agent({ of: customer });
  const serverId = await customer.deploy('l4-x1');
  asleep = await Promise.all(Array.from({ length: 5 }, () => customer.deploy('l4-x1')));
  await cloud.settle();
  await owner.spend('svc_set_server_backup_policy', { serverId, enabled: true });
  const { backup } = await owner.ok('svc_create_server_backup', { serverId }, z.object({ backup: z.object({ id: z.string() }) }));
  source = { serverId, backupId: backup.id };
  for (const id of asleep) await customer.act(id, 'hibernate');
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS, 10 * MINUTE_MS);
});
after(() => mcp.close());

interface Call {
  readonly tool: string;
  readonly args: object;
}

/** Five calls of each tool that launches a server by the hour, confirmed together. */
function hourly(): Call[] {
  const plan = { productId: 'l4-x1', sshKeyId: customer.sshKeyId };
  return [
    ...Array.from({ length: 10 }, () => ({ tool: 'svc_create_server', args: plan })),
    ...Array.from({ length: 5 }, () => ({ tool: 'svc_restore_server_backup', args: source })),
    ...asleep.map((serverId) => ({ tool: 'svc_restore_server', args: { serverId } })),
  ];
}

function prepaid(): Call[] {
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: customer.sshKeyId };
  return Array.from({ length: 5 }, () => ({ tool: 'svc_create_order', args: order }));
}

/** Quotes all, then confirms all at once. Answers the servers that were launched; whatever else was refused met the cap. */
async function confirmAll(agent: Agent, calls: readonly Call[]): Promise<string[]> {
  const quoted: Call[] = [];
  for (const { tool, args } of calls) quoted.push({ tool, args: { ...args, confirmationToken: await agent.token(tool, args) } });
  const answers = await Promise.all(quoted.map(({ tool, args }) => agent.call(tool, args)));
  return answers.flatMap(({ isError, structuredContent }) => {
    if (isError) {
      assert.partialDeepStrictEqual(structuredContent, { error: { code: 'BUDGET_CAP_REACHED' } });
      return [];
    }
    const { result } = Confirmed.parse(structuredContent);
    return [z.string().parse(result.id ?? result['serverId'])];
  });
}

async function spent(agent: Agent): Promise<{ spentThisMonth: number; hourlyNow: number; serversNow: number }> {
  const Spend = z.object({ spentThisMonth: z.number(), hourlyNow: z.number(), serversNow: z.number() });
  return (await agent.ok('svc_whoami', {}, z.object({ key: z.object({ spend: Spend }) }))).key.spend;
}

/** Back to sleep, those that were asleep; the others are deleted. */
async function tidyUp(launched: readonly string[]): Promise<void> {
  await cloud.settle();
  for (const id of launched) await (asleep.includes(id) ? customer.act(id, 'hibernate') : customer.remove(id));
  await cloud.settle();
  await cloud.pass(2 * HOUR_MS, 10 * MINUTE_MS);
}

test('a cap of two servers', async () => {
  const agent = await mcp.agent({ of: customer, caps: { ...NO_CAPS, servers: 2 } });
  const launched = await confirmAll(agent, [...prepaid(), ...hourly().slice(3)]);
  assert.equal(launched.length, 2);
  assert.equal((await spent(agent)).serversNow, 2);
  await tidyUp(launched);
});

test('a cap on the hourly cost of all servers', async () => {
  const agent = await mcp.agent({ of: customer, caps: { ...NO_CAPS, totalHourly: 3 } });
  const launched = await confirmAll(agent, hourly());
  assert.equal(launched.length, 2);
  assert.equal((await spent(agent)).hourlyNow, 2.18);
  await tidyUp(launched);
});

test('a cap on what is spent in a month', async () => {
  const agent = await mcp.agent({ of: customer, caps: { ...NO_CAPS, monthlySpend: 3 } });
  const balance = await customer.balance();
  const launched = await confirmAll(agent, hourly());
  assert.equal(launched.length, 2);
  assert.equal((await spent(agent)).spentThisMonth, 2.18);
  assert.equal(await customer.balance(), balance - 2_180_000n);
  await tidyUp(launched);
});

test('after all of it the ledger is whole', async () => {
  const checks = await verifyLedger(cloud.db.sql);
  assert.deepEqual(
    checks.flatMap(({ broken }) => broken),
    [],
  );
});
