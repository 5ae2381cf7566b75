import { z } from 'zod';
import { ServerStake } from '../servers/console-servers.ts';
import { ShownOfServer } from '../servers/at-stake.ts';
import { IdText } from '../values/ids.ts';
import { ServerStatus } from '../servers/servers.ts';

/** The most servers that closing an account can delete: all are deleted in one transaction. */
export const CLOSING_SERVERS_MAX = 100;

/** Why an account cannot be closed now. `servers`: its owner has not agreed to delete some of them. */
export const ClosingBlocker = z.enum(['suspended', 'payment', 'servers', 'too_many_servers']);
export type ClosingBlocker = z.infer<typeof ClosingBlocker>;

/** A server that closing the account deletes, with what is lost or refunded. */
export const ClosingServer = ServerStake.omit({ hourlyRate: true }).extend({
  name: z.string(),
  status: ServerStatus,
  backups: z.int().meta({ description: 'Backups that are deleted with it' }),
});
export type ClosingServer = z.infer<typeof ClosingServer>;

/** What closing an account would end, and what is left after it. */
export const AccountClosing = z
  .object({
    name: z.string().meta({ description: 'What must be typed to close it' }),
    blockers: z.array(ClosingBlocker),
    servers: z.array(ClosingServer).max(CLOSING_SERVERS_MAX),
    credit: z.number().meta({ description: 'CAD left' }),
    refundable: z.number().meta({ description: 'CAD of it that was purchased by card and can be refunded to the card, before tax' }),
    currency: z.literal('CAD'),
    members: z.int().meta({ description: 'People who belong to it, the owner included' }),
    invitations: z.int(),
    apiKeys: z.int(),
    agentKeys: z.int(),
    sshKeys: z.int(),
    cards: z.int(),
    autoReload: z.boolean(),
    openTickets: z.int(),
    invoices: z.int(),
  })
  .meta({ id: 'AccountClosing' });
export type AccountClosing = z.infer<typeof AccountClosing>;

/** The account's name as typed, and the servers that may be deleted: exactly those the owner was shown, with the refunds shown. */
export const CloseAccountRequest = z.strictObject({
  confirmName: z.string().max(200),
  deleteServerIds: z.array(IdText).max(CLOSING_SERVERS_MAX).default([]),
  shown: z.array(ShownOfServer).max(CLOSING_SERVERS_MAX).optional(),
});
export type CloseAccountRequest = z.infer<typeof CloseAccountRequest>;

export const AccountClosed = z
  .object({
    id: z.string(),
    closedAt: z.iso.datetime(),
    serversDeleted: z.int(),
    credit: z.number().meta({ description: 'CAD left, for an operator to refund' }),
  })
  .meta({ id: 'AccountClosed' });
export type AccountClosed = z.infer<typeof AccountClosed>;

/**
 * Why an account's personal data cannot be erased yet: the account is not closed; credit is left; a payment, a refund or an operators'
 * request is pending; machines or backups are being removed; the payment provider has not yet deleted a card; or the statement for its last
 * month has not been issued.
 */
export const ErasureBlocker = z.enum(['open', 'credit', 'money', 'machines', 'cards', 'statement']);
export type ErasureBlocker = z.infer<typeof ErasureBlocker>;

export const AccountErased = z.object({
  id: z.string(),
  erasedAt: z.iso.datetime(),
  /** The people who could sign in before, and no longer can. */
  people: z.int(),
  /** False if it had already been done. */
  changed: z.boolean(),
});
export type AccountErased = z.infer<typeof AccountErased>;

/** Sent by an operator, who types the account's id because erasure cannot be undone. */
export const EraseAccountRequest = z.strictObject({ confirmId: IdText });
