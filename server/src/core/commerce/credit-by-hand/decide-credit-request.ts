import { CreditKind, type CreditRequest } from '@boreal/contract/operator.ts';
import { toCad } from '@boreal/contract/money.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { moveNow } from './move-credit-by-hand.ts';
import type { CreditChange, Posting } from './movement-by-hand.ts';
import { decideRequest, listOpenRequests, lockRequest } from './credit-requests.store.ts';

/** Credit that waits for another operator, longest waiting first. */
export async function listCreditRequests(ctx: Ctx): Promise<CreditRequest[]> {
  const rows = await listOpenRequests(ctx.db.sql);
  return rows.map(({ id, accountId, accountName, direction, type, amountMicros, reason, askedBy, askedByName, askedAt }) => ({
    id,
    accountId,
    accountName,
    direction: direction === 'take' ? 'take' : 'give',
    as: CreditKind.parse(type),
    amount: toCad(amountMicros),
    currency: 'CAD',
    reason,
    askedBy,
    askedByName,
    askedAt: askedAt.toISOString(),
  }));
}

/**
 * Decides on credit that another operator requested; if approved, it moves at once, in the approver's name. For signed-in
 * operators: the command cannot identify anybody. @throws NOT_FOUND · APPROVAL_NOT_PENDING · SECOND_OPERATOR_REQUIRED ·
 * INSUFFICIENT_CREDITS
 */
export function decideCreditRequest(
  ctx: Ctx,
  input: { requestId: string; decision: 'approved' | 'refused' },
): Promise<CreditChange | null> {
  const { requestId, decision } = input;
  return ctx.transact(async (tx) => {
    const asked = await lockRequest(tx, requestId);
    if (!asked) throw notFound('approval');
    if (asked.decision !== null)
      throw new AppError('APPROVAL_NOT_PENDING', { status: asked.decision === 'approved' ? 'approved' : 'refused' });
    const { id: decidedBy, type } = ctx.actor;
    if (type !== 'operator' || decidedBy === null || decidedBy === asked.askedBy) throw new AppError('SECOND_OPERATOR_REQUIRED', {});
    await decideRequest(tx, { id: requestId, decision, decidedBy, decidedAt: ctx.clock.now() });
    const { accountId, amountMicros, reason, serverId, key } = asked;
    const detail = { decision, accountId, amountMicros: String(amountMicros), askedBy: asked.askedByName };
    await recordAudit(tx, ctx, { accountId: null, action: 'credit.decided', target: requestId, detail });
    if (decision === 'refused') return null;
    return moveNow(tx, ctx, { accountId, amountMicros, reason, serverId, key, requestId, posting: postingOf(asked) });
  });
}

/** As credit-account.ts and debit-account.ts post. */
function postingOf({ direction, type }: { direction: string; type: string }): Posting {
  if (direction === 'take') return { direction: 'take', type: 'adjustment', against: 'promo' };
  const kind = CreditKind.parse(type);
  return { direction: 'give', type: kind, against: kind === 'topup' ? 'cash' : 'promo' };
}
