import { z } from 'zod';
import { RegionId } from '../servers/servers.ts';

/** The most stock alerts of one person, in all their accounts. */
export const STOCK_ALERTS_MAX = 20;
/** Days after which one that was never met is forgotten. */
export const STOCK_ALERT_DAYS = 90;

/** A person's request to be told by mail, once, when a plan that is sold out is in stock again. */
export const StockAlert = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  region: z.string(),
  createdAt: z.iso.datetime(),
});
export type StockAlert = z.infer<typeof StockAlert>;

/** Without a region, the default one is meant. */
export const SetStockAlertRequest = z.strictObject({ productId: z.string().min(1).max(100), region: RegionId.optional() });
export type SetStockAlertRequest = z.infer<typeof SetStockAlertRequest>;

/** The token of the link in a mail that stops all of a person's stock alerts. */
export const StopStockAlertsRequest = z.strictObject({ token: z.string().min(1).max(1000) });
