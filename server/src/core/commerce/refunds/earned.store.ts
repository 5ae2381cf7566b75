import { sql } from 'kysely';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';

/**
 * How much of a payment's money is revenue: what its term cost, less what refunds took from revenue and did not return. The rest, and all
 * money that paid for no term, is the customer's credit, or gone.
 */
export async function readEarned(db: Sql | Tx, paymentId: string): Promise<Micros> {
  const { rows } = await sql<{ micros: bigint }>`
    select (t.plan_micros + t.backup_micros - coalesce((
      select sum(case when x.debit_account_id = 'revenue' then x.amount_micros else -x.amount_micros end)
      from payment_refunds r join transfers x on x.key in ('card-refund:' || r.id || ':earned', 'card-refund:' || r.id || ':undone:earned')
      where r.payment_id = t.payment_id
    ), 0))::bigint as micros
    from order_terms t where t.payment_id = ${paymentId}
  `.execute(db);
  return rows[0]?.micros ?? 0n;
}
