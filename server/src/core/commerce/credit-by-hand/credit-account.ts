import type { CreditKind } from '@boreal/contract/operator.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { moveCreditByHand } from './move-credit-by-hand.ts';
import type { CreditChange, MovementByHand } from './movement-by-hand.ts';

/** Gives credit by hand: money that arrived comes from `cash`, everything else from `promo`. Throws as moveCreditByHand does. */
export function creditAccount(ctx: Ctx, input: MovementByHand & { as?: CreditKind | undefined }): Promise<CreditChange> {
  const type = input.as ?? 'adjustment';
  return moveCreditByHand(ctx, input, { direction: 'give', type, against: type === 'topup' ? 'cash' : 'promo' });
}
