import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { countOwners } from './members.store.ts';

/** Throws if the person is an account's only owner. Its members are locked. @throws LAST_OWNER */
export async function requireOtherOwner(tx: Tx, accountId: string): Promise<void> {
  if ((await countOwners(tx, accountId)) < 2) throw new AppError('LAST_OWNER', {});
}
