import { decideApproval } from '../../money/agents/decide-approval.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { requireShownCard } from './require-shown-card.ts';

/**
 * A person's answer to an agent's request, given while seeing the card that the agent would charge. @throws CONFIRM_AGAIN · as
 * decideApproval
 */
export function decideWithCard(
  ctx: CustomerCtx,
  input: { approvalId: string; decision: 'approved' | 'refused'; expectedCardId?: string | undefined },
): Promise<void> {
  const { accountId } = ctx;
  const { approvalId, decision, expectedCardId } = input;
  return ctx.transact(async (tx) => {
    await requireShownCard(tx, { accountId, expectedCardId });
    await decideApproval(joining(ctx, tx), { accountId, approvalId, decision });
  });
}
