import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { MICROS_PER_CAD } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { committedPrices } from '../catalog/catalog.rules.ts';
import { findPlan } from '../catalog/catalog.store.ts';
import { instantTaken, lockMomentOfPrice } from './moment-of-price.ts';
import { accountExists, insertPrice, type PriceWithAmounts } from './prices.store.ts';
import type { Plan, Price } from '../catalog/plan.ts';

/** More than this per hour or month is a typo. */
const PRICE_MAX_MICROS = 1_000_000n * MICROS_PER_CAD;

/** Prices are shown with at most four decimals. */
const PRICE_STEP_MICROS = 100n;

/** Prepaid terms are charged to a card, in whole cents only. */
const MICROS_PER_CENT = 10_000n;

export interface NewPrice {
  readonly planId: string;
  /** The account that it applies to; absent or null: the list price. */
  readonly accountId?: string | null | undefined;
  /** When it comes into force; absent: now. */
  readonly validFrom?: Date | undefined;
  readonly hourlyMicros: bigint;
  /** Absent: derived from the hourly price at the usual discount. An hourly-only plan has none. */
  readonly monthlyMicros?: bigint | undefined;
  readonly annualMicros?: bigint | undefined;
}

/**
 * Adds a dated price; it is in force until the next one of the same plan and account, or its withdrawal. Earlier prices and hours already
 * charged stay as they are, so it cannot be in the past. For operators.
 */
export function setPrice(ctx: Ctx, input: NewPrice): Promise<PriceWithAmounts> {
  return ctx.transact(async (tx) => {
    const { plan, accountId, validFrom, price } = await checkNewPrice(tx, ctx, input);
    const row = await insertPrice(tx, { planId: plan.id, accountId, validFrom, ...price, createdAt: ctx.clock.now() });
    if (!row) throw instantTaken();
    await recordAudit(tx, ctx, { accountId, action: 'price.set', target: plan.id, detail: detailOf({ ...row, ...price }) });
    return { ...row, ...price };
  });
}

export interface CheckedPrice {
  readonly plan: Plan;
  readonly accountId: string | null;
  readonly validFrom: Date;
  readonly price: Price;
}

/** What a new price would be, and from when. Blocks the meter until the commit. Throws as setPrice does. */
export async function checkNewPrice(tx: Tx, ctx: Ctx, input: NewPrice): Promise<CheckedPrice> {
  const validFrom = await lockMomentOfPrice(tx, ctx, input.validFrom);
  const plan = await findPlan(tx, input.planId);
  if (!plan) throw notFound('plan');
  const accountId = input.accountId ?? null;
  if (accountId !== null && !(await accountExists(tx, accountId))) throw notFound('account');
  return { plan, accountId, validFrom, price: priceFor(plan, input) };
}

function detailOf(row: PriceWithAmounts): Record<string, string | null> {
  const text = (micros: bigint | null) => (micros === null ? null : String(micros));
  return {
    validFrom: row.validFrom.toISOString(),
    hourlyMicros: text(row.hourlyMicros),
    monthlyMicros: text(row.monthlyMicros),
    annualMicros: text(row.annualMicros),
  };
}

function priceFor(plan: Plan, input: NewPrice): Price {
  const { hourlyMicros } = input;
  if (plan.hourlyOnly) refuseCommitted(plan, input);
  requireSensible('hourlyMicros', hourlyMicros);
  if (plan.hourlyOnly) return { hourlyMicros, monthlyMicros: null, annualMicros: null };
  const usual = committedPrices(hourlyMicros);
  const monthlyMicros = input.monthlyMicros ?? usual.monthlyMicros;
  const annualMicros = input.annualMicros ?? usual.annualMicros;
  requireSensible('monthlyMicros', monthlyMicros);
  requireSensible('annualMicros', annualMicros);
  requireWholeCents('monthlyMicros', monthlyMicros);
  requireWholeCents('annualMicros', annualMicros);
  return { hourlyMicros, monthlyMicros, annualMicros };
}

function refuseCommitted(plan: Plan, input: NewPrice): void {
  for (const path of ['monthlyMicros', 'annualMicros'] as const) {
    if (input[path] !== undefined) throw invalidRequest(path, catalogSentences.hourOnly(plan.id));
  }
}

function requireSensible(path: string, micros: bigint): void {
  if (micros <= 0n || micros > PRICE_MAX_MICROS) throw invalidRequest(path, catalogSentences.priceOutOfRange);
  if (micros % PRICE_STEP_MICROS !== 0n) throw invalidRequest(path, catalogSentences.priceTooFine);
}

function requireWholeCents(path: string, micros: bigint): void {
  if (micros % MICROS_PER_CENT !== 0n) throw invalidRequest(path, catalogSentences.priceInWholeCents);
}
