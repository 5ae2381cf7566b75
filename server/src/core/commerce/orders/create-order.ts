import type { CreateOrderRequest } from '@boreal/contract/billing/orders.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { requireSellable } from '../../fleet/lifecycle/create/require-sellable.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { checkReferences, madeUpName } from '../../fleet/servers/descriptions/check-references.ts';
import { holdServer } from '../../fleet/lifecycle/create/hold-server.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { beginPayment } from '../payments/begin-payment.ts';
import { requireExpected } from '../../money/prices/require-expected.ts';
import { findPaymentByKey } from '../payments/payments.store.ts';
import { monthlyPrice, termPrice } from './order.rules.ts';
import { findOrder, insertOrder } from './orders.store.ts';
import { requireFewUnpaid } from './require-few-unpaid.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

export interface OrderBegun {
  readonly orderId: string;
  readonly serverId: string;
  readonly paymentId: string;
}

/**
 * Orders a prepaid server: reserves its GPUs, stores the intent to charge the card, and wakes the worker that calls the provider. The
 * machine is made once the card is charged; if it is declined, the GPUs are freed and the server is gone. `key` identifies the order: the
 * same key returns the same order.
 * @throws INVALID_REQUEST unknown plan or key, no address to tax · CYCLE_NOT_AVAILABLE · PAYMENT_REQUIRED there is no card · NOT_FOUND the
 * named card does not exist · PAYMENT_IN_PROGRESS too many others wait for their card · PRICE_CHANGED · PLAN_NOT_AVAILABLE ·
 * IDEMPOTENCY_CONFLICT
 */
export function createOrder(ctx: CustomerCtx, input: CreateOrderRequest & { key?: string; present?: boolean }): Promise<OrderBegun> {
  const key = `order:${input.key ?? newId('order', ctx.clock.now())}`;
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    await requireRole(tx, ctx, 'servers.write');
    const { accountId } = ctx;
    const { cycle } = input;
    const { plan, imageId, publicKey, region } = await checkReferences(tx, ctx, input);
    const account = await lockAccount(tx, accountId);
    const earlier = await sameOrder(tx, ctx, { key, input });
    if (earlier) return earlier;
    await requireFewUnpaid(tx, accountId);
    const { price } = await requireSellable(tx, ctx, { plan, region, engine: null });
    const monthlyMicros = monthlyPrice(plan, price, cycle);
    const netMicros = termPrice(monthlyMicros, cycle);
    const now = ctx.clock.now();
    const orderId = newId('order', now);
    const name = input.name ?? madeUpName(plan, ctx.random);
    let payment = { id: '' };
    const server = await holdServer(tx, ctx, {
      plan,
      region,
      cycle,
      committedMicros: monthlyMicros,
      name,
      imageId,
      sshKeyId: input.sshKeyId,
      publicKey,
      // Before the GPUs, so that an order without a card does not wait for them.
      pay: async (serverId) => {
        await insertOrder(tx, {
          id: orderId,
          accountId,
          serverId,
          planId: plan.id,
          cycle,
          status: 'pending',
          autoRenew: input.autoRenew,
          canceledAt: null,
          anchorAt: null,
          anchorTerm: null,
          termNumber: 0,
          termStart: null,
          termEnd: null,
          renewAt: null,
          toldTerm: 0,
          createdAt: now,
          updatedAt: now,
        });
        const { cardId, present } = input;
        const begun = await beginPayment(tx, ctx, account, { key, purpose: 'order', netMicros, cardId, orderId, present });
        requireExpected(input.expectedTotalCad, begun.totalMicros);
        payment = begun;
      },
    });
    const detail = { productId: plan.id, cycle, serverId: server.id, netMicros: String(netMicros), autoRenew: input.autoRenew };
    await recordAudit(tx, ctx, { accountId, action: 'order.created', target: orderId, detail });
    return { orderId, serverId: server.id, paymentId: payment.id };
  });
}

async function sameOrder(tx: Tx, ctx: CustomerCtx, asked: { key: string; input: CreateOrderRequest }): Promise<OrderBegun | null> {
  const payment = await findPaymentByKey(tx, { accountId: ctx.accountId, key: asked.key });
  if (!payment || payment.orderId === null) return null;
  const order = await findOrder(tx, payment.orderId);
  if (!order) return null;
  if (order.planId !== asked.input.productId || order.cycle !== asked.input.cycle) throw new AppError('IDEMPOTENCY_CONFLICT', {});
  return { orderId: order.id, serverId: order.serverId, paymentId: payment.id };
}
