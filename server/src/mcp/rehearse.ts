import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import { joining, type CustomerCtx } from '../core/ground/ctx.ts';
import { AppError, isAppError } from '../kit/errors.ts';

/** Reasons against spending that may have disappeared by the time the quote is confirmed. */
const BLOCKERS: ReadonlySet<ErrorCode> = new Set([
  'INSUFFICIENT_CREDITS',
  'PAYMENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'PLAN_NOT_AVAILABLE',
] as const satisfies ErrorCode[]);

class Rehearsed extends Error {}

/**
 * Does the work in a transaction that is rolled back, so that a quote reports exactly what confirming it would answer now: null, or what
 * blocks it. Throws whatever neither a payment, nor a higher limit, nor waiting would resolve.
 */
export async function rehearse(ctx: CustomerCtx, work: (ctx: CustomerCtx) => Promise<unknown>): Promise<AppError | null> {
  try {
    await ctx.transact(async (tx) => {
      await work(joining(ctx, tx));
      throw new Rehearsed();
    });
  } catch (error) {
    if (error instanceof Rehearsed) return null;
    if (error instanceof AppError && BLOCKERS.has(error.code) && !isNeverSold(error)) return error;
    throw error;
  }
  return null;
}

/** A plan that is not sold online stays so, however long one waits. */
export function isNeverSold(error: AppError): boolean {
  return isAppError(error, 'PLAN_NOT_AVAILABLE') && error.details.notSold !== undefined;
}
