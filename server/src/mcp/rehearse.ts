import type { ErrorCode } from '@boreal/contract/errors/errors.ts';
import { joining, type CustomerCtx } from '../core/ground/ctx.ts';
import { AppError, isAppError } from '../kit/errors.ts';

/** A reason against spending that may be gone when the quote is confirmed. */
const BLOCKERS: ReadonlySet<ErrorCode> = new Set([
  'INSUFFICIENT_CREDITS',
  'PAYMENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'PLAN_NOT_AVAILABLE',
] as const satisfies ErrorCode[]);

class Rehearsed extends Error {}

/**
 * Does the work in a transaction that is rolled back, so that a quote reports exactly what confirming would answer now: null, or
 * what blocks it. Whatever no payment, raised limit or patience would resolve is thrown.
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

/** A plan that is not sold online is not, however long anybody waits. */
export function isNeverSold(error: AppError): boolean {
  return isAppError(error, 'PLAN_NOT_AVAILABLE') && error.details.notSold !== undefined;
}
