import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { isClosed, lockAccountRow } from './roles.store.ts';

/**
 * Throws if the account is closed, so that nobody and nothing new gets in. Waits for a closing in progress; a later one waits for the
 * caller's transaction, and so ends any access granted before it. @throws ACCOUNT_CLOSED
 */
export async function requireOpenMembers(tx: Tx, accountId: string): Promise<void> {
  await lockAccountRow(tx, accountId);
  if (await isClosed(tx, accountId)) throw new AppError('ACCOUNT_CLOSED', {});
}
