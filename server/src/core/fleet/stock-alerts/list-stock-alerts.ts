import type { StockAlert } from '@boreal/contract/shop/stock-alerts.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { planName } from '../../money/catalog/catalog.rules.ts';
import { listEveryPlan } from '../../money/catalog/catalog.store.ts';
import { personOf, tellStockAlert } from './set-stock-alert.ts';
import { selectStockAlerts } from './stock-alerts.store.ts';

/** The person's stock alerts in the account, oldest first. */
export async function listStockAlerts(ctx: CustomerCtx): Promise<StockAlert[]> {
  const rows = await selectStockAlerts(ctx.db.sql, { userId: personOf(ctx), accountId: ctx.accountId });
  if (rows.length === 0) return [];
  const names = new Map((await listEveryPlan(ctx.db.sql)).map((plan) => [plan.id, planName(plan)]));
  return rows.map((row) => tellStockAlert(row, names.get(row.planId) ?? row.planId));
}
