import type { BackupOptionSet, SetBackupOptionRequest } from '@boreal/contract/servers/backups.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { findOption } from './backup-options.store.ts';
import { setBackupOption } from './set-backup-option.ts';

/**
 * Changes the backup option as `setBackupOption` does, but never turns it on: that costs money, and an agent must agree to the price first.
 * Returns null, without a change, if it would have turned the option on. Turning the option off waits for the account's lock, so an option
 * that is on here stays on until the change is made.
 */
export function changeBackupOption(
  ctx: CustomerCtx,
  input: SetBackupOptionRequest & { serverId: string },
): Promise<BackupOptionSet | null> {
  return ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    await lockAccount(tx, ctx.accountId);
    if (input.enabled === true && !(await findOption(tx, input.serverId))?.enabled) return null;
    return setBackupOption(joining(ctx, tx), input);
  });
}
