import type { Ctx } from '../../ground/ctx.ts';
import { moveCreditByHand } from './move-credit-by-hand.ts';
import type { CreditChange, MovementByHand } from './movement-by-hand.ts';

/** What a credit given by hand is: a correction, a present, or money that arrived outside Boreal. */
export const creditKinds = ['adjustment', 'promo', 'topup'] as const;
export type CreditKind = (typeof creditKinds)[number];

/** Gives credit by hand: money that arrived comes from `cash`, all else from `promo`. Throws as moveCreditByHand does. */
export function creditAccount(ctx: Ctx, input: MovementByHand & { as?: CreditKind | undefined }): Promise<CreditChange> {
  const type = input.as ?? 'adjustment';
  return moveCreditByHand(ctx, input, { direction: 'give', type, against: type === 'topup' ? 'cash' : 'promo' });
}
