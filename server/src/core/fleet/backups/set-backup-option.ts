import { agentTools } from '@boreal/contract/agents/tools.ts';
import {
  BACKUP_MONTHLY_MICROS,
  DEFAULT_HOUR_LOCAL,
  DEFAULT_RETENTION,
  type BackupOptionSet,
  type SetBackupOptionRequest,
} from '@boreal/contract/servers/backups.ts';
import { toCad, type Micros } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import { requireAgentMay } from '../../money/agents/require-agent-may.ts';
import { countForAskingKey, requireWithinCaps } from '../../money/agents/require-within-caps.ts';
import { billingMonth, dateOf } from '../../ground/calendar.rules.ts';
import { requireSpendable } from '../../money/budgets/require-spendable.ts';
import { takeCredit } from '../../money/ledger/ledger.store.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { requireExpected } from '../../money/prices/require-expected.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { recordEvent } from '../servers/events/events.store.ts';
import { lockOwnServer, type ServerRow } from '../servers/servers.store.ts';
import { findOption, saveOption, type OptionRow } from './backup-options.store.ts';
import { chargeToTurnOn, optionKey } from './backup-price.rules.ts';
import { nextRunAt } from './backup-schedule.rules.ts';
import { toBackupOption } from './backup.rules.ts';
import { lastLocalDate, listBackups } from './backups.store.ts';
import { dropByStatus, dropOldest } from './drop-backups.store.ts';

/**
 * Turns the backup option on or off, or changes its hour or retention; omitted fields keep their values. An hourly server pays for it with
 * each hour; a prepaid server pays for the rest of its term now.
 * @throws NOT_FOUND · PRICE_CHANGED · CONFIRM_DELETE_BACKUPS_REQUIRED · OPERATION_IN_PROGRESS turning it off while a backup is being made ·
 * PAYMENT_IN_PROGRESS turning it on while a term is being paid · PERMISSION_DENIED an agent that may not delete would delete backups ·
 * BUDGET_CAP_REACHED · INSUFFICIENT_CREDITS
 */
export function setBackupOption(ctx: CustomerCtx, input: SetBackupOptionRequest & { serverId: string }): Promise<BackupOptionSet> {
  return ctx.transact(async (tx) => {
    // The meter reads the option: it bills an hour either before the change or after it.
    await shareMeterMark(tx);
    const account = await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    const now = ctx.clock.now();
    const before = await findOption(tx, server.id);
    const enabled = input.enabled ?? before?.enabled ?? false;
    const turnsOn = enabled && !before?.enabled;
    const turnsOff = !enabled && before?.enabled === true;
    // Otherwise the term being paid would include backups that its price did not.
    if (turnsOn) await ctx.prepaidTerms.requireNoOpenCharge(tx, server);
    const amountMicros = turnsOn
      ? chargeToTurnOn(server, { monthlyMicros: BACKUP_MONTHLY_MICROS, optionPaidUntil: before?.paidUntil ?? null, now })
      : 0n;
    requireExpected(input.expectedChargeCad, amountMicros);

    let deletedBackups = turnsOff ? await deleteBackups(tx, server, input.confirmDeleteBackups ?? false) : 0;
    const transactionId = amountMicros === 0n ? null : await charge(tx, ctx, account, { server, amountMicros });
    const option = await saveOption(tx, await wanted(tx, { server, before, input, enabled, turnsOn, now }));
    if (enabled) deletedBackups += await dropOldest(tx, { serverId: server.id, keep: option.retention });
    if (deletedBackups > 0) await requireAgentMay(tx, ctx, agentTools.svc_delete_server);
    await tell(tx, ctx, { server, before, option });
    const { hourLocal, retention } = option;
    const detail = { enabled, hourLocal, retention, chargedMicros: String(amountMicros), deletedBackups };
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'backup_option.set', target: server.id, detail });
    return {
      option: toBackupOption(option, server.billingCycle),
      charge: { amount: toCad(amountMicros), currency: 'CAD', transactionId },
      deletedBackups,
    };
  });
}

