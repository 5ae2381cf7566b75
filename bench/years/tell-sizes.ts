import type { Database } from '../../server/src/db/connect.ts';
import type { Years } from './fill-years.ts';

const GB = 1e9;
const HOURS_A_YEAR = 8766;

/** The size of the tables, and their size had the whole fleet run for all the months. */
export async function tellSizes(db: Database, { servers, months, hours }: Years & { hours: number }): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ name: string; rows: string; bytes: string; indexes: string }>(`
    select coalesce(parent.relname, c.relname) as name, sum(c.reltuples) as rows, sum(pg_total_relation_size(c.oid)) as bytes,
      sum(pg_indexes_size(c.oid)) as indexes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by 1 order by 3 desc limit 6`);
  const all = (servers * HOURS_A_YEAR * months) / 12;
  return [
    `${hours.toLocaleString('en-CA')} hours; ${servers.toLocaleString('en-CA')} servers over ${months} months have ${(all / 1e6).toFixed(0)} million`,
    ...rows.map(({ name, rows: count, bytes, indexes }) => {
      const each = Number(count) > 0 ? Number(bytes) / Number(count) : 0;
      const grown =
        name === 'usage_hours' || name === 'transfers' ? `; of all the hours ${((Number(bytes) / hours) * (all / GB)).toFixed(0)} GB` : '';
      const parts = `${(Number(bytes) / GB).toFixed(2)} GB (${(Number(indexes) / GB).toFixed(2)} of indexes)`;
      return `${name}: ${Number(count).toLocaleString('en-CA')} rows, ${parts}, ${each.toFixed(0)} bytes a row${grown}`;
    }),
  ];
}
