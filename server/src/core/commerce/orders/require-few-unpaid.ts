import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { listPaymentsThatHold } from '../payments/payments.store.ts';

/** For how many servers of an account GPUs may be held at once while their card is asked: nobody has paid for them. */
export const ORDERS_UNPAID_MAX = 3;

/**
 * A card that is never answered for would hold one place after another for nothing, until others find everything sold: for first orders,
 * and for lapsed servers that are renewed. The account is locked. @throws PAYMENT_IN_PROGRESS
 */
export async function requireFewUnpaid(tx: Tx, accountId: string): Promise<void> {
  const open = await listPaymentsThatHold(tx, accountId);
  const [oldest] = open;
  if (oldest && open.length >= ORDERS_UNPAID_MAX) throw new AppError('PAYMENT_IN_PROGRESS', { paymentId: oldest.id });
}
