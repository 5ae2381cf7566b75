import type pg from 'pg';

/** Names of statements, by text: the same on each connection. */
const names = new Map<string, string>();

/** The same database, whose connections plan prepared statements once, for any values. */
export function withKeptPlans(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c plan_cache_mode=force_generic_plan');
  return url.toString();
}

/**
 * Makes a new connection prepare every statement that has values. By default Postgres plans nearly all of them each time, which takes
 * longer than running them on a test's few rows.
 */
export function keepEveryPlan(client: pg.ClientBase): void {
  const { query } = client;
  Object.defineProperty(client, 'query', {
    writable: true,
    value: (...given: readonly unknown[]): unknown => {
      const [text, values, ...more] = given;
      const named = typeof text === 'string' && Array.isArray(values) && values.length > 0 && more.length === 0;
      return Reflect.apply(query, client, named ? [{ name: nameOf(text), text, values }] : given);
    },
  });
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept-${names.size + 1}`;
  names.set(text, name);
  return name;
}
