import {
  BACKUP_DAYS_MAX,
  BACKUP_MONTHLY_MICROS,
  DEFAULT_HOUR_LOCAL,
  DEFAULT_RETENTION,
  MANUAL_BACKUPS_MAX,
  type Backup,
  type BackupOption,
} from '@boreal/contract/servers/backups.ts';
import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { BillingCycle } from '@boreal/contract/shop/catalog.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { addLocalDays } from './backup-schedule.rules.ts';
import type { BackupRow } from './backups.store.ts';
import type { OptionRow } from './backup-options.store.ts';

/** How many times in a row the engine may fail a call for a backup before we give up; meanwhile the server can do nothing else. */
export const BACKUP_ATTEMPTS = 6;

/** A server's option as the API shows it; `row` is null if nobody has set it yet. */
export function toBackupOption(row: OptionRow | null, billingCycle: BillingCycle): BackupOption {
  return {
    enabled: row?.enabled ?? false,
    hourLocal: row?.hourLocal ?? DEFAULT_HOUR_LOCAL,
    retention: row?.retention ?? DEFAULT_RETENTION,
    price: toCad(row?.enabled ? row.monthlyPriceMicros : BACKUP_MONTHLY_MICROS),
    billing: billingCycle === 'hourly' ? 'hourly' : 'prepaid',
    currency: 'CAD',
    timezone: BILLING_TIMEZONE,
    nextRunAt: row?.nextRunAt?.toISOString() ?? null,
    maxManual: MANUAL_BACKUPS_MAX,
  };
}

/** When a backup expires: an automatic one after the days of retention, a manual one after the longest retention that can be set. */
export function expiresAt(backup: Pick<BackupRow, 'kind' | 'createdAt'>, retention: number): Date {
  return addLocalDays(backup.createdAt, backup.kind === 'automatic' ? retention : BACKUP_DAYS_MAX);
}

export function toBackup(row: BackupRow & { status: Backup['status'] }, retention: number): Backup {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    date: row.createdAt.toISOString(),
    size: row.sizeGb,
    expiresAt: expiresAt(row, retention).toISOString(),
  };
}
