import { refundReasons } from '@boreal/contract/refund-reasons.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ctx.ts';
import { findPayment } from '../payments/payments.store.ts';
import { refundRest } from '../refunds/begin-refund.ts';
import { changeOrder, findOrderOfServer, lockOrder } from './orders.store.ts';
import { listTermsLeft } from './terms.store.ts';

/**
 * Ends the order of a server that is deleted, or that could not be provisioned; nothing on an hourly one. A started term
 * is not refunded; one whose server never came up goes back to the card. A charge under way is given back when it succeeds.
 * The account is locked; the server's row may be.
 */
export async function endOrder(tx: Tx, ctx: Ctx, server: { id: string; firstActiveAt: Date | null }): Promise<void> {
  const found = await findOrderOfServer(tx, server.id);
  const order = found && (await lockOrder(tx, found.id));
  if (!order || order.status === 'failed') return;
  const now = ctx.clock.now();
  const status = order.status === 'pending' ? 'failed' : 'ended';
  await changeOrder(tx, { orderId: order.id, at: now, change: { status, autoRenew: false, renewAt: null } });
  if (server.firstActiveAt !== null) return;
  for (const term of await listTermsLeft(tx, { orderId: order.id, now })) {
    const payment = await findPayment(tx, term.paymentId);
    if (payment) await refundRest(tx, ctx, { payment, reason: refundReasons.neverCameUp.en });
  }
}
