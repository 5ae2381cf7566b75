import type { CreditKind } from '@boreal/contract/billing/credit-kind.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { moveCreditByHand } from './move-credit-by-hand.ts';
import type { CreditChange, MovementByHand, Posting } from './movement-by-hand.ts';

/** Gives credit by hand: money that arrived comes from `cash`, everything else from `promo`. Throws as moveCreditByHand does. */
export function creditAccount(ctx: Ctx, input: MovementByHand & { as?: CreditKind | undefined }): Promise<CreditChange> {
  return moveCreditByHand(ctx, input, given(input.as ?? 'adjustment'));
}

/** How each kind of credit is booked. */
export function given(as: CreditKind): Posting {
  return { direction: 'give', type: as, against: as === 'topup' ? 'cash' : 'promo' };
}
