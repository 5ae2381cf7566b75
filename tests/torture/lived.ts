import type { TestDatabase } from '../../server/src/db/testing.ts';

/** How often something happened, over many histories. */
export type Lived = Map<string, number>;

/** Counts what a history has lived through: a torture in which nothing happens proves nothing. */
export async function noteLived(seen: Lived, db: TestDatabase): Promise<void> {
  const { rows } = await db.pool.query<{ what: string; often: number }>(`
    select type || coalesce(' ' || reason, '') as what, count(*)::int as often from server_events group by 1
    union all select 'hours billed', count(*)::int from usage_hours
    union all select 'hours given back: ' || reason, count(*)::int from usage_refunds group by reason
    union all select 'payments ' || status, count(*)::int from payments group by status
    union all select 'refunds to cards ' || status, count(*)::int from payment_refunds group by status
    union all select 'terms', count(*)::int from order_terms
    union all select 'backups ' || status, count(*)::int from backups group by status`);
  for (const { what, often } of rows) seen.set(what, (seen.get(what) ?? 0) + often);
}

export function lived(seen: Lived): string {
  return [...seen]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, often]) => `  ${String(often).padStart(8)}  ${what}`)
    .join('\n');
}
