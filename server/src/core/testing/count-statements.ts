import pg from 'pg';

/**
 * The number of statements this process sends to any database while `run` runs, including the beginning and the end of
 * transactions.
 */
export async function countStatements(run: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = [];
  const { prototype } = pg.Client;
  const plain = Object.getOwnPropertyDescriptor(prototype, 'query');
  if (typeof plain?.value !== 'function') throw new Error('the client has no method query');
  Object.defineProperty(prototype, 'query', {
    ...plain,
    value(this: unknown, ...given: readonly unknown[]): unknown {
      statements.push(textOf(given[0]));
      return Reflect.apply(plain.value, this, given);
    },
  });
  try {
    await run();
  } finally {
    Object.defineProperty(prototype, 'query', plain);
  }
  return statements;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '(no text)';
}
