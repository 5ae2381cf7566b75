import { BACKUP_MONTHLY_MICROS, MANUAL_BACKUPS_MAX, type BackupStarted } from '@boreal/contract/servers/backups.ts';
import { AppError } from '../../../../kit/errors.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { lockOwnServer, type ServerRow } from '../../servers/servers.store.ts';
import { findOption, type OptionRow } from '../../backups/backup-options.store.ts';
import { chargeToTurnOn } from '../../backups/backup-price.rules.ts';
import { requireAction } from '../../servers/server.rules.ts';
import { countManualBackups } from '../../backups/backups.store.ts';
import { startBackup } from './start-backup.ts';

/**
 * Begins a manual backup; it is ready when the server's task is done. Costs nothing beyond the option.
 * @throws NOT_FOUND · BACKUP_OPTION_DISABLED · OPERATION_IN_PROGRESS · INVALID_STATE · MANUAL_BACKUP_LIMIT · BACKUP_STORAGE_FULL ·
 *   PAYMENT_REQUIRED when the option of a prepaid server is not paid for the term it is in
 */
export function createBackup(ctx: CustomerCtx, input: { serverId: string }): Promise<BackupStarted> {
  return ctx.transact(async (tx) => {
    await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    const option = await findOption(tx, server.id);
    if (!option?.enabled) throw new AppError('BACKUP_OPTION_DISABLED', {});
    requireAction(server, 'backup');
    if ((await countManualBackups(tx, server.id)) >= MANUAL_BACKUPS_MAX)
      throw new AppError('MANUAL_BACKUP_LIMIT', { limit: MANUAL_BACKUPS_MAX });
    const now = ctx.clock.now();
    requirePaid(server, option, now);
    const started = await startBackup(tx, ctx, server, null);
    if (started === 'no room') throw new AppError('BACKUP_STORAGE_FULL', {});
    if (!started) throw new Error(`a manual backup of ${server.id} was refused as if it had a date`);
    await recordAudit(tx, ctx, {
      accountId: ctx.accountId,
      action: 'backup.created',
      target: started.id,
      detail: { serverId: server.id },
    });
    return { ...started, status: 'creating', date: now.toISOString() };
  });
}

function requirePaid(server: ServerRow, option: OptionRow, now: Date): void {
  if (server.billingCycle === 'hourly' || (option.paidUntil !== null && option.paidUntil > now)) return;
  const due = chargeToTurnOn(server, { monthlyMicros: option.monthlyPriceMicros, optionPaidUntil: option.paidUntil, now });
  const requiredMicros = due > 0n ? due : BACKUP_MONTHLY_MICROS;
  throw new AppError('PAYMENT_REQUIRED', { requiredMicros, missing: 'backups', serverId: server.id });
}
