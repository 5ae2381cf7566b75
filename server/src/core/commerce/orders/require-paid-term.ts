import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { findOrderOfServer } from './orders.store.ts';
import { renewalPrice } from './renewal-price.ts';
import type { ServerRow } from '../../fleet/servers/servers.store.ts';

type PrepaidServer = Pick<ServerRow, 'id' | 'billingCycle' | 'paidUntil'>;

/**
 * 402 for a prepaid server whose term is over: it runs again once renewed, unless its order was cancelled. Hourly servers pay by the hour.
 */
export async function requirePaidTerm(tx: Tx, server: PrepaidServer, now: Date): Promise<void> {
  if (server.billingCycle === 'hourly' || (server.paidUntil !== null && server.paidUntil > now)) return;
  const order = await findOrderOfServer(tx, server.id);
  if (!order) return;
  const { planMicros, backupMicros } = await renewalPrice(tx, order, now);
  const requiredMicros = planMicros + backupMicros;
  if (order.canceledAt !== null) throw new AppError('PAYMENT_REQUIRED', { requiredMicros, missing: 'canceled term', serverId: server.id });
  throw new AppError('PAYMENT_REQUIRED', { requiredMicros, missing: 'term', orderId: order.id });
}
