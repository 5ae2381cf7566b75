import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { findOpenPayment } from '../payments/payments.store.ts';
import { findOrderOfServer } from './orders.store.ts';

/** Throws while the card is being charged for a term of the server. The account is locked. @throws PAYMENT_IN_PROGRESS */
export async function requireNoOpenCharge(tx: Tx, server: { readonly id: string }): Promise<void> {
  const order = await findOrderOfServer(tx, server.id);
  const open = order && (await findOpenPayment(tx, order.id));
  if (open) throw new AppError('PAYMENT_IN_PROGRESS', { paymentId: open.id });
}
