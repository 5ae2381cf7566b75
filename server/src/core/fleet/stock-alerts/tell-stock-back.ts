import { Language } from '@boreal/contract/words/language.ts';
import { STOCK_ALERT_DAYS } from '@boreal/contract/shop/stock-alerts.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { signStopLink } from '../../ground/links/stop-link.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { planName } from '../../money/catalog/catalog.rules.ts';
import { listPlans } from '../../money/catalog/catalog.store.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import { placesFor } from '../capacity/capacity.rules.ts';
import { stockByModel } from '../capacity/places/stock.store.ts';
import { deleteStockAlertsBefore, deleteTold, selectAwaited, takeWaiting, type Awaited } from './stock-alerts.store.ts';
import { forgetUnawaited, lockReturn, markTold, seeInStock, seeSoldOut } from './stock-returns.store.ts';

/** How long a plan must be in stock without interruption: GPUs that come and go should not send mail. */
const STEADY_MS = 10 * MINUTE_MS;
/** The pause between two batches, so that those already told can deploy first. */
const PAUSE_MS = 15 * MINUTE_MS;
/** How many people are told for each server that could be deployed now: not all of them still want one. */
const PEOPLE_PER_PLACE = 3;
const BATCH_MAX = 50;

/**
 * Mails the people with alerts for plans that are steadily in stock again, first come, first served. Returns how many. Safe with any number
 * of workers.
 */
export async function tellStockBack(ctx: Ctx): Promise<number> {
  const db = ctx.db.sql;
  const now = ctx.clock.now();
  await deleteStockAlertsBefore(db, addMs(now, -STOCK_ALERT_DAYS * DAY_MS));
  await forgetUnawaited(db);
  const awaited = await selectAwaited(db);
  if (awaited.length === 0) return 0;
  const plans = new Map((await listPlans(db)).map((plan) => [plan.id, plan]));
  let told = 0;
  for (const [region, those] of Map.groupBy(awaited, (one) => one.region)) {
    const stock = await stockByModel(db, { region });
    for (const one of those) {
      const plan = plans.get(one.planId);
      const places = plan?.purchasable && plan.autoProvisioning ? placesFor(stock, plan) : 0;
      if (plan === undefined || places === 0) await seeSoldOut(db, one);
      else if (addMs(await seeInStock(db, { ...one, at: now }), STEADY_MS) <= now) told += await tellSome(ctx, { ...one, plan, places });
    }
  }
  return told;
}

function tellSome(ctx: Ctx, { plan, places, ...one }: Awaited & { plan: Plan; places: number }): Promise<number> {
  const now = ctx.clock.now();
  return ctx.transact(async (tx) => {
    const seen = await lockReturn(tx, one);
    // Another worker was faster, or the plan has sold out since.
    if (seen === null || (seen.toldAt !== null && addMs(seen.toldAt, PAUSE_MS) > now)) return 0;
    const people = await takeWaiting(tx, { ...one, at: now, limit: Math.min(places * PEOPLE_PER_PLACE, BATCH_MAX) });
    for (const { userId, accountId, email, name, language } of people) {
      await recordNotice(tx, ctx, {
        accountId,
        kind: 'stock_back',
        serverId: null,
        data: { planId: plan.id, planName: planName(plan), region: one.region },
        to: { email, name, language: Language.parse(language) },
        secret: await signStopLink(tx, ctx, { for: 'stop stock alerts', userId }),
      });
    }
    await deleteTold(
      tx,
      people.map(({ id }) => id),
    );
    if (people.length > 0) await markTold(tx, { ...one, at: now });
    return people.length;
  });
}
