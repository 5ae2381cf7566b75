import { AppError } from '../../../kit/errors.ts';
import type { LockedAccount } from './locked-account.store.ts';

/** Throws for what a closed or suspended account may not do: spend, or start something. @throws ACCOUNT_CLOSED · ACCOUNT_SUSPENDED */
export function requireActive({ credit }: LockedAccount): void {
  if (credit.closedAt !== null) throw new AppError('ACCOUNT_CLOSED', {});
  if (credit.suspendedAt !== null) throw new AppError('ACCOUNT_SUSPENDED', {});
}
