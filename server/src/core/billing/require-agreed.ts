import { toCad, type Micros } from '@boreal/contract/money.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';

/**
 * Lets an amount be taken from a caller who has agreed to it, or whom no price was told. A price is read before the locks are
 * held, and what it hangs on, such as an hour that is paid, may be over by then: so it is asked for again where the money moves.
 * @throws PRICE_CHANGED
 */
export function requireAgreed({ agreedMicros }: Ctx, amountMicros: Micros): void {
  if (agreedMicros === undefined || agreedMicros === amountMicros) return;
  throw new AppError('PRICE_CHANGED', { expectedCad: toCad(agreedMicros), actualCad: toCad(amountMicros), who: 'agent' });
}
