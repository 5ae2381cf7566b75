import type { TestDatabase } from '../../server/src/db/testing.ts';

const SCHEMAS = "('public', 'simulated_engine', 'sandbox_payments')";

/**
 * Remembers what a database holds now, and brings it back to that: histories follow each other in one database, each in
 * the same world, in a fraction of the time that a new one takes. Only tests may: triggers that keep rows as they are sleep.
 */
export async function rewindable(db: TestDatabase): Promise<() => Promise<void>> {
  await db.pool.query('create schema torture_first');
  const { rows: tables } = await db.pool.query<{ name: string; plain: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name, format('torture_first.%I', n.nspname || '_' || c.relname) as plain
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p') and not c.relispartition
    order by 1`);
  const steps = ['set local session_replication_role = replica', 'delete from graphile_worker._private_jobs'];
  for (const { name, plain } of tables) {
    steps.push(`delete from ${name}`);
    const { rowCount } = await db.pool.query(`select from ${name} limit 1`);
    if (rowCount === 0) continue;
    await db.pool.query(`create table ${plain} as table ${name}`);
    const { rows: columns } = await db.pool.query<{ names: string }>(
      `select string_agg(format('%I', attname), ', ' order by attnum) as names from pg_attribute
       where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
    const names = columns[0]?.names ?? '';
    steps.push(`insert into ${name} (${names}) overriding system value select ${names} from ${plain}`);
  }
  const script = `begin; ${steps.join('; ')}; commit`;
  return async () => {
    await db.pool.query(script);
  };
}
