import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { listAgentCalls } from '../../server/src/core/money/agents/list-agent-calls.ts';
import { NO_CAPS } from '../../server/src/core/money/agents/agent-key.rules.ts';
import { HOUR_MS, MINUTE_MS } from '../../server/src/kit/clock.ts';
import { openAgentCloud, Quoted, rpc, post, SITE_URL } from '../testing/agent-cloud.ts';
import { until } from '../testing/boreal-process.ts';

const mcp = await openAgentCloud({ hosts: { l4: [4], 'h100-sxm': [4] } });
const { cloud } = mcp;
after(() => mcp.close());

const Loose = z.record(z.string(), z.unknown());
const Products = z.object({ products: z.array(z.object({ id: z.string(), hourly: z.number().nullable() })) });
const Server = z.object({
  server: z.looseObject({ status: z.string(), task: z.string().nullable() }),
  retryAfterSeconds: z.number().optional(),
});

test('an agent finds the cheapest GPU, quotes, deploys, waits, opens a port, backs up, meets its cap, is stopped, and cleans up', async () => {
  const agent = await mcp.agent({ caps: { ...NO_CAPS, monthlySpend: 3 }, stopAtCap: true });
  const { products } = await agent.ok('svc_list_products', { deployable: true, model: 'l4' }, Products);
  const cheapest = products.find(({ id }) => !id.endsWith('-spot'));
  assert.equal(cheapest?.hourly, 1.09);
  const { key } = await agent.ok('svc_generate_ssh_key', { name: 'story' }, z.object({ key: z.looseObject({ id: z.string() }) }));
  const plan = { productId: cheapest?.id ?? '', sshKeyId: key.id, name: 'story' };
  const { quote } = await agent.ok('svc_quote_server', plan, Quoted);
  const { result } = await agent.ok(
    'svc_create_server',
    { ...plan, confirmationToken: quote.confirmationToken },
    z.object({ result: z.looseObject({ id: z.string() }) }),
  );
  const serverId = result.id;

  // It polls as instructed, and the server comes up meanwhile.
  let waited = 0;
  for (;;) {
    const { server, retryAfterSeconds } = await agent.ok('svc_get_server', { serverId }, Server);
    if (retryAfterSeconds === undefined) {
      assert.equal(server.status, 'ACTIVE');
      break;
    }
    waited += 1;
    assert.ok(waited < 200, 'the server does not come up');
    await cloud.pass(retryAfterSeconds * 1000, retryAfterSeconds * 1000);
  }
  assert.ok(waited > 0);

  await agent.ok('svc_add_firewall_rule', { serverId, direction: 'ingress', protocol: 'tcp', portRangeMin: 8888 }, Loose);
  await agent.spend('svc_set_server_backup_policy', { serverId, enabled: true });
  const { backup } = await agent.ok('svc_create_server_backup', { serverId }, z.object({ backup: z.looseObject({ id: z.string() }) }));
  await cloud.pass(20 * MINUTE_MS, MINUTE_MS);
  await cloud.settle();
  const { snapshots } = await agent.ok(
    'svc_list_server_snapshots',
    { serverId },
    z.object({ snapshots: z.array(z.object({ id: z.string() })) }),
  );
  assert.deepEqual(
    snapshots.map(({ id }) => id),
    [backup.id],
  );

  // Two hours fit under three dollars, the third does not.
  const another = await agent.ok('svc_quote_server', { ...plan, productId: 'h100-sxm-x1' }, Quoted);
  assert.equal(another.quote.blockers[0]?.code, 'BUDGET_CAP_REACHED');
  await cloud.pass(3 * HOUR_MS, 10 * MINUTE_MS);
  await cloud.settle();
  assert.equal((await agent.ok('svc_get_server', { serverId }, Server)).server.status, 'HIBERNATED');
  const { key: own } = await agent.ok(
    'svc_whoami',
    {},
    z.object({ key: z.object({ spend: z.looseObject({ spentThisMonth: z.number() }) }) }),
  );
  assert.ok(own.spend.spentThisMonth <= 3, `${own.spend.spentThisMonth} CAD`);
  await agent.refused(
    'svc_restore_server',
    { serverId, confirmationToken: await agent.token('svc_restore_server', { serverId }) },
    'BUDGET_CAP_REACHED',
  );

  await agent.ok('svc_delete_server', { serverId, confirmName: 'story' }, Loose);
  await agent.ok('svc_delete_ssh_key', { sshKeyId: key.id }, Loose);
  await cloud.settle();
  assert.equal(await cloud.gpusTaken(), 0);
});

