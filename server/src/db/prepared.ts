import { sql } from 'kysely';
import pg from 'pg';

const MARK = '/* prepared */';

/**
 * Begins or ends (`modifyEnd`) a statement whose plan each connection keeps: for one that takes longer to plan than to run and whose text
 * never varies, because a connection keeps every plan. It must name its result columns: with a `*`, a column added by a migration would
 * make it fail in processes of the previous version.
 */
export const prepared = sql.raw(MARK);

/** Names of statements, by text. */
const names = new Map<string, string>();

/** Gives statements that begin or end with `prepared` a name, by which Postgres recognises them; Kysely cannot. */
export function nameStatements(client: pg.ClientBase): void {
  Object.defineProperty(client, 'query', {
    writable: true,
    value: (...given: readonly unknown[]): unknown => {
      const [text, values] = given;
      const named = typeof text === 'string' && isMarked(text) ? [{ name: nameOf(text), text, values }] : given;
      return Reflect.apply(pg.Client.prototype.query, client, named);
    },
  });
}

function isMarked(text: string): boolean {
  return text.endsWith(MARK) || text.trimStart().startsWith(MARK);
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared-${names.size + 1}`;
  names.set(text, name);
  return name;
}
