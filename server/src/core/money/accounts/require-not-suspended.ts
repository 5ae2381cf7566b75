import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { lockCreditRow } from '../ledger/ledger.store.ts';

/** Refuses what a suspended account may not do: spend, or start something. Takes the account's lock. @throws ACCOUNT_SUSPENDED */
export async function requireNotSuspended(tx: Tx, accountId: string): Promise<void> {
  const { suspendedAt } = await lockCreditRow(tx, accountId);
  if (suspendedAt !== null) throw new AppError('ACCOUNT_SUSPENDED', {});
}
