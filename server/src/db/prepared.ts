import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

/**
 * Begins a statement whose plan each connection keeps: for one that takes longer to plan than to run, and whose text is the same
 * whatever it is about, because a connection forgets none.
 */
export const prepared = sql.raw(MARK);

/** Names of statements, by text. */
const names = new Map<string, string>();

/** Gives statements that begin with `prepared` the name by which Postgres knows them again, which Kysely cannot. */
export function nameStatements(client: pg.ClientBase): void {
  Object.defineProperty(client, 'query', {
    writable: true,
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