/** Turning the option off deletes the stored backups, so it requires a confirmation. */
async function deleteBackups(tx: Tx, server: ServerRow, confirmed: boolean): Promise<number> {
  if (server.task === 'backing_up') throw new AppError('OPERATION_IN_PROGRESS', { task: server.task, currentStatus: server.status });
  const kept = (await listBackups(tx, server.id)).filter((backup) => backup.status === 'ready').length;
  if (kept > 0 && !confirmed) throw new AppError('CONFIRM_DELETE_BACKUPS_REQUIRED', { backups: kept });
  await dropByStatus(tx, { serverId: server.id, status: 'failed' });
  return dropByStatus(tx, { serverId: server.id, status: 'ready' });
}

/** Charges for the rest of the paid term, once: the natural key is the server and the term's end. */
async function charge(
  tx: Tx,
  ctx: CustomerCtx,
  account: LockedAccount,
  { server, amountMicros }: { server: ServerRow; amountMicros: Micros },
): Promise<string> {
  const { paidUntil } = server;
  if (paidUntil === null) throw new Error(`${server.id} has no term whose rest could be charged`);
  const at = ctx.clock.now();
  await requireWithinCaps(tx, ctx, { serverId: server.id, spendMicros: amountMicros, hourlyMicros: null, at });
  await requireSpendable(tx, account, { serverId: null, amountMicros, forHour: false, at });
  const { transactionId } = await takeCredit(tx, ctx, account, {
    key: optionKey(server.id, paidUntil),
    type: 'backup',
    amountMicros,
    against: 'revenue',
    serverId: server.id,
    data: { of: 'backup_option', serverName: server.name, until: dateOf(paidUntil) },
  });
  await countForAskingKey(tx, ctx, { amountMicros, at });
  return transactionId;
}

interface Change {
  readonly server: ServerRow;
  readonly before: OptionRow | null;
  readonly input: SetBackupOptionRequest;
  readonly enabled: boolean;
  readonly turnsOn: boolean;
  readonly now: Date;
}

async function wanted(tx: Tx, { server, before, input, enabled, turnsOn, now }: Change) {
  const hourLocal = input.hourLocal ?? before?.hourLocal ?? DEFAULT_HOUR_LOCAL;
  const keepsTime = before?.nextRunAt != null && hourLocal === before.hourLocal;
  const next = keepsTime
    ? before.nextRunAt
    : nextRunAt({ serverId: server.id, hourLocal }, { after: now, lastDate: await lastLocalDate(tx, server.id) });
  return {
    serverId: server.id,
    accountId: server.accountId,
    enabled,
    hourLocal,
    retention: input.retention ?? before?.retention ?? DEFAULT_RETENTION,
    monthlyPriceMicros: turnsOn ? BACKUP_MONTHLY_MICROS : (before?.monthlyPriceMicros ?? BACKUP_MONTHLY_MICROS),
    monthStart: billingMonth(now).start,
    monthMicros: 0n,
    enabledAt: turnsOn ? now : enabled ? (before?.enabledAt ?? now) : null,
    paidUntil: turnsOn && server.billingCycle !== 'hourly' ? server.paidUntil : (before?.paidUntil ?? null),
    nextRunAt: enabled ? next : null,
    createdAt: now,
    updatedAt: now,
  };
}

async function tell(
  tx: Tx,
  ctx: CustomerCtx,
  { server, before, option }: { server: ServerRow; before: OptionRow | null; option: OptionRow },
): Promise<void> {
  const { hourLocal, retention } = option;
  const times = { hourLocal, retention };
  if (option.enabled && !before?.enabled) {
    await recordEvent(tx, ctx, { server, type: 'backup.option_enabled', data: times });
  } else if (!option.enabled && before?.enabled) {
    await recordEvent(tx, ctx, { server, type: 'backup.option_disabled' });
  } else if (before && (hourLocal !== before.hourLocal || retention !== before.retention)) {
    await recordEvent(tx, ctx, { server, type: 'backup.option_changed', data: times });
  }
}
