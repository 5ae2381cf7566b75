import { HOURS_PER_MONTH, MINIMUM_TOPUP_CAD, type DeployQuote } from '@boreal/contract/billing/billing.ts';
import type { AccountAction, ErrorCode } from '@boreal/contract/errors/errors.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { toCad, toCadBalance, toCadDue, toCadOrNull } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../../kit/errors.ts';
import { accountAction } from '../../../ground/account-action.rules.ts';
import { capReached, spentAt } from '../../../money/ledger/spending.rules.ts';
import { readCreditRow } from '../../../money/ledger/ledger.store.ts';
import { readBurnRate, runtimeHours } from '../../../money/credit/burn-rate.store.ts';
import { listGpuPlans } from '../../availability/list-gpu-plans.ts';
import { requireRegion } from '../../../money/catalog/regions/require-region.ts';
import { findPrice } from '../../../money/prices/price-in-force.store.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';

/** What deploying a plan would cost this account now and whether it would be accepted. Creates nothing. */
export async function quoteDeployment(
  ctx: CustomerCtx,
  input: { productId: string; region?: string | undefined },
  door: { siteUrl: string; locale: Locale },
): Promise<DeployQuote> {
  const db = ctx.db.sql;
  const now = ctx.clock.now();
  const { id: region } = await requireRegion(db, input.region);
  const plan = (await listGpuPlans(ctx, { region })).find((candidate) => candidate.id === input.productId);
  if (!plan) throw notFound('plan');
  const price = plan.pricing === null ? null : await findPrice(db, { planId: plan.id, accountId: ctx.accountId, at: now });
  const hourlyMicros = price?.hourlyMicros ?? null;
  const account = await readCreditRow(db, ctx.accountId);
  const { balanceMicros } = account;
  const spent = spentAt(account, now);
  const wouldExceed = hourlyMicros !== null && capReached(account, hourlyMicros, now) !== null;
  const burnMicros = await readBurnRate(db, { accountId: ctx.accountId, at: now });
  const sufficient = hourlyMicros !== null && balanceMicros >= hourlyMicros;
  const reasons: ErrorCode[] = [];
  if (account.closedAt !== null) reasons.push('ACCOUNT_CLOSED');
  if (account.suspendedAt !== null) reasons.push('ACCOUNT_SUSPENDED');
  if (wouldExceed) reasons.push('BUDGET_CAP_REACHED');
  if (hourlyMicros !== null && !sufficient) reasons.push('INSUFFICIENT_CREDITS');
  if (plan.eligibility !== 'deployable') reasons.push('PLAN_NOT_AVAILABLE');

  return {
    productId: plan.id,
    name: plan.name,
    region,
    spot: plan.spot,
    currency: 'CAD',
    billingCycle: 'hourly',
    eligibility: plan.eligibility,
    deployable: reasons.length === 0,
    reasons,
    pricing: plan.pricing,
    requiredCredits: hourlyMicros === null ? null : toCadDue(hourlyMicros),
    currentBalance: toCadBalance(balanceMicros),
    sufficient,
    shortfall: hourlyMicros === null || sufficient ? 0 : toCadDue(hourlyMicros - balanceMicros),
    minimumTopupCad: MINIMUM_TOPUP_CAD,
    firstCharge: hourlyMicros === null ? null : { amount: toCad(hourlyMicros), covers: 'first hour', when: 'at creation' },
    estimatedRuntimeHours: hourlyMicros === null ? null : runtimeHours(balanceMicros, burnMicros + hourlyMicros),
    estimatedMonthlyCost: hourlyMicros === null ? null : toCad(hourlyMicros * BigInt(HOURS_PER_MONTH)),
    budget: {
      accountMonthlyLimit: toCadOrNull(account.monthLimitMicros),
      accountMonthlySpent: toCad(spent.monthMicros),
      accountDailyLimit: toCadOrNull(account.dayLimitMicros),
      accountDailySpent: toCad(spent.dayMicros),
      wouldExceed,
    },
    quotedAt: now.toISOString(),
    accountAction: actionFor({ wouldExceed, sufficient, hourlyMicros }, door),
  };
}

/** What a person would have to do first; null if nothing, or if no payment would help. */
function actionFor(
  quote: { wouldExceed: boolean; sufficient: boolean; hourlyMicros: bigint | null },
  door: { siteUrl: string; locale: Locale },
): AccountAction | null {
  if (quote.hourlyMicros === null || (quote.sufficient && !quote.wouldExceed)) return null;
  const code = quote.wouldExceed ? 'BUDGET_CAP_REACHED' : 'PAYMENT_REQUIRED';
  return accountAction({ code, ...door, hourMicros: quote.hourlyMicros });
}
