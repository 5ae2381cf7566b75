import type { OrderQuoteRequest } from '@boreal/contract/billing/orders.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { findPlan } from '../../money/catalog/catalog.store.ts';
import { findPrice } from '../../money/prices/price-in-force.store.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';
import { taxFor, type Taxed } from '../../money/tax/tax-for.ts';
import { monthlyPrice, requireRenewable, termPrice } from './order.rules.ts';
import { findOrderOfServer } from './orders.store.ts';
import { renewalPrice } from './renewal-price.ts';

interface Asked {
  readonly accountId: string;
  readonly at: Date;
}

/** What the card would be charged for a prepaid server, with taxes. @throws NOT_FOUND · CYCLE_NOT_AVAILABLE */
export async function priceOfOrder(db: Sql | Tx, input: Asked & Pick<OrderQuoteRequest, 'productId' | 'cycle'>): Promise<Taxed> {
  const { accountId, at, productId, cycle } = input;
  const plan = await findPlan(db, productId);
  if (!plan) throw notFound('plan');
  const price = await findPrice(db, { planId: plan.id, accountId, at });
  if (price === null) throw new AppError('CYCLE_NOT_AVAILABLE', { productId });
  return taxFor(db, { accountId, netMicros: termPrice(monthlyPrice(plan, price, cycle), cycle), at });
}

/** What the card would be charged for one more term of a server. @throws NOT_FOUND · ORDER_NOT_RENEWABLE */
export async function priceOfRenewal(db: Sql | Tx, input: Asked & { serverId: string }): Promise<Taxed & { orderId: string }> {
  const { accountId, at, serverId } = input;
  const server = await findServer(db, serverId);
  if (!server || server.accountId !== accountId) throw notFound('server');
  const order = await findOrderOfServer(db, server.id);
  if (!order) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'hourly' });
  requireRenewable(order, server, at);
  const { planMicros, backupMicros } = await renewalPrice(db, order, at);
  return { ...(await taxFor(db, { accountId, netMicros: planMicros + backupMicros, at })), orderId: order.id };
}
