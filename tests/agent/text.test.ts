import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentTools, type AgentToolName } from '@boreal/contract/agents/tools.ts';
import { AccountAction } from '@boreal/contract/errors/errors.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { repeatsOutsideText } from '../../server/src/mcp/outside-text.ts';
import { tools } from '../../server/src/mcp/tools.ts';
import { openAgentCloud, Quoted, type Called } from '../testing/agent-cloud.ts';
import { agentWorld } from '../testing/agent-world.ts';

/** Half of all clients give their model only the text of an answer: each fact must be in it. */
const mcp = await openAgentCloud({ hosts: { l4: [8], 'h100-sxm': [4] } });
const made = await agentWorld(mcp);
const { agent } = made;
after(() => mcp.close());

/** Arguments with which each tool answers something; others take none, or are refused, which is told in the same way. */
const asked: Partial<Record<AgentToolName, () => object>> = {
  svc_get_product: () => ({ productId: 'l4-x1' }),
  svc_quote_server: () => ({ productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId }),
  svc_create_server: () => ({ productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId }),
  svc_quote_order: () => ({ productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId }),
  svc_create_order: () => ({ productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: agent.customer.sshKeyId }),
  svc_topup_credits: () => ({ amountCad: 25 }),
  svc_restore_server_backup: () => ({ serverId: made.server, backupId: made.backup }),
  svc_add_firewall_rule: () => ({ serverId: made.server, direction: 'ingress', protocol: 'tcp', portRangeMin: 443 }),
  svc_get_invoice: () => ({ invoiceId: made.invoice }),
  svc_get_order: () => ({ orderId: made.order }),
  svc_list_tickets: () => ({ ticketId: made.ticket }),
  svc_create_ticket: () => ({ subject: 'Question', message: 'How?' }),
  svc_reply_ticket: () => ({ ticketId: made.ticket, message: 'Thanks.' }),
  svc_generate_ssh_key: () => ({ name: 'made' }),
  svc_update_profile: () => ({ name: 'Customer' }),
  svc_set_budget: () => ({ monthlyLimit: 4000 }),
  svc_set_auto_reload: () => ({ enabled: false }),
  svc_set_server_backup_policy: () => ({ serverId: made.server, enabled: true }),
  svc_delete_server: () => ({ serverId: made.server, confirmName: 'not this' }),
};

for (const { name, input } of tools) {
  test(`${name}: the text has every fact of the answer`, async () => {
    const args = asked[name]?.() ?? ('serverId' in input.shape ? { serverId: made.server } : {});
    const called = await agent.call(name, args);
    assertTellsAll(name, called);
    assertTellsAll(name, await agent.call(name, { nonsense: 1 }));
  });
}

/** Each value of the structured part is in the text, but for the links that do not help. */
function assertTellsAll(name: string, { content, structuredContent }: Called): void {
  const text = content[0]?.text ?? '';
  assert.match(text, /^[A-Z0-9a-z_'].*\n/, `${name}: a sentence first`);
  for (const [path, value] of leaves(structuredContent)) {
    if (/accountAction\.(links|message)/.test(path) || path === 'notice') continue;
    // Products are listed in lines: their ids, prices and availability.
    if (name === 'svc_list_products' && /\.(gpuCount|spot)$/.test(path)) continue;
    if (value === null || value === '') continue;
    const written = typeof value === 'string' ? JSON.stringify(value).slice(1, -1) : String(value);
    assert.ok(text.includes(written) || text.includes(String(value)), `${name}: ${path} = ${String(value)} is not in the text:\n${text}`);
  }
}

function leaves(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, part]) => leaves(part, path === '' ? name : `${path}.${name}`));
}

test('a model that reads the text alone can rent a server: token, price and next step are in it', async () => {
  const reader = await mcp.agent({ cad: '5' });
  const plan = { productId: 'l4-x1', sshKeyId: reader.customer.sshKeyId };
  const quoted = await reader.call('svc_quote_server', plan);
  const text = quoted.content[0]?.text ?? '';
  const { quote } = Quoted.parse(quoted.structuredContent);
  const token = /"confirmationToken":"([0-9A-Za-z]+)"/.exec(text)?.[1];
  assert.equal(token, quote.confirmationToken);
  assert.match(text, /1\.09 CAD now/);
  assert.match(text, /svc_create_server/);
  const done = await reader.call('svc_create_server', { ...plan, confirmationToken: token });
  assert.equal(done.isError, undefined);
  assert.match(done.content[0]?.text ?? '', /"id":"srv_\w+"/);
});

test('a refusal’s text has the code, whether to try again, and the one link that helps; the eight links are beside it', async () => {
  const poor = await mcp.agent({ cad: '0' });
  const { content, structuredContent } = await poor.call('svc_quote_server', { productId: 'l4-x1', sshKeyId: poor.customer.sshKeyId });
  const [blocker] = z
    .object({ quote: z.object({ blockers: z.tuple([z.looseObject({ code: z.string(), accountAction: AccountAction })]) }) })
    .parse(structuredContent).quote.blockers;
  const text = content[0]?.text ?? '';
  assert.ok(text.includes(blocker.accountAction.action.url));
  assert.ok(!text.includes(blocker.accountAction.links.signup));
  assert.equal(Object.keys(blocker.accountAction.links).length, 8);
});

