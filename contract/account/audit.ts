import { z } from 'zod';
import { IdText } from '../values/ids.ts';
import { Language } from '../words/language.ts';

/** The door through which a request came in; `system` is Boreal itself. */
export const Door = z.enum(['rest', 'mcp', 'console', 'operator', 'system']);
export type Door = z.infer<typeof Door>;

/** What a write did, as the audit log names it: a noun and a past participle. */
export const auditActions = [
  'account.opened',
  'account.credited',
  'account.debited',
  'credit.asked',
  'credit.decided',
  'request.asked',
  'request.approved',
  'request.declined',
  'request.expired',
  'account.exported',
  'account.closed',
  'account.erased',
  'incident.opened',
  'incident.changed',
  'incident.updated',
  'incident.announced',
  'incident.ended',
  'subscriber.added',
  'subscriber.removed',
  'account.suspended',
  'account.reactivated',
  'profile.updated',
  'person.added',
  'person.signed_up',
  'person.signed_in',
  'person.sign_in_refused',
  'person.accepted_terms',
  'person.updated',
  'person.removed',
  'person.role_changed',
  'operator.looked',
  'operator.refused',
  'email.verified',
  'email.change_asked',
  'email.changed',
  'password.changed',
  'password.link_made',
  'two_factor.enabled',
  'two_factor.disabled',
  'recovery_codes.renewed',
  'passkey.added',
  'passkey.deleted',
  'identity.linked',
  'identity.unlinked',
  'session.revoked',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'invitation.revoked',
  'ticket.created',
  'ticket.replied',
  'ticket.answered',
  'ticket.closed',
  'mail.retried',
  'key.created',
  'key.revoked',
  'key.changed',
  'approval.decided',
  'ssh_key.added',
  'ssh_key.deleted',
  'server.created',
  'server.started',
  'server.stopped',
  'server.rebooted',
  'server.hibernated',
  'server.restored',
  'server.deleted',
  'server.preempted',
  'server.retried',
  'server.adopted',
  'server.settled',
  'server.console_opened',
  'stock_alert.set',
  'stock_alert.removed',
  'server.renamed',
  'server.described',
  'firewall_rule.added',
  'firewall_rule.deleted',
  'backup_option.set',
  'backup.created',
  'backup.deleted',
  'backup.restored',
  'card.setup_begun',
  'card.default_set',
  'card.removed',
  'topup.created',
  'auto_reload.set',
  'order.created',
  'order.renewed',
  'order.canceled',
  'order.auto_renew_set',
  'payment.refunded',
  'payment.retried',
  'refund.retried',
  'job.retried',
  'tax.registered',
  'company.set',
  'account_budget.set',
  'server_budget.set',
  'model.added',
  'model.changed',
  'model.retired',
  'model.reinstated',
  'plan.added',
  'plan.changed',
  'plan.described',
  'plan.retired',
  'plan.reinstated',
  'price.set',
  'price.withdrawn',
  'pool.added',
  'pool.renamed',
  'pool.disks_changed',
  'pool.removed',
  'image.set',
  'image.removed',
  'region.added',
  'region.changed',
  'region.removed',
  'addresses.added',
  'addresses.removed',
  'address.shared',
  'address.unshared',
  'host.added',
  'host.changed',
  'hibernation.limited',
  'log.level_set',
  'host.removed',
  'gpu.added',
  'gpu.suspected',
  'gpu.quarantined',
  'gpu.released',
  'gpu.replaced',
  'gpu.removed',
  'engine.leftover_removed',
  'engine.orphan_removed',
  'engine.taken_over',
  'restore.marked',
] as const;

export const AuditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof AuditAction>;

/** One line of an account's audit log: who did what, through which door and from where. */
export const AuditEntry = z
  .object({
    id: z.string().meta({ example: 'aud_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    action: z.string().meta({ description: 'What was done; a newer version writes others', example: 'server.stopped' }),
    target: z.string().nullable().meta({ description: 'Id of what was written', example: 'srv_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    detail: z.record(z.string(), z.json()).meta({ description: 'What was asked or changed; never a secret' }),
    actor: z.object({
      type: z.enum(['user', 'api_key', 'mcp_key', 'system', 'operator']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    }),
    door: Door,
    address: z.string().nullable().meta({ description: 'The IP address that the request came from', example: '203.0.113.7' }),
    requestId: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The kinds of target that have a page of their own, or a place on one. */
export const AuditTargetKind = z.enum([
  'account',
  'api_key',
  'card',
  'host',
  'incident',
  'invitation',
  'invoice',
  'mcp_key',
  'member',
  'order',
  'payment',
  'plan',
  'server',
  'ssh_key',
  'ticket',
]);
export type AuditTargetKind = z.infer<typeof AuditTargetKind>;

/** One line, with the name of its target. */
export const NamedAuditEntry = AuditEntry.extend({
  targetName: z.string().nullable().meta({
    description: 'What the target is called now or, once it is gone, was called; null where it has no name',
    example: 'trainer',
  }),
  /** Set while the target can be looked up; null once it is gone, or if it never has a page. */
  targetKind: AuditTargetKind.nullable(),
}).meta({ id: 'NamedAuditEntry' });
export type NamedAuditEntry = z.infer<typeof NamedAuditEntry>;

/** Which lines of a log to return. Days are calendar days in Toronto, both inclusive; an omitted day sets no limit. */
export const AuditFilter = z.object({
  action: AuditAction.optional(),
  target: IdText.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

/** Which lines to return from the log of all accounts. */
export const AllAuditFilter = AuditFilter.extend({ accountId: IdText.optional() });

/** For a spreadsheet file: `language` is that of its header, by default the reader's. */
export const AuditFileQuery = AuditFilter.extend({ language: Language.optional() });
export const AllAuditFileQuery = AllAuditFilter.extend({ language: Language.optional() });