test('every call leaves one line, with what it spent and without a token', async () => {
  const agent = await mcp.agent();
  const plan = { productId: 'l4-x1', sshKeyId: agent.customer.sshKeyId };
  const token = await agent.token('svc_create_server', plan);
  await agent.call('svc_create_server', { ...plan, confirmationToken: token });
  await agent.refused('svc_get_server', { serverId: 'srv_none' }, 'NOT_FOUND');
  await agent.refused('svc_create_server', { ...plan, name: 'other', confirmationToken: token }, 'QUOTE_USED');
  const { accountId } = agent.customer.ctx;
  const calls = async () => (await listAgentCalls(cloud.ctx, { accountId, keyId: agent.keyId })).items;
  // Lines of calls that changed nothing are written together, within a moment.
  const lines = await until('four lines are written', 30_000, calls, ({ length }) => length >= 4);
  const shown = lines
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ tool, outcome, spent, quoteId }) => [tool, outcome, spent, quoteId !== null]);
  assert.deepEqual(shown, [
    ['svc_create_server', 'ok', 0, true],
    ['svc_create_server', 'ok', 1.09, true],
    ['svc_get_server', 'NOT_FOUND', 0, false],
    ['svc_create_server', 'QUOTE_USED', 0, true],
  ]);
  assert.ok(lines.every(({ requestId, client }) => requestId !== null && client !== null));
  assert.ok(!JSON.stringify(lines).includes(token));
  await assert.rejects(cloud.db.sql.deleteFrom('agentCalls').execute(), /never changed/);
});

test('REST keys, no key and a foreign Origin are refused at the door; an MCP key is refused by the REST API', async () => {
  const agent = await mcp.agent();
  const { createKey } = await import('../../server/src/core/ground/keys/create-key.ts');
  const rest = await createKey(cloud.ctx, { accountId: agent.customer.ctx.accountId, access: 'full', name: 'rest' });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const Refused = z.object({ error: z.object({ data: z.looseObject({ error: z.string(), message: z.string() }) }) });
  for (const headers of [{}, { authorization: `Bearer ${rest.text}` }, { authorization: 'Basic x' }]) {
    const answer = await post(mcp.url, list, headers);
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="mcp"');
    const { data } = Refused.parse(await answer.json()).error;
    assert.equal(data.error, 'Unauthorized');
    assert.match(data.message, /MCP key/);
  }
  const authorization = `Bearer ${agent.key}`;
  assert.equal((await post(mcp.url, list, { authorization, origin: 'https://evil.example' })).status, 403);
  assert.equal((await post(mcp.url, list, { authorization, origin: SITE_URL })).status, 200);
  assert.equal((await fetch(mcp.url, { headers: { authorization } })).status, 405);
  assert.equal((await fetch(new URL('/api/servers', mcp.url), { headers: { authorization } })).status, 401);
  assert.equal((await post(mcp.url, 'not JSON', { authorization })).status, 400);
  assert.equal((await post(mcp.url, 'x'.repeat(300_000), { authorization })).status, 413);
  assert.equal((await rpc(mcp.url, agent.key, { method: 'tools/call', params: { name: 'svc_none' } })).error?.code, -32602);
});

test('of a hundred calls at once by ten agents, each sees its own account', async () => {
  const agents = await Promise.all(Array.from({ length: 10 }, () => mcp.agent()));
  const Who = z.object({ account: z.object({ id: z.string() }), key: z.object({ id: z.string() }) });
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => ({ agent: agents[n % 10], told: await agents[n % 10]?.ok('svc_whoami', {}, Who) })),
  );
  for (const { agent, told } of answers) {
    assert.deepEqual(told, { account: { id: agent?.customer.ctx.accountId }, key: { id: agent?.keyId } });
  }
});

const Opened = z.object({ ticket: z.object({ id: z.string() }) }).transform(({ ticket }) => ticket.id);

test('a key has 120 calls a minute, 10 that spend and 10 that contact support, and is told how long to wait', async () => {
  const limited = await openAgentCloud({ factor: 1 });
  try {
    const [busy, calm] = [await limited.agent(), await limited.agent()];
    const confirmed = { productId: 'l4-x1', sshKeyId: busy.customer.sshKeyId, confirmationToken: 'a'.repeat(43) };
    // Both limits are of a clock minute of real time: one that turns in between is waited out by starting over.
    const spending = await untilRefused(() => busy.call('svc_create_server', confirmed), 30);
    assert.ok(spending.calls > 10);
    const ticketId = await busy.ok('svc_create_ticket', { subject: 'Help', message: 'It is slow.' }, Opened);
    const asking = await untilRefused(() => busy.call('svc_reply_ticket', { ticketId, message: 'Are you there?' }), 30);
    assert.ok(asking.calls >= 10);
    const calls = await untilRefused(() => busy.call('svc_list_regions'), 300);
    // Those before count, too.
    assert.ok(calls.calls > 80);
    assert.ok(calls.wait >= 1 && calls.wait <= 60);
    assert.equal((await calm.call('svc_list_regions')).isError, undefined);
  } finally {
    await limited.close();
  }
});

async function untilRefused(call: () => Promise<{ structuredContent: Record<string, unknown> }>, max: number) {
  const Limited = z.object({ error: z.looseObject({ code: z.literal('Too many requests'), retryAfterSeconds: z.number() }) });
  for (let calls = 1; calls <= max; calls += 1) {
    const told = Limited.safeParse((await call()).structuredContent);
    if (told.success) return { calls, wait: told.data.error.retryAfterSeconds };
  }
  assert.fail('the limit was never met');
}
