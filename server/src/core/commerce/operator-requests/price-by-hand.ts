import type { OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { toCadRate } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import { setSavepoint } from '../../../db/savepoint.ts';
import { joining, type Ctx } from '../../ground/ctx.ts';
import { pricingOf } from '../../money/catalog/catalog.rules.ts';
import { findPlan } from '../../money/catalog/catalog.store.ts';
import type { Price } from '../../money/catalog/plan.ts';
import { comingListPrices, findPrice } from '../../money/prices/price-in-force.store.ts';
import { lockMomentOfPrice } from '../../money/prices/moment-of-price.ts';
import { latestPriceId, type PriceRow } from '../../money/prices/prices.store.ts';
import { checkNewPrice, setPrice, type NewPrice } from '../../money/prices/set-price.ts';
import { withdrawPrice } from '../../money/prices/withdraw-price.ts';
import { askSecond } from '../second-operator/ask-second.ts';
import { changesPriceTooMuch, type PriceChange } from './price-alone.ts';
import { pricingAt } from './pricing-at.ts';

/** The price that was set, or the request that another operator decides. */
export type PriceOutcome<P extends PriceRow = PriceRow> =
  | { readonly requestId: null; readonly price: P }
  | { readonly requestId: string; readonly price: null };

/** As setPrice; a price too far from what was paid waits for another operator instead. */
export function setPriceByHand(ctx: Ctx, input: NewPrice): Promise<PriceOutcome<Awaited<ReturnType<typeof setPrice>>>> {
  return ctx.transact(async (tx) => {
    const change = await checkNewPrice(tx, ctx, input);
    const { plan, accountId, validFrom, price } = change;
    const beside = accountId === null ? [] : await comingListPrices(tx, { planId: plan.id, accountId, after: validFrom });
    const tooMuch = await changesPriceTooMuch(tx, ctx, { ...change, beside });
    if (!tooMuch) return { requestId: null, price: await setPrice(joining(ctx, tx), input) };
    const { hourly, monthly, annual } = pricingOf(price);
    const asked = { planId: plan.id, accountId, validFrom: input.validFrom?.toISOString() ?? null };
    const before = await pricingAt(tx, { planId: plan.id, accountId, at: validFrom });
    return askForPrice(tx, ctx, { kind: 'price', ...asked, before, listComing: hoursOf(beside), hourly, monthly, annual });
  });
}

/** As withdrawPrice; likewise waits if the list price is far from the account's own. */
export function withdrawPriceByHand(
  ctx: Ctx,
  input: { planId: string; accountId: string; validFrom?: Date | undefined },
): Promise<PriceOutcome> {
  return ctx.transact(async (tx) => {
    const { planId, accountId } = input;
    const validFrom = await lockMomentOfPrice(tx, ctx, input.validFrom);
    const before = await pricingAt(tx, { planId, accountId, at: validFrom });
    const plan = await findPlan(tx, planId);
    const list = await findPrice(tx, { planId, accountId: null, at: validFrom });
    const coming = await comingListPrices(tx, { planId, accountId, after: validFrom });
    const tooMuch = plan !== null && list !== null && (await anyTooMuch(tx, ctx, [list, ...coming], { plan, accountId, validFrom }));
    // A request is carried out once too, to find out what would be wrong with it, and rolled back.
    const start = await setSavepoint(tx);
    const row = await withdrawPrice(joining(ctx, tx), input);
    if (!tooMuch) return { requestId: null, price: row };
    await start.rollBack();
    return askForPrice(tx, ctx, {
      kind: 'price_withdrawal',
      planId,
      accountId,
      validFrom: input.validFrom?.toISOString() ?? null,
      before,
      listThen: list && toCadRate(list.hourlyMicros),
      listComing: hoursOf(coming),
    });
  });
}

/** CAD per hour, in order. */
function hoursOf(prices: readonly Price[]): number[] {
  return prices.map(({ hourlyMicros }) => toCadRate(hourlyMicros));
}

async function anyTooMuch(tx: Tx, ctx: Ctx, prices: readonly Price[], of: Pick<PriceChange, 'plan' | 'accountId' | 'validFrom'>) {
  for (const price of prices) if (await changesPriceTooMuch(tx, ctx, { ...of, price, beside: [] })) return true;
  return false;
}

async function askForPrice(
  tx: Tx,
  ctx: Ctx,
  deed: Extract<OperatorDeed, { kind: 'price' | 'price_withdrawal' }>,
): Promise<{ requestId: string; price: null }> {
  const basis = await latestPriceId(tx, deed);
  return { requestId: await askSecond(tx, ctx, { deed, amountMicros: null, key: null, basis }), price: null };
}
