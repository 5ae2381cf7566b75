import type { Ctx } from '../../ground/ctx.ts';
import { moveCreditByHand } from './move-credit-by-hand.ts';
import type { CreditChange, MovementByHand, Posting } from './movement-by-hand.ts';

/** Takes credit back by hand, never more than there is. Throws as moveCreditByHand does. */
export function debitAccount(ctx: Ctx, input: MovementByHand): Promise<CreditChange> {
  return moveCreditByHand(ctx, input, taken);
}

/** How it is booked. */
export const taken: Posting = { direction: 'take', type: 'adjustment', against: 'promo' };
