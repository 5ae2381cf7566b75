import { fromCad } from '@boreal/contract/values/money.ts';
import type { CreateMcpKeyRequest } from '@boreal/contract/agents/agents.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { writeKey, type CreatedKey } from '../../ground/keys/write-key.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { capColumns, permissionColumns } from './agent-key.rules.ts';
import { insertAgentKey } from './agent-keys.store.ts';

/**
 * Makes an MCP key with its permissions and limits. Only a signed-in person, or the demo, may request one.
 * @throws PERMISSION_DENIED also if the key could charge the card and its maker could not
 */
export function createMcpKey(ctx: Ctx, input: CreateMcpKeyRequest & { accountId: string }): Promise<CreatedKey> {
  const { accountId, name, readOnly, permissions, caps, approvalAbove, stopAtCap } = input;
  return ctx.transact(async (tx) => {
    await requireRole(tx, { ...ctx, accountId }, 'keys.write');
    // A key must not let its maker do what they may not: pay.
    if (permissions.includes('charge')) await requireRole(tx, { ...ctx, accountId }, 'billing.write');
    const asked = { permissions, caps: { ...caps }, approvalAbove, stopAtCap };
    const key = await writeKey(tx, ctx, { accountId, kind: 'mcp', access: readOnly ? 'read_only' : 'full', name, settings: asked });
    const now = ctx.clock.now();
    const approvalAboveMicros = approvalAbove === null ? null : fromCad(approvalAbove);
    const settings = { ...permissionColumns(permissions), ...capColumns(caps), approvalAboveMicros, stopAtCap };
    await insertAgentKey(tx, { keyId: key.id, accountId, settings, monthStart: billingMonth(now).start, now });
    return key;
  });
}
