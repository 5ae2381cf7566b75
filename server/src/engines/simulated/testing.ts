import { testDatabase } from '../../db/testing.ts';
import type { Query } from './schema.ts';

export interface EngineDatabase {
  readonly query: Query;
  close(): Promise<void>;
}

/** A database of the test's own, as the engine sees it. */
export async function openTestDatabase(): Promise<EngineDatabase> {
  const db = await testDatabase();
  return {
    query: async <R>(sql: string, params?: readonly unknown[]) => {
      const result = await db.pool.query(sql, params && [...params]);
      const rows: readonly R[] = result.rows;
      return rows;
    },
    close: db.close,
  };
}
