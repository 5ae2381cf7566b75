import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { agentPermissions } from '@boreal/contract/agents/agents.ts';
import { newId } from '../../../kit/ids.ts';
import { startCloud } from '../../testing/cloud.ts';
import { createAgentCallLog } from './agent-call-log.ts';
import { NO_CAPS } from './agent-key.rules.ts';
import type { AgentCallRecord } from './agent-calls.store.ts';
import { createMcpKey } from './create-mcp-key.ts';
import { listAgentCalls } from './list-agent-calls.ts';

const cloud = await startCloud();
after(() => cloud.close());

async function caller() {
  const { accountId } = (await cloud.customer('0')).ctx;
  const settings = { permissions: [...agentPermissions], caps: NO_CAPS, approvalAbove: null, stopAtCap: false, readOnly: false };
  const { id: keyId } = await createMcpKey(cloud.ctx, { accountId, name: 'agent', ...settings });
  const createdAt = cloud.clock.now();
  const call = (tool: string, text: string): AgentCallRecord => ({
    id: newId('agentCall', createdAt),
    accountId,
    keyId,
    requestId: null,
    client: null,
    tool,
    arguments: text,
    quoteId: null,
    outcome: 'ok',
    spentMicros: 0n,
    durationMs: 1,
    createdAt,
  });
  return { accountId, call };
}

test('a call that can never be written holds up no other', async () => {
  const { accountId, call } = await caller();
  const log = createAgentCallLog(cloud.ctx);
  // Half a surrogate pair is valid JSON, but Postgres cannot store it.
  for (const [tool, text] of [
    ['first', '{}'],
    ['second', '{"name":"\\ud83d"}'],
    ['third', '{}'],
    ['fourth', '{}'],
  ] as const) {
    log.note(call(tool, text));
  }
  await log.close();
  const { items } = await listAgentCalls(cloud.ctx, { accountId });
  assert.deepEqual(items.map(({ tool }) => tool).toSorted(), ['first', 'fourth', 'third']);
});

test('a call that is done is answered although the database is away at its end, and is written when it is back', async () => {
  const { accountId, call } = await caller();
  let away = true;
  const pool = new Proxy(cloud.ctx.db.pool, {
    get: (target, name) => {
      if (away && name === 'query') return () => Promise.reject(new Error('Connection terminated unexpectedly'));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const log = createAgentCallLog({ log: cloud.ctx.log, db: { ...cloud.ctx.db, pool } });
  await log.write(call('svc_create_server', '{}'));
  away = false;
  await log.close();
  assert.deepEqual(
    (await listAgentCalls(cloud.ctx, { accountId })).items.map(({ tool }) => tool),
    ['svc_create_server'],
  );
});
