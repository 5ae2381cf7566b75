import { z } from 'zod';
import { BackupMissedWhy } from '../servers/backups.ts';
import { MemberRole } from '../people/members.ts';
import { OperatorDeed } from '../operator/deeds.ts';
import type { OperatorPermission } from '../operator/roles.ts';
import { OperatorServerAction } from '../operator/server-action.ts';
import { IncidentImpact, IncidentKind, IncidentState, StatusComponent } from '../fleet/incidents.ts';
import { DeclineReason, PaymentPurpose } from '../billing/payments.ts';

/** An amount of micro-CAD as a decimal text, because JSON has no integers of that size. */
const Micros = z.string().regex(/^-?\d+$/);
const Time = z.iso.datetime();
const InBoth = z.object({ en: z.string(), fr: z.string() });

/** For notices that may concern several servers of an account at once: the first server, and the others reported with it. */
const gathered = <S extends z.ZodRawShape>(one: z.ZodObject<S>) => one.extend({ others: z.array(one).optional() });
const Server = z.object({ serverName: z.string() });

/** Why automatic renewal of a term failed: the card's reason, or why no charge could or should be attempted. */
export const RenewalProblem = z.enum([...DeclineReason.options, 'no_card', 'no_address', 'not_sold', 'suspended', 'server_error']);
export type RenewalProblem = z.infer<typeof RenewalProblem>;

/** A change to how a person can sign in. Each is mailed to them, because someone else may have made it. */
export const AccessChange = z.enum([
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_renewed',
  'password_changed',
  'rest_key_created',
  'mcp_key_created',
  'mcp_key_changed',
  'member_invited',
  'member_role_changed',
  'member_removed',
  'own_role_changed',
  'removed_from_account',
  'account_left',
  'made_operator',
  'operator_role_changed',
  'operator_removed',
  'operator_set',
  'data_exported',
]);
export type AccessChange = z.infer<typeof AccessChange>;

/** What somebody else may do to a person's access, and says so in their own name. */
export const doneByOthers: readonly AccessChange[] = ['own_role_changed', 'removed_from_account'];

/**
 * What people learn by mail, and the data of each notice. A notice is recorded in the transaction that makes it true and worded when it is
 * sent. Secrets are not data: a link's token travels beside the notice and is erased once sent.
 */
