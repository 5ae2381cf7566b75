import type { Tx } from '../../../db/connect.ts';
import type { OrderRow } from './orders.store.ts';
import { listTermsLeft } from '../payments/terms.store.ts';

/** When the paid terms of an order that are not over begin, and how many there are: the basis for prorating the backup option. */
export async function paidSpan(tx: Tx, { order, now }: { order: OrderRow; now: Date }): Promise<{ from: Date; terms: number }> {
  const terms = await listTermsLeft(tx, { orderId: order.id, now });
  return { from: terms[0]?.startsAt ?? now, terms: terms.length };
}
