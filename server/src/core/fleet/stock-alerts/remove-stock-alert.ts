import { stockAlertSentences } from '@boreal/contract/request-sentences/stock-alerts.sentences.ts';
import { z } from 'zod';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { readLink } from '../../ground/links/signed-link.ts';
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

/** What the link in a mail is for. */
const StopLink = z.object({ for: z.literal('stop stock alerts'), userId: z.string() });
export const stopContent = (userId: string): z.infer<typeof StopLink> => ({ for: 'stop stock alerts', userId });

/**
 * Ends all of a person's stock alerts, by the link in a mail; it works as often as it is opened. Returns how many there were.
 * @throws INVALID_REQUEST the link is not ours, or too old
 */
export async function stopStockAlerts(ctx: Ctx, { token }: { token: string }): Promise<{ stopped: number }> {
  const link = StopLink.safeParse(await readLink(ctx.db.sql, { token, now: ctx.clock.wall() }));
  if (!link.success) throw invalidRequest('token', stockAlertSentences.linkNotValid);
  const { userId } = link.data;
  return ctx.transact(async (tx) => {
    const stopped = await deleteStockAlertsOf(tx, userId);
    if (stopped > 0) await recordAudit(tx, ctx, { accountId: null, action: 'stock_alert.removed', target: userId, detail: { stopped } });
    return { stopped };
  });
}
