import type pg from 'pg';

/** Only single statements can be prepared, and these are the ones that take planning. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;

/**
 * Has a pool's connections plan each statement once. A history asks the same few hundred statements thousands of times, of
 * tables with a handful of rows: planning them anew each time took two thirds of Postgres' time.
 */
export async function keepPrepared(pool: pg.Pool): Promise<void> {
  const always = 'plan_cache_mode = force_generic_plan';
  await pool.query(`do $$ begin execute format('alter database %I set ${always}', current_database()); end $$; set ${always}`);
  const names = new Map<string, string>();
  const known = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query: (text: unknown, ...rest: unknown[]) => {
        if (typeof text !== 'string' || !PLANNED.test(text)) return query(text, ...rest);
        const name = names.get(text) ?? `torture_${names.size}`;
        names.set(text, name);
        const [values, ...callback] = Array.isArray(rest[0]) ? rest : [[], ...rest];
        return query({ name, text, values }, ...callback);
      },
    });
  });
}
