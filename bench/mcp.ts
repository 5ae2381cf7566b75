import { createMcpKey } from '../server/src/core/money/agents/create-mcp-key.ts';
import { NO_CAPS } from '../server/src/core/money/agents/agent-key.rules.ts';
import { createAccount } from '../server/src/core/money/accounts/create-account.ts';
import { createCtx } from '../server/src/core/create-ctx.ts';
import { connect } from '../server/src/db/connect.ts';
import { systemClock } from '../server/src/kit/clock.ts';
import { createLog } from '../server/src/kit/log.ts';
import type { Request } from 'autocannon';
import { startChild, type Child } from './child.ts';
import { contestResult } from './contest-result.ts';
import type { Result } from './report.ts';
import { interleave, type Pace } from './rounds.ts';

const PATH = '/api/mcp';
const REVISION = '2026-07-28';
/** A key may make 120 calls a minute: this is enough keys that none reaches its limit. */
const KEYS = 1500;

/** `tools/list` and `tools/call` of the agent endpoint against a hand-written JSON-RPC handler that does as little as it can. */
export async function benchMcp(boreal: Child, shop: { databaseUrl: string }, pace: Pace, say: (line: string) => void): Promise<Result[]> {
  say(`making ${KEYS} MCP keys`);
  const keys = await makeKeys(shop.databaseUrl);
  const list = await answerOf(boreal, request('tools/list', keys[0] ?? ''));
  const peer = await startChild({
    name: 'the hand-written JSON-RPC handler',
    file: 'bench/peers/json-rpc.ts',
    ready: '/healthz',
    env: { DATABASE_URL: shop.databaseUrl, BENCH_POOL: '20', BENCH_LIST: list },
  });
  try {
    const contest = (method: 'tools/list' | 'tools/call') => {
      const requests = keys.map((key) => request(method, key));
      return interleave({ ours: boreal, peer, pace, say, requests: () => requests });
    };
    const bound = 'the official SDK: a protocol server for each request, and every message checked against its schemas';
    return [
      contestResult(await contest('tools/list'), {
        name: 'tools/list with a full key',
        aim: 0.6,
        peer: 'hand-written JSON-RPC over bare Fastify, one key look-up, the list as a constant',
        bound,
      }),
      contestResult(await contest('tools/call'), {
        name: 'tools/call of svc_get_balance',
        aim: 0.5,
        peer: 'hand-written JSON-RPC over bare Fastify, one key look-up and the same two selects',
        bound: `${bound}; and a line in the audit`,
      }),
    ];
  } finally {
    await peer.stop();
  }
}

async function makeKeys(databaseUrl: string): Promise<string[]> {
  const db = connect({ url: databaseUrl, max: 4 });
  try {
    const ctx = createCtx({ db, clock: systemClock(), log: createLog('warn') });
    const accountId = await ctx.transact((tx) => createAccount(tx, { name: 'agents', now: ctx.clock.now() }));
    const rights = {
      permissions: ['launch', 'delete', 'charge'],
      caps: NO_CAPS,
      approvalAbove: null,
      stopAtCap: false,
      readOnly: false,
    } as const;
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n += 1) {
      keys.push((await createMcpKey(ctx, { ...rights, permissions: [...rights.permissions], accountId, name: `bench ${n}` })).text);
    }
    return keys;
  } finally {
    await db.close();
  }
}

function request(method: 'tools/list' | 'tools/call', key: string): Request & { headers: Record<string, string>; body: string } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const named = method === 'tools/call' ? { name: 'svc_get_balance', arguments: {} } : {};
  return {
    method: 'POST',
    path: PATH,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(method === 'tools/call' && { 'mcp-name': 'svc_get_balance' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...named, _meta: meta } }),
  };
}

async function answerOf(server: Child, { headers, body }: { headers: Record<string, string>; body: string }): Promise<string> {
  const answer = await fetch(server.url + PATH, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('"svc_get_balance"'))
    throw new Error(`${server.name} answers ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}
