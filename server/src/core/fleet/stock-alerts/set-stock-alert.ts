import { STOCK_ALERTS_MAX, type SetStockAlertRequest, type StockAlert } from '@boreal/contract/shop/stock-alerts.ts';
import { stockAlertSentences } from '@boreal/contract/request-sentences/stock-alerts.sentences.ts';
import { serverSentences } from '@boreal/contract/request-sentences/servers.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireOpenMembers } from '../../ground/roles/require-open-members.ts';
import { requireRegion } from '../../money/catalog/regions/require-region.ts';
import { listGpuPlans } from '../availability/list-gpu-plans.ts';
import { countStockAlerts, findStockAlert, insertStockAlert, lockPerson, type StockAlertRow } from './stock-alerts.store.ts';

/**
 * Mails the person, once, when a sold-out plan is in stock again. A repeated request keeps the same alert and its place in the queue.
 * @throws INVALID_REQUEST no such plan or region; it is not sold out; the person has too many · ACCOUNT_CLOSED
 */
export async function setStockAlert(ctx: CustomerCtx, input: SetStockAlertRequest): Promise<StockAlert> {
  const userId = personOf(ctx);
  const { id: region } = await requireRegion(ctx.db.sql, input.region);
  const plan = (await listGpuPlans(ctx, { region })).find(({ id }) => id === input.productId);
  if (!plan) throw invalidRequest('productId', serverSentences.noSuchPlan);
  if (plan.eligibility === 'deployable') throw invalidRequest('productId', stockAlertSentences.inStock);
  if (plan.eligibility !== 'out_of_stock') throw invalidRequest('productId', stockAlertSentences.notSold);
  const of = { userId, accountId: ctx.accountId, planId: plan.id, region };
  const row = await ctx.transact(async (tx) => {
    await requireOpenMembers(tx, ctx.accountId);
    await lockPerson(tx, userId);
    const known = await findStockAlert(tx, of);
    if (known) return known;
    if ((await countStockAlerts(tx, userId)) >= STOCK_ALERTS_MAX) throw invalidRequest('productId', stockAlertSentences.tooMany);
    const now = ctx.clock.now();
    const made: StockAlertRow = { id: newId('stockAlert', now), ...of, createdAt: now };
    await insertStockAlert(tx, made);
    await recordAudit(tx, ctx, {
      accountId: ctx.accountId,
      action: 'stock_alert.set',
      target: made.id,
      detail: { productId: plan.id, region },
    });
    return made;
  });
  return tellStockAlert(row, plan.name);
}

/** A key has no person to mail. @throws NOT_FOUND */
export function personOf({ actor }: CustomerCtx): string {
  if (actor.type !== 'user' || actor.id === null) throw notFound('page');
  return actor.id;
}

export function tellStockAlert({ id, planId, region, createdAt }: StockAlertRow, name: string): StockAlert {
  return { id, productId: planId, name, region, createdAt: createdAt.toISOString() };
}
