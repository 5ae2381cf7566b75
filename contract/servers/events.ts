import { z } from 'zod';
import { BackupKind, BackupMissedWhy } from './backups.ts';
import { BillingCycle } from '../shop/catalog.ts';
import { Ethertype, FirewallDirection, FirewallProtocol } from './firewall.ts';

/** An amount of micro-CAD as a decimal text, because JSON has no integers of that size. */
const Micros = z.string().regex(/^\d+$/);
const Nothing = z.object({});
const Backup = z.object({ backupId: z.string() });
const BackupTimes = z.object({ hourLocal: z.int(), retention: z.int() });

/** A firewall rule as the machine has it. `portMin` and `portMax` are null for every port, and for icmp, which has none. */
const FirewallRuleFacts = z.object({
  direction: FirewallDirection,
  protocol: FirewallProtocol,
  ethertype: Ethertype,
  cidr: z.string(),
  portMin: z.int().nullable(),
  portMax: z.int().nullable(),
});
export type FirewallRuleFacts = Readonly<z.infer<typeof FirewallRuleFacts>>;

/** The refund when, after a restore of the database, the server was found to have ended, or been hibernated, since the copy. */
const Settled = z.object({ hours: z.int(), refundedMicros: Micros });

/** Why Boreal gave up on a server. */
export const GiveUpReason = z.enum(['BOOT_FAILED', 'NO_CAPACITY', 'DEADLINE_PASSED', 'MACHINE_LOST', 'HOST_LOST']);
export type GiveUpReason = z.infer<typeof GiveUpReason>;

/** Why a server is not launched although its card was, or should have been, charged. */
export const DropReason = z.enum(['CARD_DECLINED', 'ACCOUNT_SUSPENDED', 'HOST_DRAINED']);
export type DropReason = z.infer<typeof DropReason>;

/** Why the next hour or term of a server is not paid. */
export const HibernationReason = z.enum([
  'ACCOUNT_SUSPENDED',
  'CREDIT_EXHAUSTED',
  'BUDGET_CAP_REACHED',
  'KEY_CAP_REACHED',
  'NO_PRICE',
  'TERM_ENDED',
  'ORDER_CANCELED',
]);
export type HibernationReason = z.infer<typeof HibernationReason>;

/**
 * What can happen to a server, with the data to describe it: an activity log line is a type and this data, without text. Old lines must
 * stay readable: a shape may gain optional fields, but never loses one. `reason`: the line's own reason.
 */
export const serverEventShapes = {
  /** `ordered`: its card was charged. `sourceName`: the name of the server that was backed up. */
  'server.create_requested': z.discriminatedUnion('by', [
    z.object({ by: z.literal('deployment'), gpu: z.string() }),
    z.object({ by: z.literal('restore'), backupId: z.string(), sourceName: z.string() }),
    z.object({ by: z.literal('order') }),
  ]),
  'server.order_requested': z.object({ gpu: z.string() }),
  'server.order_failed': z.object({ reason: DropReason }),
  'server.active': Nothing,
  'server.stopped': Nothing,
  'server.hibernated': Nothing,
  /**
   * `was`: what it was doing when Boreal gave up on it. A server that was being deployed has never run. `alternatives`: if there was no
   * room, the plans that could be deployed then, cheapest first.
   */
  'server.error': z.object({
    reason: GiveUpReason,
    was: z.enum(['deploying', 'in_use', 'moving']),
    billingCycle: BillingCycle,
    alternatives: z.array(z.string()).optional(),
  }),
  /** `backMicros`: what is refunded to the card, taxes included. */
  'server.deleted': z.object({ backMicros: Micros, settled: Settled.optional() }),
  'server.start_requested': Nothing,
  /** `operatorsReason`: as written by the operator who stopped it without its owner. */
  'server.stop_requested': z.object({ operatorsReason: z.string().optional() }),
  'server.reboot_requested': Nothing,
  /** `reason`: null if someone requested it; `operatorsReason`: if that was an operator, without its owner. */
  'server.hibernate_requested': z.object({
    reason: HibernationReason.nullable(),
    settled: Settled.optional(),
    operatorsReason: z.string().optional(),
  }),
  /** `paidBy`: the hour or term already paid, a new first hour, or the renewal of its term. */
  'server.restore_requested': z.object({ paidBy: z.enum(['hour', 'term', 'new_hour', 'renewal']) }),
  'server.restore_failed': z.object({ reason: GiveUpReason }),
  'server.powered_off': Nothing,
  /** The GPUs or the host on which it was to start failed. */
  'server.placed_again': Nothing,
  'server.moving': z.object({ how: z.enum(['off', 'restart', 'restart_with_refund']) }),
  /**
   * `operatorsReason`: as the operator wrote it; null when on-demand customers need the GPUs. `firstHour`: all of it was refunded.
   * `byItsOwner`: an on-demand server of the same account needs them.
   */
  'server.preempted': z.object({
    operatorsReason: z.string().nullable(),
    refundedMicros: Micros,
    firstHour: z.boolean(),
    keptSystemDisk: z.boolean(),
    byItsOwner: z.literal(true).optional(),
  }),
  /** The records were restored from a copy without this server. `from`: since when its hours are charged; null: it was hibernated. */
  'server.adopted': z.object({ from: z.iso.datetime().nullable(), hours: z.int(), chargedMicros: Micros }),
  'server.console_link_made': Nothing,
  'server.console_opened': Nothing,
  'server.renamed': z.object({ from: z.string(), to: z.string() }),
  'order.canceled': z.object({ termEnd: z.iso.datetime() }),
  /** `hours`: of runtime, at the current rate. */
  'credit.low': z.object({ hours: z.int() }),
  'backup.started': Backup.extend({ kind: BackupKind }),
  'backup.ready': Backup,
  'backup.failed': Backup.extend({ kind: BackupKind }),
  /** `date`: the day without a backup, Eastern time. Without `why`: recorded by an earlier version. */
  'backup.missed': z.object({ date: z.iso.date(), why: BackupMissedWhy.optional() }),
  'backup.deleted': Backup,
  'backup.option_enabled': BackupTimes,
  'backup.option_disabled': Nothing,
  'backup.option_changed': BackupTimes,
  'firewall.rule_added': z.object({ rule: FirewallRuleFacts }),
  'firewall.rule_deleted': z.object({ rule: FirewallRuleFacts }),
} as const satisfies Record<string, z.ZodType>;

/** Clients will meet new types as Boreal evolves. */
export const ServerEventType = z.keyof(z.object(serverEventShapes));
export type ServerEventType = z.infer<typeof ServerEventType>;
export type ServerEventData = { readonly [T in ServerEventType]: Readonly<z.infer<(typeof serverEventShapes)[T]>> };

/** An event's type with its data. A reason that the data contains is nowhere else. */
export type ServerEventFacts = {
  [T in ServerEventType]: { readonly type: T } & (ServerEventData[T] extends Readonly<z.infer<typeof Nothing>>
    ? { readonly data?: never }
    : { readonly data: ServerEventData[T] }) &
    (ServerEventData[T] extends { readonly reason: string | null } ? { readonly reason?: never } : unknown);
}[ServerEventType];
