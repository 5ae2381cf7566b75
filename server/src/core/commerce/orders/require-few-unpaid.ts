import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { listPaymentsThatHold } from '../payments/payments.store.ts';

/** For how many servers of an account GPUs may be held at the same time while their cards are charged: nobody has paid for them yet. */
export const ORDERS_UNPAID_MAX = 3;

/**
 * Limits unpaid orders. Otherwise a card that never gets an answer could hold one place after another for free, until others find
 * everything sold out. For first orders, and for renewals of lapsed servers. The account is locked. @throws PAYMENT_IN_PROGRESS
 */
export async function requireFewUnpaid(tx: Tx, accountId: string): Promise<void> {
  const open = await listPaymentsThatHold(tx, accountId);
  const [oldest] = open;
  if (oldest && open.length >= ORDERS_UNPAID_MAX) throw new AppError('PAYMENT_IN_PROGRESS', { paymentId: oldest.id });
}
