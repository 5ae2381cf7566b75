import { cycleMonths } from '@boreal/contract/billing/orders.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { priceAt, wasInForce } from '../prices/price-in-force.store.ts';
import { cad, SHOWN, type Found } from './owed.store.ts';

/** The price of a term, computed from a row `term` with its cycle and a row `price`. */
const COST = sql`case term.cycle when 'annual' then price.annual_micros * ${sql.lit(cycleMonths.annual)}
  else price.monthly_micros * ${sql.lit(cycleMonths.monthly)} end`;

/**
 * Compares prepaid terms with prices: each costs what was in force when its charge began, or a moment before, because the sale reads the
 * price before it stores the charge. An automatic renewal may cost what was in force when its customer was told of it, in the week before
 * the end of the term.
 */
export async function findTermsAtAnotherPrice(tx: Tx, slackMs: number): Promise<Found> {
  const { rows } = await sql<Found>`
    with term as (
      select t.order_id, t.number, t.plan_micros, o.account_id, o.plan_id, o.cycle, p.created_at,
        case when p.key like 'auto-renewal:%' then interval '7 days' else interval '0' end as told_before
      from order_terms t join orders o on o.id = t.order_id join payments p on p.id = t.payment_id
    ),
    wrong as (
      select term.order_id, term.number, term.plan_micros, ${COST} as owed_micros
      from term left join lateral ${priceAt({ row: 'term', at: sql`term.created_at` })} price on true
      where term.plan_micros is distinct from ${COST} and not ${wasInForce({
        row: 'term',
        rate: sql`term.plan_micros`,
        from: sql`term.created_at - term.told_before - ${slackMs} * interval '1 millisecond'`,
        to: sql`term.created_at`,
        paid: COST,
      })}
      order by term.order_id, term.number limit ${SHOWN}
    )
    select (select count(*) from order_terms) as checked, (
      select array_agg(order_id || ' ' || number || ' ' || ${cad(sql`plan_micros`)} || ' ≠ ' || coalesce(${cad(sql`owed_micros`)}, '?')
        order by order_id, number) from wrong
    ) as broken
  `.execute(tx);
  return rows[0] ?? { checked: 0n, broken: null };
}
