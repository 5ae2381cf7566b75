import type { BackupOptionSet, SetBackupOptionRequest } from '@boreal/contract/servers/backups.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { findOption } from './backup-options.store.ts';
import { setBackupOption } from './set-backup-option.ts';

/**
 * Changes the backup option as `setBackupOption` does, but never turns it on: that has a price, which an agent must agree to first.
 * Null when it would have turned it on; then nothing has changed. Turning it off waits for the account's lock, so what is on here
 * stays on until the change is made.
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
