import { sql } from 'kysely';
import type { Tx } from './connect.ts';

/** Sets a savepoint in a transaction; `rollBack` undoes everything after it and releases the locks taken since. */
export async function setSavepoint(tx: Tx): Promise<{ rollBack(): Promise<void> }> {
  await sql`savepoint here`.execute(tx);
  return {
    rollBack: async () => {
      await sql`rollback to savepoint here`.execute(tx);
    },
  };
}
