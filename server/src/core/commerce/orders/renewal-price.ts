import { toCad, type Micros } from '@boreal/contract/values/money.ts';
import type { AutoRenewalQuote, RenewalQuote } from '@boreal/contract/billing/orders.ts';
import { cycleMonths } from '@boreal/contract/billing/orders.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { findOption } from '../../fleet/backups/backup-options.store.ts';
import { requirePlan } from '../../money/catalog/require-plan.ts';
import { requirePrice } from '../../money/prices/require-price.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findServer, type ServerRow } from '../../fleet/servers/servers.store.ts';
import type { Period } from '../../ground/calendar.rules.ts';
import { toCard } from '../cards/card.rules.ts';
import { findCardToCharge } from '../cards/cards.store.ts';
import { toTaxLine } from '../../money/tax/tax.rules.ts';
import { taxFor } from '../../money/tax/tax-for.ts';
import { firstRenewalTry, monthlyPrice, requireRenewable, termPeriod, termPrice } from './order.rules.ts';
import { findOrder, type OrderRow } from './orders.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** Micro-CAD for one more term: the plan at the price in force, and the backup option if it is on. */
export interface RenewalPrice {
  readonly monthlyMicros: Micros;
  readonly planMicros: Micros;
  readonly backupMicros: Micros;
}

/**
 * What one more term of an order costs, now or at a future time according to scheduled prices. @throws CYCLE_NOT_AVAILABLE the plan is no
 * longer sold in this cycle
 */
export async function renewalPrice(db: Sql | Tx, order: OrderRow, at: Date): Promise<RenewalPrice> {
  const plan = await requirePlan(db, order.planId);
  const price = await requirePrice(db, { planId: plan.id, accountId: order.accountId, at });
  const monthlyMicros = monthlyPrice(plan, price, order.cycle);
  const option = await findOption(db, order.serverId);
  const backupMicros = option?.enabled ? option.monthlyPriceMicros * BigInt(cycleMonths[order.cycle]) : 0n;
  return { monthlyMicros, planMicros: termPrice(monthlyMicros, order.cycle), backupMicros };
}

/** The same with taxes: what the card would be charged. */
export async function renewalTotal(db: Sql | Tx, order: OrderRow, at: Date): Promise<Micros> {
  return withTaxes(db, order, { price: await renewalPrice(db, order, at), at });
}

/** @throws INVALID_REQUEST no address determines the taxes */
export async function withTaxes(db: Sql | Tx, { accountId }: OrderRow, of: { price: RenewalPrice; at: Date }): Promise<Micros> {
  const { planMicros, backupMicros } = of.price;
  return (await taxFor(db, { accountId, netMicros: planMicros + backupMicros, at: of.at })).totalMicros;
}

/** The term that a renewal now would pay for: after the current one, or from now if that is over. */
export function renewedPeriod(order: OrderRow, now: Date): Period & { anchorAt: Date; anchorTerm: number; number: number } {
  const number = order.termNumber + 1;
  const goesOn = order.status === 'active' && order.anchorAt !== null && order.anchorTerm !== null;
  const anchor = goesOn
    ? { anchorAt: order.anchorAt ?? now, anchorTerm: order.anchorTerm ?? number }
    : { anchorAt: now, anchorTerm: number };
  return { ...anchor, number, ...termPeriod({ cycle: order.cycle, ...anchor }, number) };
}

/** What renewing an order would cost now, with taxes. Charges nothing. @throws NOT_FOUND · ORDER_NOT_RENEWABLE */
export async function quoteRenewal(ctx: CustomerCtx, input: { orderId: string }): Promise<RenewalQuote> {
  const { order, server, now } = await readOrder(ctx, input);
  requireRenewable(order, server, now);
  const hasCard = (await findCardToCharge(ctx.db.sql, { accountId: ctx.accountId })) !== null;
  return { ...(await quoteTerm(ctx, { order, server, now, chargedAt: now })), hasCard };
}

/**
 * What automatic renewal would charge next, and when, if it were on; also if the next term is paid already. Charges nothing.
 * @throws NOT_FOUND · ORDER_NOT_RENEWABLE
 */
export async function quoteAutoRenewal(ctx: CustomerCtx, input: { orderId: string }): Promise<AutoRenewalQuote> {
  const { order, server, now } = await readOrder(ctx, input);
  if (order.canceledAt !== null) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'canceled' });
  const chargedAt = order.status === 'active' && order.termEnd !== null ? firstRenewalTry(order.termEnd, now) : null;
  if (chargedAt === null) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'never paid' });
  const card = await findCardToCharge(ctx.db.sql, { accountId: ctx.accountId });
  return { ...(await quoteTerm(ctx, { order, server, now, chargedAt })), chargedAt: chargedAt.toISOString(), card: card && toCard(card) };
}

interface OrderNow {
  readonly order: OrderRow;
  readonly server: ServerRow;
  readonly now: Date;
}

async function readOrder(ctx: CustomerCtx, { orderId }: { orderId: string }): Promise<OrderNow> {
  const db = ctx.db.sql;
  await requireRole(db, ctx, 'billing.read');
  const order = await findOrder(db, orderId);
  if (!order || order.accountId !== ctx.accountId) throw notFound('order');
  const server = await findServer(db, order.serverId);
  if (!server) throw notFound('server');
  return { order, server, now: ctx.clock.now() };
}

async function quoteTerm(ctx: CustomerCtx, of: OrderNow & { chargedAt: Date }): Promise<Omit<RenewalQuote, 'hasCard'>> {
  const { order, server, now, chargedAt: at } = of;
  const db = ctx.db.sql;
  const price = await renewalPrice(db, order, at);
  const taxed = await taxFor(db, { accountId: ctx.accountId, netMicros: price.planMicros + price.backupMicros, at });
  const period = renewedPeriod(order, now);
  return {
    orderId: order.id,
    serverName: server.name,
    cycle: order.cycle,
    plan: toCad(price.planMicros),
    backups: toCad(price.backupMicros),
    taxes: taxed.taxes.map(toTaxLine),
    total: toCad(taxed.totalMicros),
    currency: 'CAD',
    periodStart: period.start.toISOString(),
    periodEnd: period.end.toISOString(),
    quotedAt: now.toISOString(),
  };
}
