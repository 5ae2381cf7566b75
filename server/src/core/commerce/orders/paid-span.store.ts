import type { Tx } from '../../../db/connect.ts';
import type { OrderRow } from './orders.store.ts';
import { listTermsLeft } from '../payments/terms.store.ts';

/** From when the terms of an order that are paid and not over count, and how many they are: what the backup option is prorated over. */
export async function paidSpan(tx: Tx, { order, now }: { order: OrderRow; now: Date }): Promise<{ from: Date; terms: number }> {
  const terms = await listTermsLeft(tx, { orderId: order.id, now });
  return { from: terms[0]?.startsAt ?? now, terms: terms.length };
}
