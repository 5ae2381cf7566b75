import type { Ctx } from '../ctx.ts';
import { moveCreditByHand, type CreditChange, type MovementByHand } from './move-credit-by-hand.ts';

/** Takes credit back by hand, never more than there is. Throws as moveCreditByHand does. */
export function debitAccount(ctx: Ctx, input: MovementByHand): Promise<CreditChange> {
  return moveCreditByHand(ctx, input, { direction: 'take', type: 'adjustment', against: 'promo' });
}
