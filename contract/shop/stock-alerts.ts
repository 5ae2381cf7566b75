import { z } from 'zod';
import { RegionId } from '../servers/servers.ts';

/** The most stock alerts of one person, across all their accounts. */
export const STOCK_ALERTS_MAX = 20;
/** Days after which an unmet alert is deleted. */
export const STOCK_ALERT_DAYS = 90;

/** A person's request for one mail when a sold-out plan is in stock again. */
export const StockAlert = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  region: z.string(),
  createdAt: z.iso.datetime(),
});
export type StockAlert = z.infer<typeof StockAlert>;

/** Without a region, the default one is used. */
export const SetStockAlertRequest = z.strictObject({ productId: z.string().min(1).max(100), region: RegionId.optional() });
export type SetStockAlertRequest = z.infer<typeof SetStockAlertRequest>;

/** The token of a mail's link that stops all of a person's stock alerts. */
export const StopStockAlertsRequest = z.strictObject({ token: z.string().min(1).max(1000) });
