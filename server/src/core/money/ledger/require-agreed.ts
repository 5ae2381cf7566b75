import { toCad, type Micros } from '@boreal/contract/money.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * Lets an amount be taken from a caller who has agreed to it or to more, or whom no price was told. A price is read before the
 * locks are held, and what it hangs on, such as an hour that is paid, may be over by then: so it is asked for again where the
 * money moves. What is taken piece by piece is counted together. @throws PRICE_CHANGED
 */
export function requireAgreed({ agreed }: Ctx, amountMicros: Micros): void {
  if (agreed === undefined) return;
  const takenMicros = agreed.takenMicros + amountMicros;
  if (takenMicros > agreed.upToMicros) {
    throw new AppError('PRICE_CHANGED', { expectedCad: toCad(agreed.upToMicros), actualCad: toCad(takenMicros), who: 'agent' });
  }
  agreed.takenMicros = takenMicros;
}
