import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { PRETENDS, type ProviderName } from '../../../payments/port.ts';

/**
 * Whether any row waits for this provider, or for a simulated one. Nearly always none does, and then this is the only query every few
 * seconds.
 */
export async function anythingDue(db: Sql, { now, provider }: { now: Date; provider: ProviderName }): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from provider_events where check_at <= ${now} and provider = ${provider})
      or exists (select from payments where check_at <= ${now} and (provider in (${provider}, ${PRETENDS}) or ref is null))
      or exists (
        select from payment_refunds r join payments p on p.id = r.payment_id where r.check_at <= ${now} and p.provider in (${provider}, ${PRETENDS})
      )
      or exists (select from cards where check_at <= ${now} and provider = ${provider}) as due
  `.execute(db);
  return rows[0]?.due ?? false;
}
