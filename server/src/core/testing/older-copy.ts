import type { TestDatabase } from '../../db/testing.ts';

/**
 * Copies all of Boreal's own rows, as a backup of the database would, and restores them. The engine's machines, which are in a schema of
 * their own, stay as they are, as real machines would.
 */
export async function takeCopy({ pool }: Pick<TestDatabase, 'pool'>): Promise<{ restore(): Promise<void> }> {
  const tables = await namesOf(pool, `relkind in ('r', 'p') and not relispartition`);
  const sequences = await namesOf(pool, `relkind = 'S'`);
  await pool.query('drop schema if exists older_copy cascade; create schema older_copy');
  for (const name of tables) await pool.query(`create table older_copy.${name} as table public.${name}`);
  const lasts = new Map<string, { last: string; called: boolean }>();
  for (const name of sequences) {
    const { rows } = await pool.query(`select last_value::text as last, is_called as called from ${name}`);
    lasts.set(name, rows[0]);
  }
  return {
    async restore() {
      const client = await pool.connect();
      try {
        // The rows were valid when they were copied: no trigger may prevent writing them back.
        await client.query(`begin; set local session_replication_role = replica`);
        await client.query(`truncate ${tables.join(', ')}`);
        for (const name of tables) {
          const { rows } = await client.query(
            `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
             where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
            [`public.${name}`],
          );
          const { columns } = rows[0];
          await client.query(`insert into ${name} (${columns}) overriding system value select ${columns} from older_copy.${name}`);
        }
        for (const [name, { last, called }] of lasts) await client.query('select setval($1, $2, $3)', [name, last, called]);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  };
}

async function namesOf(pool: TestDatabase['pool'], which: string): Promise<string[]> {
  const { rows } = await pool.query(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and ${which} order by 1`,
  );
  return rows.map(({ name }: { name: string }) => name);
}
