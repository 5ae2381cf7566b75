import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

/** Whether any row waits for a provider: nearly always none does, and then this is all that is asked every few seconds. */
export async function anythingDue(db: Sql, now: Date): Promise<boolean> {
  const waits = ['provider_events', 'payments', 'payment_refunds', 'cards'].map(
    (table) => sql`exists (select from ${sql.table(table)} where check_at <= ${now})`,
  );
  const { rows } = await sql<{ due: boolean }>`select ${sql.join(waits, sql` or `)} as due`.execute(db);
  return rows[0]?.due ?? false;
}