export const noticeShapes = {
  /** `autoReload`: a reload follows before the credit runs out, if the card works. */
  low_credit: z.object({ hours: z.number(), balanceCad: z.number(), autoReload: z.boolean().optional() }),
  credit_exhausted: gathered(Server),
  budget_reached: gathered(Server),
  /** `operatorsReason`: as the operator wrote it; absent when on-demand customers need the GPUs. */
  preempted: gathered(Server.extend({ refundedMicros: Micros, keptSystemDisk: z.boolean(), operatorsReason: z.string().optional() })),
  /** An operator stopped or hibernated it without the owner asking. */
  server_halted: Server.extend({ action: OperatorServerAction, reason: z.string() }),
  /** The term of a prepaid server ended without renewal. `canceled`: it also cannot be renewed any more. */
  hibernated: gathered(Server.extend({ canceled: z.boolean().optional() })),
  backup_failed: z.object({ serverName: z.string(), backupId: z.string(), automatic: z.boolean() }),

  /** The first missed since the last backup was made. `date`: the day without a backup, Eastern time. */
  backup_missed: gathered(Server.extend({ date: z.iso.date(), why: BackupMissedWhy })),

  order_placed: z.object({
    orderId: z.string(),
    planName: z.string(),
    cycle: z.enum(['monthly', 'annual']),
    totalMicros: Micros,
    periodEnd: Time,
  }),
  /** `totalMicros`: taxes included; null while it is unknown, because the plan is no longer sold this way. `planMicros`: of it, the plan. */
  renewal_due: z.object({
    orderId: z.string(),
    serverName: z.string(),
    totalMicros: Micros.nullable(),
    planMicros: Micros.optional(),
    /** What it costs by hand from then on, where a price that is dated already changes before the end. */
    later: z.object({ totalMicros: Micros, from: Time }).optional(),
    automatic: z.boolean(),
    /** When the card is charged, or the deadline for paying by hand. */
    renewsAt: Time,
    endsAt: Time,
  }),
  renewal_failed: z.object({
    orderId: z.string(),
    serverName: z.string(),
    totalMicros: Micros.nullable(),
    problem: RenewalProblem,
    /** The card that was declined. */
    cardLast4: z.string().nullable(),
    triedAgainAt: Time.nullable(),
    hibernatesAt: Time,
  }),
  receipt: z.object({ invoiceId: z.string(), number: z.string(), document: z.enum(['receipt', 'invoice']), totalMicros: Micros }),
  card_declined: z.object({ purpose: PaymentPurpose, amountMicros: Micros, cardLast4: z.string(), reason: DeclineReason }),
  auto_reload_stopped: z.object({ declines: z.number() }),
  /** Another reload would exceed the month's limit, so there is none before `until`. */
  auto_reload_limit: z.object({ limitMicros: Micros, reloadedMicros: Micros, until: Time }),
  refunded: z.object({ invoiceId: z.string(), number: z.string(), amountMicros: Micros, reason: z.string() }),
  /** A refund that the bank returned. `creditMicros`: how much of it is the account's credit again. */
  refund_failed: z.object({ amountMicros: Micros, creditMicros: Micros }),
  /** The cardholder's bank took a payment back. `creditMicros`: how much credit the account lost by it. */
  payment_disputed: z.object({ invoiceId: z.string(), number: z.string(), amountMicros: Micros, creditMicros: Micros }),
  /**
   * The same, for operators. `creditMicros`: the credit that the account still had and lost; `termEndsAt`: the end of the term the payment
   * paid for.
   */
  dispute_to_answer: z.object({
    accountId: z.string(),
    accountName: z.string(),
    paymentId: z.string(),
    disputeRef: z.string(),
    amountMicros: Micros,
    creditMicros: Micros,
    termEndsAt: Time.nullable(),
  }),

  account_suspended: z.object({ accountName: z.string(), reason: z.string() }),
  account_reactivated: z.object({ accountName: z.string() }),
  /** `by`: the person who closed it; null: an operator. `balanceMicros`: credit that is left. */
  account_closed: z.object({ accountName: z.string(), by: z.string().nullable(), servers: z.int(), balanceMicros: Micros }),
  account_closed_with_credit: z.object({ accountId: z.string(), accountName: z.string(), balanceMicros: Micros }),
  key_expiring: z.object({ keyId: z.string(), name: z.string(), prefix: z.string(), expiresAt: Time }),
  /** A plan that the person waited for is in stock again. */
  stock_back: z.object({ planId: z.string(), planName: z.string(), region: z.string() }),
  /** What operators published about an incident; `updates`: those since subscribers were last notified, newest first. */
  incident_update: z.object({
    incidentId: z.string(),
    kind: IncidentKind,
    impact: IncidentImpact,
    components: z.array(StatusComponent),
    title: InBoth,
    state: IncidentState,
    startsAt: Time,
    endsAt: Time.nullable(),
    updates: z.array(z.object({ state: IncidentState, text: InBoth, at: Time })).min(1),
  }),
  /** Someone asked for incident mails to this address. */
  subscription_asked: z.object({ expiresAt: Time }),
  welcome: z.object({ name: z.string() }),
  signed_up_again: z.object({ name: z.string() }),
  /** `next`: where the person was going when they signed up. */
  verify_email: z.object({ expiresAt: Time, next: z.string().optional() }),
  reset_password: z.object({ expiresAt: Time }),
  /** Sent first to the current address, then to the new one, and finally to the old one. */
  email_change_asked: z.object({ newEmail: z.string(), expiresAt: Time }),
  email_change_new: z.object({ oldEmail: z.string(), expiresAt: Time }),
  email_changed: z.object({ newEmail: z.string() }),
  /** Access has changed. `name`: of the key, passkey, person or account; `by`: the browser's address. */
  access_changed: z.object({ what: AccessChange, name: z.string().nullable(), by: z.string().nullable(), at: Time }),
  member_invited: z.object({ accountName: z.string(), invitedBy: z.string(), role: MemberRole, expiresAt: Time }),
  ticket_opened: z.object({ ticketId: z.string(), subject: z.string(), accountName: z.string(), excerpt: z.string() }),
  ticket_replied: z.object({ ticketId: z.string(), subject: z.string(), accountName: z.string(), excerpt: z.string() }),
  ticket_answered: z.object({ ticketId: z.string(), subject: z.string(), excerpt: z.string() }),
  ticket_closed: z.object({ ticketId: z.string(), subject: z.string() }),
  /** `askedBy` is null if the request came from the command. */
  second_operator_asked: z.object({ requestId: z.string(), deed: OperatorDeed, askedBy: z.string().nullable(), expiresAt: Time }),
  second_operator_decided: z.object({
    requestId: z.string(),
    deed: OperatorDeed,
    decision: z.enum(['approved', 'declined', 'expired']),
    by: z.string().nullable(),
  }),
} as const satisfies Record<string, z.ZodType>;

