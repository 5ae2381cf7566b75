import { z } from 'zod';
import { BILLING_TIMEZONE } from '../billing/billing.ts';
import { MICROS_PER_CAD, type Micros } from '../values/money.ts';
import { NameText } from '../values/written-text.ts';

/** The backup option's monthly price, before tax: 9.99 CAD. */
export const BACKUP_MONTHLY_MICROS: Micros = (999n * MICROS_PER_CAD) / 100n;

/** The most manual backups of a server: a third is refused. */
export const MANUAL_BACKUPS_MAX = 2;

/** The most days that a backup is kept. */
export const BACKUP_DAYS_MAX = 7;

/** The hour before anyone has set one. */
export const DEFAULT_HOUR_LOCAL = 3;
export const DEFAULT_RETENTION = BACKUP_DAYS_MAX;

/** How far the caller's expected amount may differ from the real one, CAD. */
export const PRICE_TOLERANCE_CAD = 0.005;

export const BackupKind = z.enum(['automatic', 'manual']);
export type BackupKind = z.infer<typeof BackupKind>;

export const BackupStatus = z.enum(['creating', 'ready', 'failed', 'deleting']);
export type BackupStatus = z.infer<typeof BackupStatus>;

/**
 * Why a daily backup could not begin within its window: the server was busy or not running, there was no space for it, or Boreal was late.
 */
export const BackupMissedWhy = z.enum(['busy', 'down', 'no_room', 'late']);
export type BackupMissedWhy = z.infer<typeof BackupMissedWhy>;

