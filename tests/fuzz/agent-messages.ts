import type { Json } from './json.ts';
import type { Random } from './random.ts';

/** The two eras of the protocol: with a greeting, and without any state. */
const ERAS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** A call of a tool as clients of either era send it, or something that is nearly one. */
export function toolMessage(
  name: string,
  args: Readonly<Record<string, Json>>,
  { random, n, isOdd }: { random: Random; n: number; isOdd: boolean },
): { body: string; headers: Record<string, string> } {
  const era = random.pick(ERAS);
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(random.chance(0.6) && { 'mcp-protocol-version': era }),
    ...(random.chance(0.05) && { 'x-mcp-toolsets': random.pick(['servers', 'billing,account', 'all', 'nonsense']) }),
    ...(random.chance(0.05) && { 'x-mcp-readonly': random.pick(['true', 'false', '1', '']) }),
  };
  const call = { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name, arguments: args } };
  if (isOdd && random.chance(0.3)) return { headers, body: oddMessage(call, { random, n }) };
  if (random.chance(0.06)) return { headers, body: JSON.stringify(random.pick(plain(n, era))) };
  return { headers, body: JSON.stringify(call) };
}

/** What a client sends beside calls. */
function plain(n: number, era: string): [object, ...object[]] {
  const client = { capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  return [
    { jsonrpc: '2.0', id: n, method: 'tools/list' },
    { jsonrpc: '2.0', id: n, method: 'initialize', params: { protocolVersion: era, ...client } },
    { jsonrpc: '2.0', id: n, method: 'server/discover' },
    { jsonrpc: '2.0', id: n, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: n } },
  ];
}

function oddMessage(call: object, { random, n }: { random: Random; n: number }): string {
  const odd: readonly [Json | object, ...(Json | object)[]] = [
    { ...call, jsonrpc: '1.0' },
    { ...call, id: null },
    { ...call, id: { a: 1 } },
    { ...call, id: 'x'.repeat(5000) },
    { ...call, id: 1.5 },
    { ...call, method: 'tools/nothing' },
    { ...call, method: 7 },
    { ...call, params: [] },
    { ...call, params: { name: '__proto__', arguments: {} } },
    { ...call, params: { name: 'svc_nothing', arguments: 'x' } },
    { ...call, params: { name: 'svc_get_balance', arguments: {}, _meta: { progressToken: 'x' }, task: { ttl: -1 } } },
    { ...call, result: {} },
    { jsonrpc: '2.0', id: n, result: {} },
    { jsonrpc: '2.0', id: n, error: { code: 1, message: 'x' } },
    { jsonrpc: '2.0', id: n, method: 'initialize', params: { protocolVersion: 1 } },
    { jsonrpc: '2.0', id: n, method: 'initialize', params: { protocolVersion: 'x'.repeat(9000), capabilities: null, clientInfo: {} } },
    { jsonrpc: '2.0', id: n, method: 'initialize', params: { protocolVersion: ERAS[0], capabilities: { roots: 7 }, clientInfo: 7 } },
    { jsonrpc: '2.0', id: n, method: 'initialize' },
    { jsonrpc: '2.0', id: n, method: 'resources/list' },
    { jsonrpc: '2.0', id: n, method: 'prompts/get', params: { name: 'x' } },
    { jsonrpc: '2.0', id: n, method: 'completion/complete', params: {} },
    { jsonrpc: '2.0', id: n, method: 'logging/setLevel', params: { level: 'debug' } },
    { jsonrpc: '2.0', id: n, method: 'tools/list', params: { cursor: 'nonsense' } },
    { jsonrpc: '2.0', id: n, method: 'subscriptions/listen', params: { notifications: {} } },
    [],
    [call],
    [call, { ...call, id: n + 1 }],
    [call, call],
    [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ],
    [1, null, 'x'],
    Array.from({ length: 60 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
  ];
  return JSON.stringify(random.pick(odd));
}
