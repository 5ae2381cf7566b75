import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { BATCH_MAX } from '../../server/src/mcp/read-messages.rules.ts';
import { openAgentCloud, post } from '../testing/agent-cloud.ts';

/** What arrives at the endpoint besides tool calls, as raw HTTP: batches of messages, greetings, headers. */
const mcp = await openAgentCloud({ hosts: { l4: [1] }, factor: 1 });
const agent = await mcp.agent();
after(() => mcp.close());

/** A client that waits longer than this waits for ever. */
const ANSWERED_WITHIN_MS = 10_000;
const Failed = z.object({ error: z.object({ code: z.number(), message: z.string() }), id: z.union([z.number(), z.string(), z.null()]) });

async function send(body: unknown, headers: Readonly<Record<string, string>> = {}, who = agent): Promise<{ status: number; text: string }> {
  const answering = post(mcp.url, body, { authorization: `Bearer ${who.key}`, ...headers }).then(async (answer) => ({
    status: answer.status,
    text: await answer.text(),
  }));
  const timer = new AbortController();
  const late = sleep(ANSWERED_WITHIN_MS, null, { signal: timer.signal }).catch(() => null);
  const answer = await Promise.race([answering, late]);
  timer.abort();
  assert.ok(answer, `never answered: ${JSON.stringify(body).slice(0, 200)}`);
  return answer;
}

const ping = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'ping' });
const cancelled = (requestId: number) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const pings = (count: number) => Array.from({ length: count }, (_, n) => ping(n + 1));
const errorIn = ({ text }: { text: string }) =>
  Failed.parse(JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? ''))).error;

test('an array of messages is answered whole, also when one of them cancels another', async () => {
  for (const batch of [
    [ping(1), cancelled(1)],
    [cancelled(1), ping(1)],
    [ping(1), cancelled(1), ping(2), cancelled(2)],
    pings(BATCH_MAX),
  ]) {
    const { status, text } = await send(batch);
    assert.equal(status, 200);
    for (const { id } of batch.filter((message) => 'id' in message)) assert.match(text, new RegExp(`"id":${String(id)}\\b`));
  }
  assert.equal((await send([cancelled(1), cancelled(2)])).status, 202);
});

test('an array is refused since 2025-06-18, beyond a few messages, and with one id twice', async () => {
  for (const [batch, headers] of [
    [pings(2), { 'mcp-protocol-version': '2025-06-18' }],
    [pings(1), { 'mcp-protocol-version': '2025-11-25' }],
    [pings(1), { 'mcp-protocol-version': '2026-07-28' }],
    [pings(BATCH_MAX + 1), {}],
    [pings(100), { 'mcp-protocol-version': '2025-03-26' }],
    [[ping(1), ping(1)], {}],
    [[], {}],
  ] as const) {
    const answer = await send(batch, headers);
    assert.equal(answer.status, 400, answer.text);
    assert.equal(errorIn(answer).code, -32_600);
  }
});

test('each message of an array counts: six hundred a minute, however they are sent', async () => {
  const busy = await mcp.agent();
  const statuses: number[] = [];
  const first = await post(mcp.url, ping(1), { authorization: `Bearer ${busy.key}` });
  assert.deepEqual(
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-policy'].map((name) => first.headers.get(name)),
    ['600', '599', '600;w=60'],
  );
  for (let n = 0; n < 600 / BATCH_MAX + 1; n += 1) statuses.push((await send(pings(BATCH_MAX), {}, busy)).status);
  assert.equal(statuses[0], 200);
  assert.equal(statuses.at(-1), 429);
});

test('parameters that a greeting, a list or a call cannot have are -32602, with the name of what is wrong', async () => {
  const good = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const message = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 7, method, ...(params !== undefined && { params }) });
  for (const [wrong, named] of [
    [message('initialize'), 'params'],
    [message('initialize', {}), 'protocolVersion'],
    [message('initialize', { ...good, protocolVersion: 5 }), 'protocolVersion'],
    [message('initialize', { ...good, capabilities: [] }), 'capabilities'],
    [message('initialize', { ...good, clientInfo: 'x' }), 'clientInfo'],
    [message('initialize', { ...good, clientInfo: {} }), 'clientInfo.name'],
    [message('tools/list', { cursor: 5 }), 'cursor'],
    [message('tools/call', {}), 'name'],
    [message('tools/call', { name: 'svc_whoami', arguments: [] }), 'arguments'],
  ] as const) {
    const answer = await send(wrong);
    assert.equal(errorIn(answer).code, -32_602, answer.text);
    assert.ok(errorIn(answer).message.includes(named), answer.text);
    assert.equal(Failed.parse(JSON.parse(answer.text)).id, 7);
  }
  assert.match((await send(message('initialize', good))).text, /serverInfo/);
});

test('null for arguments, and for an optional argument, is as if it were left out', async () => {
  const answer = await send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'svc_whoami', arguments: null } });
  assert.match(answer.text, /"structuredContent"/);
  const { products } = await agent.ok(
    'svc_list_products',
    { model: null, deployable: null, maxHourly: null },
    z.object({ products: z.array(z.unknown()) }),
  );
  assert.ok(products.length > 5);
  await agent.refused('svc_list_products', { nonsense: null }, 'INVALID_REQUEST');
  await agent.refused('svc_get_server', { serverId: null }, 'INVALID_REQUEST');
});