const HourLocal = z.int().min(0).max(23);
const Retention = z.int().min(1).max(BACKUP_DAYS_MAX);
const BackupId = z.string().meta({ example: 'bkp_01kb3c9qj2v9x6t5r4e3w2q1az' });
const ServerId = z.string().meta({ example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' });

export const BackupOption = z
  .object({
    enabled: z.boolean(),
    hourLocal: HourLocal.meta({ description: 'Hour of the daily backup, Eastern time', example: 3 }),
    retention: Retention.meta({ description: 'Days that automatic backups are kept', example: 7 }),
    price: z.number().meta({ description: 'CAD a month', example: 9.99 }),
    billing: z.enum(['hourly', 'prepaid']).meta({ description: 'Pro rata with each billed hour, or with the paid period' }),
    currency: z.literal('CAD'),
    timezone: z.string().meta({ example: BILLING_TIMEZONE }),
    nextRunAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The next automatic backup; null while the option is off.', example: '2026-03-02T08:17:05.000Z' }),
    maxManual: z.int().meta({ description: 'Manual backups kept at the most', example: MANUAL_BACKUPS_MAX }),
  })
  .meta({ id: 'BackupOption' });
export type BackupOption = z.infer<typeof BackupOption>;

export const Backup = z
  .object({
    id: BackupId,
    kind: BackupKind,
    status: BackupStatus,
    date: z.iso.datetime().meta({ description: 'When it was begun; of one that could not begin in time, when it was due' }),
    size: z.number().nullable().meta({ description: 'GB; null until it is ready', example: 37.4 }),
    expiresAt: z.iso.datetime().meta({ description: 'Until when it is kept' }),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

/** Answer of GET /servers/{id}/backups. Newest first. */
export const Backups = z.object({ option: BackupOption, backups: z.array(Backup) }).meta({ id: 'Backups' });
export type Backups = z.infer<typeof Backups>;

/** Body of PUT /servers/{id}/backups: omitted fields keep their values. */
export const SetBackupOptionRequest = z
  .strictObject({
    enabled: z.boolean().optional().meta({ description: 'Turns the option on or off.', example: true }),
    hourLocal: HourLocal.optional().meta({ description: 'Hour of the daily backup, Eastern time.', example: 3 }),
    retention: Retention.optional().meta({ description: 'Days that automatic backups are kept.', example: 7 }),
    confirmDeleteBackups: z
      .boolean()
      .optional()
      .meta({ description: 'Must be true to turn the option off while backups exist: they are then deleted.', example: false }),
    expectedChargeCad: z.number().min(0).optional().meta({
      description: 'What the caller expects to be charged now; refused when it is another amount. 0 on hourly servers.',
      example: 0,
    }),
  })
  .meta({ id: 'SetBackupOptionRequest' });
export type SetBackupOptionRequest = z.infer<typeof SetBackupOptionRequest>;

export const BackupOptionSet = z
  .object({
    option: BackupOption,
    charge: z.object({
      amount: z.number().meta({ description: 'CAD taken from the credit now', example: 0 }),
      currency: z.literal('CAD'),
      transactionId: z.string().nullable().meta({ example: null }),
    }),
    deletedBackups: z.int().meta({ example: 0 }),
  })
  .meta({ id: 'BackupOptionSet' });
export type BackupOptionSet = z.infer<typeof BackupOptionSet>;

export const BackupStarted = z
  .object({
    id: BackupId,
    kind: BackupKind.meta({ example: 'manual' }),
    status: BackupStatus.meta({ example: 'creating' }),
    date: z.iso.datetime(),
  })
  .meta({ id: 'BackupStarted' });
export type BackupStarted = z.infer<typeof BackupStarted>;

export const BackupDeleted = z.object({ id: BackupId, status: z.literal('deleted') }).meta({ id: 'BackupDeleted' });
export type BackupDeleted = z.infer<typeof BackupDeleted>;

/** What restoring a backup to a new server would cost now, and whether it would be accepted. */
export const RestoreQuote = z
  .object({
    backupId: BackupId,
    productId: z.string().meta({ example: 'h100-sxm-x1' }),
    region: z.string().meta({ example: 'canada-montreal' }),
    hourlyRateCad: z.number().meta({ example: 3.99 }),
    requiredCredits: z.number().meta({ description: 'The first hour, CAD', example: 3.99 }),
    currentBalance: z.number().meta({ example: 42.1 }),
    available: z.boolean().meta({ description: 'The backup is ready and the plan is in stock' }),
    sufficient: z.boolean().meta({ description: 'The credit covers the first hour' }),
  })
  .meta({ id: 'RestoreQuote' });
export type RestoreQuote = z.infer<typeof RestoreQuote>;

/** Body of POST …/restore; may be omitted. */
export const RestoreBackupRequest = z
  .strictObject({
    name: NameText.optional().meta({ description: 'Made from the name of the original when omitted.', example: 'trainer-1-restored' }),
    expectedHourlyRateCad: z
      .number()
      .min(0)
      .optional()
      .meta({ description: 'The hourly rate the caller expects; refused when it is another.', example: 3.99 }),
  })
  .meta({ id: 'RestoreBackupRequest' });
export type RestoreBackupRequest = z.infer<typeof RestoreBackupRequest>;

export const BackupRestored = z
  .object({
    id: ServerId.meta({ description: 'The new server', example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: z.string().meta({ example: 'trainer-1-restored' }),
    status: z.string().meta({ example: 'PROVISIONING' }),
    gpu: z.string().meta({ example: '1× H100 SXM' }),
    backupId: BackupId,
    sourceServerId: ServerId,
  })
  .meta({ id: 'BackupRestored' });
export type BackupRestored = z.infer<typeof BackupRestored>;

/** What turning the option on charges at once: for a prepaid server, the rest of its paid term. */
export const BackupOptionQuote = z.object({
  charge: z.number().meta({ description: 'CAD; 0 where it is on, and on servers by the hour', example: 4.83 }),
  currency: z.literal('CAD'),
  until: z.iso.datetime().nullable().meta({ description: 'The end of what is paid for the server; null by the hour' }),
  quotedAt: z.iso.datetime(),
});
export type BackupOptionQuote = z.infer<typeof BackupOptionQuote>;