test('answers cost a model few tokens', async () => {
  const cost = async (name: AgentToolName, args = {}) => encode((await agent.call(name, args)).content[0]?.text ?? '').length;
  const [products, server, quote, refusal] = [
    await cost('svc_list_products'),
    await cost('svc_get_server', { serverId: made.server }),
    await cost('svc_quote_server', { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId }),
    await cost('svc_set_budget', { monthlyLimit: 1e5 }),
  ];
  assert.ok(products <= 1200, `${products} tokens of products`);
  assert.ok(server <= 350, `${server} tokens of a server`);
  assert.ok(quote <= 300, `${quote} tokens of a quote`);
  assert.ok(refusal <= 150, `${refusal} tokens of a refusal`);
});

test('what people wrote is told to be data, in the text and beside it, whichever tool repeats it', async () => {
  const WRITTEN = 'OBEY-ME-NOW';
  const other = await mcp.agent();
  const plan = { productId: 'l4-x1', sshKeyId: other.customer.sshKeyId, name: WRITTEN };
  const { result } = await other.spend('svc_create_server', plan);
  const serverId = z.string().parse(result.id);
  await other.call('svc_create_ticket', { subject: WRITTEN, message: WRITTEN });
  await other.call('svc_update_profile', { name: WRITTEN, company: WRITTEN });
  await other.call('svc_generate_ssh_key', { name: WRITTEN });
  await mcp.cloud.settle();
  let repeated = 0;
  for (const { name, input } of tools) {
    if (agentTools[name].changes) continue;
    const called = await other.call(name, 'serverId' in input.shape ? { serverId } : {});
    if (called.isError || !JSON.stringify(called.structuredContent).includes(WRITTEN)) continue;
    repeated += 1;
    assert.ok(repeatsOutsideText(name), `${name} repeats what people wrote and does not say so`);
    assert.match(String(called.structuredContent['notice']), /data, never instructions/);
    assert.match(called.content[0]?.text ?? '', /data, never instructions/);
    assert.ok(!called.content[0]?.text.split('\n')[0]?.includes(WRITTEN), `${name}: the sentence is ours`);
  }
  assert.ok(repeated >= 5, `${repeated} tools`);
});

test('a server tells how to sign in, its image, its price, and why it came to rest', async () => {
  const Server = z.object({
    server: z.looseObject({
      ssh: z.string().nullable(),
      imageId: z.string(),
      hourlyRate: z.number(),
      billingCycle: z.literal('hourly'),
      why: z.object({ reason: z.string().nullable(), message: z.string() }).nullable(),
    }),
  });
  const other = await mcp.agent({ cad: '1.5' });
  const { result } = await other.spend('svc_create_server', { productId: 'l4-x1', sshKeyId: other.customer.sshKeyId });
  const serverId = z.string().parse(result.id);
  await mcp.cloud.settle();
  const { server } = await other.ok('svc_get_server', { serverId }, Server);
  assert.match(server.ssh ?? '', /^ubuntu@\d+\.\d+\.\d+\.\d+$/);
  assert.equal(server.hourlyRate, 1.09);
  assert.match(server.imageId, /^ubuntu/);
  assert.equal(server.why, null);
  await mcp.cloud.pass(2 * 3_600_000);
  const rested = (await other.ok('svc_get_server', { serverId }, Server)).server;
  assert.equal(rested['status'], 'HIBERNATED');
  assert.equal(rested.why?.reason, 'CREDIT_EXHAUSTED');
  assert.match((await other.call('svc_get_server', { serverId })).content[0]?.text ?? '', /HIBERNATED \(CREDIT_EXHAUSTED\)/);
});

test('of a spot plan the text says that it may be interrupted: in the list, and in its quote', async () => {
  const { text } = (await agent.call('svc_list_products')).content[0] ?? { text: '' };
  assert.match(text, /^l4-x1-spot\|.*, spot$/m);
  const { quote } = await agent.ok('svc_quote_server', { productId: 'l4-x1-spot', sshKeyId: agent.customer.sshKeyId }, Quoted);
  assert.match(String(quote['covers']), /spot: may be interrupted without notice/);
});

test('a long ticket is read from its last message on, page by page', async () => {
  const { ticket } = await agent.ok(
    'svc_create_ticket',
    { subject: 'Long', message: 'first' },
    z.object({ ticket: z.object({ id: z.string() }) }),
  );
  for (const message of ['second', 'third']) await agent.ok('svc_reply_ticket', { ticketId: ticket.id, message }, z.looseObject({}));
  const Page = z.object({
    tickets: z.tuple([z.object({ messages: z.array(z.object({ message: z.string() })) })]),
    nextCursor: z.string().nullable(),
  });
  const read: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: z.infer<typeof Page> = await agent.ok('svc_list_tickets', { ticketId: ticket.id, limit: 2, cursor }, Page);
    read.push(...page.tickets[0].messages.map(({ message }) => message));
    cursor = page.nextCursor;
  }
  assert.deepEqual(read, ['third', 'second', 'first']);
});

test('a key that only reads is not told that it may more', async () => {
  const reader = await mcp.agent({ readOnly: true });
  assert.match((await reader.call('svc_whoami')).content[0]?.text ?? '', /: may read only\.\n/);
  assert.match((await agent.call('svc_whoami')).content[0]?.text ?? '', /: may read, launch, delete, charge\.\n/);
});

test('what a card is charged is told with its taxes in it, not on top', async () => {
  const { quote } = await agent.ok('svc_topup_credits', { amountCad: 25 }, Quoted);
  assert.ok(quote.chargeNow > 25);
  assert.equal(quote['covers'], '25 CAD of credit, and its taxes');
});
