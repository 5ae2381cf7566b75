import { stockAlertSentences } from '@boreal/contract/request-sentences/stock-alerts.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { readStopLink } from '../../ground/links/stop-link.ts';
import { personOf } from './set-stock-alert.ts';
import { deleteStockAlert, deleteStockAlertsOf } from './stock-alerts.store.ts';

/** Ends one of the person's stock alerts. @throws NOT_FOUND */
export async function removeStockAlert(ctx: CustomerCtx, { alertId }: { alertId: string }): Promise<void> {
  const userId = personOf(ctx);
  await ctx.transact(async (tx) => {
    const row = await deleteStockAlert(tx, { id: alertId, userId, accountId: ctx.accountId });
    if (!row) throw notFound('stock alert');
    const detail = { productId: row.planId, region: row.region };
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'stock_alert.removed', target: alertId, detail });
  });
}

/** Ends all of a person's stock alerts; anyone with the link from their mail may do so. Returns how many there were. */
export function stopStockAlertsOf(ctx: Ctx, userId: string): Promise<{ stopped: number }> {
  return ctx.transact(async (tx) => {
    const stopped = await deleteStockAlertsOf(tx, userId);
    if (stopped > 0) await recordAudit(tx, ctx, { accountId: null, action: 'stock_alert.removed', target: userId, detail: { stopped } });
    return { stopped };
  });
}

/**
 * The same by the token of a link, which can be opened repeatedly: for the console's page, which older mails link to.
 * @throws INVALID_REQUEST the link is not ours, or too old
 */
export async function stopStockAlerts(ctx: Ctx, { token }: { token: string }): Promise<{ stopped: number }> {
  const link = await readStopLink(ctx, token);
  if (link.for !== 'stop stock alerts') throw invalidRequest('token', stockAlertSentences.linkNotValid);
  return stopStockAlertsOf(ctx, link.userId);
}
