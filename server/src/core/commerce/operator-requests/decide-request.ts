import { deedPermissions, type OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { operatorMay } from '@boreal/contract/operator/roles.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findOperatorRole, lockOperators } from '../../ground/operators/operators.store.ts';
import { requireOperator } from '../../ground/operators/require-operator.ts';
import { lockRequest, saveDecision, type OperatorRequestRow } from '../second-operator/operator-requests.store.ts';
import { doDeed } from './do-deed.ts';
import { ourDeed } from './our-deed.rules.ts';
import { tellAsker } from './tell-asker.ts';

/**
 * Decides on what another operator asked for. If approved, does it in the same transaction, in the approver's name and under the request's
 * key: a crash leaves both or neither. The requester may withdraw it, which declines it, but never approve it; the command counts as one
 * person, and may approve what was requested in the browser.
 * @throws NOT_FOUND · REQUEST_NOT_WAITING · SECOND_OPERATOR_REQUIRED · PERMISSION_DENIED · REQUEST_OUTDATED, and whatever the action itself
 * refuses
 */
export function decideRequest(ctx: Ctx, input: { requestId: string; decision: 'approved' | 'declined' }): Promise<void> {
  const { requestId, decision } = input;
  return ctx.transact(async (tx) => {
    const asked = await lockRequest(tx, requestId);
    const deed = asked && ourDeed(asked.deed);
    if (!deed) throw notFound('approval');
    // No role changes until it is decided: neither the requester's nor the caller's.
    await lockOperators(tx);
    await requireOperator(tx, ctx, deedPermissions[deed.kind]);
    requireWaiting(asked, ctx.clock.now());
    if (decision === 'approved') await requireTwo(tx, ctx, { asked, deed });
    const { id: decidedBy, name: decidedByName } = ctx.actor;
    await saveDecision(tx, { id: requestId, decision, decidedBy, decidedByName, decidedAt: ctx.clock.now() });
    const detail = { deed: { ...deed }, askedBy: asked.askedByName };
    await recordAudit(tx, ctx, { accountId: null, action: `request.${decision}`, target: requestId, detail });
    await tellAsker(tx, ctx, { request: asked, deed, decision, by: decidedByName });
    if (decision === 'approved') await doDeed(tx, { ...ctx, approvedRequestId: requestId }, asked);
  });
}

function requireWaiting({ decision, expiresAt }: OperatorRequestRow, now: Date): void {
  if (decision === 'approved' || decision === 'declined') throw new AppError('REQUEST_NOT_WAITING', { status: decision });
  if (decision !== null || expiresAt <= now) throw new AppError('REQUEST_NOT_WAITING', { status: 'expired' });
}

/** Two different people, both of whom may do it now. */
async function requireTwo(tx: Tx, { actor }: Ctx, { asked, deed }: { asked: OperatorRequestRow; deed: OperatorDeed }): Promise<void> {
  if (actor.type !== 'operator' || actor.id === asked.askedBy) throw new AppError('SECOND_OPERATOR_REQUIRED', {});
  if (asked.askedBy === null) return;
  const role = await findOperatorRole(tx, asked.askedBy);
  if (role === null || !operatorMay(role, deedPermissions[deed.kind])) throw new AppError('REQUEST_OUTDATED', { of: 'asker' });
}