test('toolsets: all is all, none named is all, and one that there is not is named with those that there are', async () => {
  const everything = await agent.list();
  for (const toolsets of ['all', 'ALL', ' all , servers', ''])
    assert.deepEqual(await agent.list({ 'x-mcp-toolsets': toolsets }), everything);
  assert.ok((await agent.list({ 'x-mcp-toolsets': 'SSH_KEYS' })).every((name) => name.includes('ssh_key')));
  for (const language of ['en', 'fr']) {
    const answer = await send(
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      { 'x-mcp-toolsets': 'servers, biling', 'accept-language': language },
    );
    assert.equal(answer.status, 400);
    assert.match(errorIn(answer).message, /biling.*catalog, servers, ssh_keys, billing, account, all/);
  }
});

test('whatever a client says of its revision and of what it reads, it gets all tools or is refused, and never an empty list', async () => {
  const all = (await agent.list()).length;
  const seen = new Set<string>();
  for (const inBody of [null, '2026-07-28', '2025-11-25', '2025-03-26', 'tomorrow']) {
    for (const inHeader of [null, '2026-07-28', '2025-11-25', '2025-03-26']) {
      for (const accept of ['application/json, text/event-stream', 'application/json', 'text/event-stream', '*/*']) {
        const meta = {
          'io.modelcontextprotocol/protocolVersion': inBody,
          'io.modelcontextprotocol/clientInfo': { name: '"tools":[]', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        };
        const { status, text } = await send(
          { jsonrpc: '2.0', id: '"tools":[]', method: 'tools/list', params: inBody === null ? {} : { _meta: meta } },
          { accept, 'mcp-method': 'tools/list', ...(inHeader !== null && { 'mcp-protocol-version': inHeader }) },
        );
        const tools = text.split('"inputSchema":').length - 1;
        seen.add(`${status} ${tools}`);
        assert.ok(
          text.includes('"tools":[') ? tools === all : text.includes('"error":{"code"'),
          `${inBody} ${inHeader} ${accept}: ${status} ${tools} of ${all} ${text.slice(0, 200)}`,
        );
        if (tools > 0) assert.match(text, /"id":"\\"tools\\":\[\]"/);
      }
    }
  }
  assert.ok(seen.has(`200 ${all}`) && [...seen].some((one) => one.endsWith(' 0')), [...seen].join());
});

test('links of refused keys, permissions and caps lead to the page of agents', async () => {
  const Body = z.object({ error: z.object({ data: z.object({ accountAction: z.object({ action: z.object({ url: z.string() }) }) }) }) });
  for (const headers of [{}, { authorization: 'Bearer svc_mcp_nothing' }]) {
    const answer = await post(mcp.url, ping(1), headers);
    assert.equal(answer.status, 401);
    assert.match(Body.parse(await answer.json()).error.data.accountAction.action.url, /\/console\/agents$/);
  }
  const weak = await mcp.agent({ permissions: [] });
  const denied = await weak.refused('svc_stop_server', { serverId: 'srv_x' }, 'PERMISSION_DENIED');
  assert.match(denied.accountAction?.action.url ?? '', /\/console\/agents$/);
  const capped = await mcp.agent({
    caps: { serverHourly: 1, totalHourly: null, servers: null, monthlySpend: null, perCharge: null, monthlyCharges: null },
  });
  const plan = { productId: 'l4-x1', sshKeyId: capped.customer.sshKeyId };
  const confirmed = await capped.refused(
    'svc_create_server',
    { ...plan, confirmationToken: await capped.token('svc_create_server', plan) },
    'BUDGET_CAP_REACHED',
  );
  assert.match(confirmed.accountAction?.action.url ?? '', /\/console\/agents$/);
});

test('a quote of a plan that is sold out names what can be had instead; one that is not sold online says so, and not to wait', async () => {
  const buyer = await mcp.agent();
  const { quote } = z
    .object({
      quote: z.object({ ready: z.boolean(), blockers: z.array(z.looseObject({ code: z.string(), alternatives: z.array(z.string()) })) }),
    })
    .parse((await buyer.call('svc_quote_server', { productId: 'h100-sxm-x1', sshKeyId: buyer.customer.sshKeyId })).structuredContent);
  assert.equal(quote.ready, false);
  assert.deepEqual(quote.blockers[0]?.code, 'PLAN_NOT_AVAILABLE');
  assert.ok(quote.blockers[0]?.alternatives.includes('l4-x1'));
  const onRequest = await buyer.refused(
    'svc_quote_server',
    { productId: 'b200-sxm-x8', sshKeyId: buyer.customer.sshKeyId },
    'PLAN_NOT_AVAILABLE',
  );
  assert.equal(onRequest.retryable, false);
  assert.equal(onRequest.retryAfterSeconds, undefined);
  assert.match(onRequest.message, /on request/);
});
