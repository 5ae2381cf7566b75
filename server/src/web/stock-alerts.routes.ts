import * as rows from '@boreal/contract/endpoints/console/stock-alerts.ts';
import { listStockAlerts } from '../core/fleet/stock-alerts/list-stock-alerts.ts';
import { removeStockAlert } from '../core/fleet/stock-alerts/remove-stock-alert.ts';
import { setStockAlert } from '../core/fleet/stock-alerts/set-stock-alert.ts';
import { bind } from '../door/bind.ts';

/** Mail when a plan is in stock again. */
export const stockAlertsRoutes = bind(rows, {
  listStockAlerts: (ctx) => listStockAlerts(ctx),
  setStockAlert: (ctx, { body }) => setStockAlert(ctx, body),
  removeStockAlert: async (ctx, { params }) => {
    await removeStockAlert(ctx, params);
    return { id: params.alertId };
  },
});
