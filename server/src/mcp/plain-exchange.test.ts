import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { plainRequest } from './plain-exchange.ts';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

type Headers = Readonly<Record<string, string>>;
interface Message {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

function call(name: unknown, more: object = {}): Message {
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: {}, _meta: META, ...more } };
}

function headersOf(message: Message): Headers {
  const { name } = message.params ?? {};
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': message.method,
    ...(typeof name === 'string' && { 'mcp-name': name }),
  };
}

/** Tools that answer in every way that a tool can. */
function server(revisions?: string[]): Server {
  const made = new Server(
    { name: 'tested', version: '1.0.0' },
    {
      capabilities: { tools: {}, logging: {} },
      cacheHints: { 'tools/list': { ttlMs: 1000, cacheScope: 'private' } },
      ...(revisions && { supportedProtocolVersions: revisions }),
    },
  );
  made.setRequestHandler('tools/list', () => ({ tools: [{ name: 'fine', inputSchema: { type: 'object' as const } }] }));
  made.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name } = params;
    if (name === 'absent') throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool absent.');
    if (name === 'broken') throw new Error('It broke.');
    if (name === 'talking') await mcpReq.notify({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
    if (name === 'wrong') return { content: JSON.parse('[{"type":"nothing"}]') };
    return { content: [{ type: 'text' as const, text: `“${name}”` }], structuredContent: { name } };
  });
  return made;
}

async function byLibrary(message: Message, headers: Headers): Promise<{ status: number; body: string }> {
  const handler = createMcpHandler(() => server());
  const answer = await handler.fetch(new Request('http://test.invalid/', { method: 'POST', headers }), { parsedBody: message });
  const told = { status: answer.status, body: await answer.text() };
  await handler.close();
  return told;
}

const answered: Readonly<Record<string, Message>> = {
  'a call': call('fine'),
  'a call that names its client only by its revision': call('fine', {
    _meta: { ...META, 'io.modelcontextprotocol/clientInfo': undefined },
  }),
  'a list': { jsonrpc: '2.0', id: 'text', method: 'tools/list', params: { _meta: META } },
  'a call of a tool that is not there': call('absent'),
  'a call that fails': call('broken'),
  'a call whose result is none': call('wrong'),
  'a call with arguments that are none': call('fine', { arguments: 'none' }),
  'a call that tells of its progress': call('talking'),
  'a list with a cursor that is none': { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 1, _meta: META } },
};

for (const [what, message] of Object.entries(answered)) {
  test(`${what} is answered as the library’s handler answers it, byte for byte`, async () => {
    const headers = headersOf(message);
    const plain = plainRequest({ method: 'POST', headers }, message);
    assert.ok(plain);
    const answer = await plain.answer(server([plain.revision]));
    const told = typeof answer === 'string' ? { status: 200, body: answer } : { status: answer.status, body: await answer.text() };
    assert.deepEqual(told, await byLibrary(message, headers));
  });
}

const left: Readonly<Record<string, { message: Message; headers?: Headers; method?: string }>> = {
  'a request without its revision in a header': { message: call('fine'), headers: { 'mcp-protocol-version': '' } },
  'a request of an older revision': { message: call('fine'), headers: { 'mcp-protocol-version': '2025-11-25' } },
  'a method that the header does not name': { message: call('fine'), headers: { 'mcp-method': 'tools/list' } },
  'a tool that the header does not name': { message: call('fine'), headers: { 'mcp-name': 'other' } },
  'a tool whose name is coded in the header': { message: call('fine'), headers: { 'mcp-name': '=?base64?ZmluZQ==?=' } },
  'what is not sent as JSON': { message: call('fine'), headers: { 'content-type': 'text/plain' } },
  'a request without an envelope': { message: call('fine', { _meta: {} }) },
  'an envelope of another revision': {
    message: call('fine', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }),
  },
  'a request of a revision to come': {
    message: call('fine', { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }),
    headers: { 'mcp-protocol-version': '2031-01-01' },
  },
  'an envelope without capabilities': { message: call('fine', { _meta: { 'io.modelcontextprotocol/protocolVersion': REVISION } }) },
  'a notification': { message: { jsonrpc: '2.0', method: 'tools/call', params: { name: 'fine', _meta: META } } },
  'another method': { message: { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: META } } },
  'a GET': { message: call('fine'), method: 'GET' },
};

for (const [what, { message, headers, method = 'POST' }] of Object.entries(left)) {
  test(`${what} is left to the library`, () => {
    assert.equal(plainRequest({ method, headers: { ...headersOf(message), ...headers } }, message), null);
  });
}
