import { APPROVAL_HOURS, chargingTools } from '@boreal/contract/agents/agents.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { changeApproval, lockApproval } from './approvals.store.ts';

/**
 * A person's answer to an agent that wants to spend. An approval is valid for a day and for one spending with that tool and those
 * arguments, up to that price, as long as that person may still give it; nothing is spent until the agent confirms. Only a person who may
 * pay can approve a card charge.
 * @throws NOT_FOUND · APPROVAL_NOT_PENDING · PERMISSION_DENIED
 */
export function decideApproval(
  ctx: Ctx,
  input: { accountId: string; approvalId: string; decision: 'approved' | 'refused' },
): Promise<void> {
  const { accountId, approvalId, decision } = input;
  return ctx.transact(async (tx) => {
    await requireRole(tx, { ...ctx, accountId }, 'keys.write');
    const approval = await lockApproval(tx, { accountId, id: approvalId });
    if (!approval) throw notFound('approval');
    const pays = decision === 'approved' && chargingTools.some((tool) => tool === approval.tool);
    if (pays) await requireRole(tx, { ...ctx, accountId }, 'billing.write');
    const now = ctx.clock.now();
    if (approval.status !== 'pending') throw new AppError('APPROVAL_NOT_PENDING', { status: approval.status });
    if (approval.expiresAt <= now) throw new AppError('APPROVAL_NOT_PENDING', { status: 'expired' });
    const { type, id, name } = ctx.actor;
    const by = { decidedBy: name ?? type, decidedById: type === 'user' ? id : null };
    const expiresAt = addMs(now, APPROVAL_HOURS * HOUR_MS);
    await changeApproval(tx, { id: approval.id, change: { status: decision, ...by, decidedAt: now, expiresAt } });
    await recordAudit(tx, ctx, {
      accountId,
      action: 'approval.decided',
      target: approval.id,
      detail: { decision, tool: approval.tool, keyId: approval.keyId },
    });
  });
}
