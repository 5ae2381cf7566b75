import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './connect.ts';

const MARK = '/* prepared */';

/**
 * Begins a statement whose plan each connection keeps: for one that takes longer to plan than to run, and whose text is the same
 * whatever it is about, because a connection forgets none.
 */
export const prepared = sql.raw(MARK);

/**
 * From here to the transaction's end, the plan that a connection has is used. Left to itself, Postgres makes a new one for the values
 * at hand when it expects that to run faster, and expects planning to take far less than it does.
 */
export async function keepPlans(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}

/** Names of statements, by text. */
const names = new Map<string, string>();

/** Gives statements that begin with `prepared` the name by which Postgres knows them again, which Kysely cannot. */
export function nameStatements(client: pg.ClientBase): void {
  Object.defineProperty(client, 'query', {
    value: (...given: readonly unknown[]): unknown => {
      const [text, values] = given;
      const named = typeof text === 'string' && text.trimStart().startsWith(MARK) ? [{ name: nameOf(text), text, values }] : given;
      return Reflect.apply(pg.Client.prototype.query, client, named);
    },
  });
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return name;
}