export const NoticeKind = z.keyof(z.object(noticeShapes));
export type NoticeKind = z.infer<typeof NoticeKind>;
export type NoticeData = { readonly [K in NoticeKind]: z.infer<(typeof noticeShapes)[K]> };

/**
 * Who receives each notice: members of the account by role, operators whose role includes a permission, the one person the notice names, or
 * every subscriber.
 */
export const noticeAudiences = {
  low_credit: ['owner', 'billing'],
  credit_exhausted: ['owner', 'billing', 'developer'],
  budget_reached: ['owner', 'billing', 'developer'],
  preempted: ['owner', 'developer'],
  server_halted: ['owner', 'developer'],
  hibernated: ['owner', 'billing', 'developer'],
  backup_failed: ['owner', 'developer'],
  backup_missed: ['owner', 'developer'],
  order_placed: ['owner', 'billing'],
  renewal_due: ['owner', 'billing'],
  renewal_failed: ['owner', 'billing', 'developer'],
  receipt: ['owner', 'billing'],
  card_declined: ['owner', 'billing'],
  auto_reload_stopped: ['owner', 'billing'],
  auto_reload_limit: ['owner', 'billing'],
  refunded: ['owner', 'billing'],
  refund_failed: ['owner', 'billing'],
  payment_disputed: ['owner', 'billing'],
  dispute_to_answer: { operatorsWho: 'payments.write' },
  account_suspended: ['owner', 'billing', 'developer'],
  account_reactivated: ['owner', 'billing', 'developer'],
  account_closed: ['owner', 'billing', 'developer', 'viewer'],
  account_closed_with_credit: { operatorsWho: 'payments.write' },
  key_expiring: ['owner', 'developer'],
  ticket_answered: ['owner', 'developer'],
  ticket_closed: ['owner', 'developer'],
  ticket_opened: { operatorsWho: 'tickets.read' },
  ticket_replied: { operatorsWho: 'tickets.read' },
  stock_back: 'person',
  incident_update: 'subscribers',
  subscription_asked: 'person',
  welcome: 'person',
  signed_up_again: 'person',
  verify_email: 'person',
  reset_password: 'person',
  email_change_asked: 'person',
  email_change_new: 'person',
  email_changed: 'person',
  access_changed: 'person',
  member_invited: 'person',
  second_operator_asked: 'person',
  second_operator_decided: 'person',
} as const satisfies Record<NoticeKind, readonly MemberRole[] | { readonly operatorsWho: OperatorPermission } | 'person' | 'subscribers'>;

/** Notices that name their recipient. */
export type PersonalNotice = { [K in NoticeKind]: (typeof noticeAudiences)[K] extends 'person' ? K : never }[NoticeKind];

/** Notices whose mails are recorded with them, batch by batch. */
export type SubscribersNotice = { [K in NoticeKind]: (typeof noticeAudiences)[K] extends 'subscribers' ? K : never }[NoticeKind];

/** Kinds that make no sense without the token of their link. */
export const noticesWithLink = [
  'email_change_asked',
  'email_change_new',
  'incident_update',
  'member_invited',
  'reset_password',
  'subscription_asked',
  'verify_email',
] as const satisfies readonly NoticeKind[];
