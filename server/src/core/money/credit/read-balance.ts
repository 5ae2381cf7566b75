import { MINIMUM_TOPUP_CAD, type Credits } from '@boreal/contract/billing/billing.ts';
import { toCadBalance, toCadRate } from '@boreal/contract/values/money.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { runtimeHours } from './burn-rate.store.ts';
import { readStanding } from './standing.store.ts';

/** The balance, and how long it lasts at the current rate. */
export async function readBalance(ctx: CustomerCtx): Promise<Omit<Credits, 'transactions'>> {
  const { balanceMicros, burnMicros } = await readStanding(ctx.db, { accountId: ctx.accountId, at: ctx.clock.now() });
  return {
    balance: toCadBalance(balanceMicros),
    currency: 'CAD',
    burnRatePerHour: toCadRate(burnMicros),
    estimatedRuntimeHours: runtimeHours(balanceMicros, burnMicros),
    minimumTopupCad: MINIMUM_TOPUP_CAD,
  };
}
