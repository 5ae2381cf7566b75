import { fromCad, toCadOrNull } from '@boreal/contract/values/money.ts';
import { mayMakeKey } from '@boreal/contract/agents/tools.ts';
import type { AgentCaps, ChangeMcpKeyRequest } from '@boreal/contract/agents/agents.ts';
import { notFound } from '../../../kit/errors.ts';
import { tellOwnAccessChange } from '../../ground/people/tell-access-change.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { findMakerRole } from '../../ground/roles/roles.store.ts';
import { lockKey, setMaker, tellKeyChanged } from '../../ground/keys/keys.store.ts';
import { capColumns, capsOf, chargesMore, permissionColumns, permissionsOf } from './agent-key.rules.ts';
import { lockAgentKey, updateAgentKey, type AgentKeyRow } from './agent-keys.store.ts';

/** The fields to change; an omitted cap keeps its value, too. */
export type McpKeyChange = Omit<ChangeMcpKeyRequest, 'caps'> & { readonly caps?: Partial<AgentCaps> | undefined };

/**
 * Changes what an MCP key may do; omitted fields keep their values. Applies everywhere from the next call on. Raising a cap restarts
 * nothing by itself. Returns what the key may do then. @throws NOT_FOUND · PERMISSION_DENIED also if it could charge the card more than
 * before, and the person could not
 */
export function changeMcpKey(ctx: Ctx, input: McpKeyChange & { accountId: string; keyId: string }): Promise<AgentKeyRow> {
  const { accountId, keyId, permissions, caps, approvalAbove, stopAtCap } = input;
  return ctx.transact(async (tx) => {
    await requireRole(tx, { ...ctx, accountId }, 'keys.write');
    const key = await lockKey(tx, keyId);
    const before = await lockAgentKey(tx, keyId);
    if (!before || before.accountId !== accountId) throw notFound('key');
    const settings = {
      ...(permissions && permissionColumns(permissions)),
      ...(caps && capColumns({ ...capsOf(before), ...caps })),
      ...(approvalAbove !== undefined && { approvalAboveMicros: approvalAbove === null ? null : fromCad(approvalAbove) }),
      ...(stopAtCap !== undefined && { stopAtCap }),
    };
    const after = { ...before, ...settings };
    if (chargesMore(before, after)) await requireRole(tx, { ...ctx, accountId }, 'billing.write');
    await updateAgentKey(tx, { keyId, settings, now: ctx.clock.now() });
    // A person who lets it do more than its maker may becomes its maker.
    const makerRole = await findMakerRole(tx, keyId);
    if (permissions && makerRole !== null && makerRole !== 'house' && !mayMakeKey(makerRole, permissions)) {
      await setMaker(tx, { id: keyId, makerId: ctx.actor.type === 'user' ? ctx.actor.id : null });
    }
    await tellKeyChanged(tx, keyId);
    const detail = { before: shown(before), after: shown(after) };
    await recordAudit(tx, ctx, { accountId, action: 'key.changed', target: keyId, detail });
    await tellOwnAccessChange(tx, ctx, { what: 'mcp_key_changed', accountId, name: key?.name ?? null });
    return after;
  });
}

function shown(row: AgentKeyRow) {
  return {
    permissions: permissionsOf(row),
    caps: { ...capsOf(row) },
    approvalAbove: toCadOrNull(row.approvalAboveMicros),
    stopAtCap: row.stopAtCap,
  };
}
