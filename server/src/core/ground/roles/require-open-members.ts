import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { isClosed, lockAccountRow } from './roles.store.ts';

/**
 * Refuses to let anybody or anything into a closed account. Waits for a closing that is under way, and a later one waits for the
 * caller's transaction: so it ends whatever way in was made before it. @throws ACCOUNT_CLOSED
 */
export async function requireOpenMembers(tx: Tx, accountId: string): Promise<void> {
  await lockAccountRow(tx, accountId);
  if (await isClosed(tx, accountId)) throw new AppError('ACCOUNT_CLOSED', {});
}
