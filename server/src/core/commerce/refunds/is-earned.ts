import type { Sql, Tx } from '../../../db/connect.ts';
import { hasTerm } from '../payments/terms.store.ts';
import { hasReturnedToCredit } from './refunds.store.ts';

/**
 * Whether the money of a payment is in what the house has earned: it paid for a term. What has come back of a term that is never used is
 * the customer's credit, like all other money.
 */
export async function isEarned(db: Sql | Tx, paymentId: string): Promise<boolean> {
  return (await hasTerm(db, paymentId)) && !(await hasReturnedToCredit(db, paymentId));
}
