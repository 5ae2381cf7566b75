import { toCad, type Micros } from '@boreal/contract/values/money.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * Lets an amount be taken from a caller that has agreed to at least that much, or that was quoted no price. A price is read before the
 * locks are held, and its basis, such as a paid hour, may be over by the time they are: so it is checked again where the money moves.
 * Amounts taken in parts are summed. @throws PRICE_CHANGED
 */
export function requireAgreed({ agreed }: Ctx, amountMicros: Micros): void {
  if (agreed === undefined) return;
  const takenMicros = agreed.takenMicros + amountMicros;
  if (takenMicros > agreed.upToMicros) {
    throw new AppError('PRICE_CHANGED', { expectedCad: toCad(agreed.upToMicros), actualCad: toCad(takenMicros), who: 'agent' });
  }
  agreed.takenMicros = takenMicros;
}
