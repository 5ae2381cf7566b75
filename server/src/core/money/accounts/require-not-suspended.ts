import { AppError } from '../../../kit/errors.ts';
import type { LockedAccount } from '../ledger/locked-account.store.ts';

/** Refuses what a suspended account may not do: spend, or start something. @throws ACCOUNT_SUSPENDED */
export function requireNotSuspended({ credit }: LockedAccount): void {
  if (credit.suspendedAt !== null) throw new AppError('ACCOUNT_SUSPENDED', {});
}
