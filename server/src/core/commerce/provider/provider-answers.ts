import { AppError } from '../../../kit/errors.ts';
import { PaymentsError } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * Calls the provider while a person waits. A failure is neither their mistake nor our bug: they are asked to try again, and the log says
 * why. @throws PAYMENTS_UNAVAILABLE
 */
export async function providerAnswers<T>(ctx: Ctx, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    ctx.log.warn({ err: error, paymentsCause: error.paymentsCause }, 'a payment provider failed');
    throw new AppError('PAYMENTS_UNAVAILABLE', {}, { cause: error });
  }
}
