import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMcpKey } from '../../core/money/agents/create-mcp-key.ts';
import { NO_CAPS } from '../../core/money/agents/agent-key.rules.ts';
import { changeMcpKey } from '../../core/money/agents/change-mcp-key.ts';
import { whileUncommitted } from '../../core/testing/while-uncommitted.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

async function key() {
  const { accountId } = (await cloud.customer('10')).ctx;
  const settings = { name: 'agent', readOnly: false, permissions: [], approvalAbove: null, stopAtCap: false };
  const { id } = await createMcpKey(cloud.ctx, { ...settings, accountId, caps: { ...NO_CAPS, servers: 3 } });
  return { accountId, keyId: id };
}

test('a key is changed in what is said, and keeps the rest', async () => {
  const { keyId } = await key();
  const set = await cloud.attempt('agent', 'set', keyId, '--monthly-spend', '200', '--permissions', 'launch', '--json');
  assert.partialDeepStrictEqual(jsonOf(set), { permissions: ['launch'], caps: { ...NO_CAPS, servers: 3, monthlySpend: 200 } });
  const lifted = await cloud.attempt('agent', 'set', keyId, '--servers', 'none', '--json');
  assert.partialDeepStrictEqual(jsonOf(lifted), { permissions: ['launch'], caps: { ...NO_CAPS, monthlySpend: 200 } });
});

test('a cap that was lowered meanwhile is not raised again by another one', async () => {
  const { accountId, keyId } = await key();
  const out = await whileUncommitted(
    cloud,
    (ctx) => changeMcpKey(ctx, { accountId, keyId, caps: { ...NO_CAPS, servers: 1 } }),
    () => cloud.done('agent', 'set', keyId, '--monthly-spend', '200', '--json'),
  );
  assert.partialDeepStrictEqual(JSON.parse(out), { caps: { servers: 1, monthlySpend: 200 } });
});
