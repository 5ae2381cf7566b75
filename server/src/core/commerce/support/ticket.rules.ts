import type { Ticket, TicketMessage } from '@boreal/contract/account/support.ts';
import { beginningOf } from '../../../kit/storable.ts';
import type { TicketMessageRow, TicketRow } from './tickets.store.ts';

/** How much of a message is quoted in its mail. */
const EXCERPT_MAX = 600;

export function ticketOf(row: TicketRow): Ticket {
  return {
    id: row.id,
    subject: row.subject,
    status: row.status,
    serverId: row.serverId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}

/** A message as its customer reads it: which operator wrote it stays internal. */
export function messageOf(row: TicketMessageRow): TicketMessage {
  const { id, side, authorName, message, createdAt } = row;
  return { id, from: side, author: side === 'operator' ? null : authorName, message, createdAt: createdAt.toISOString() };
}

/** The beginning of a message, cut between two words. */
export function excerptOf(message: string): string {
  if (message.length <= EXCERPT_MAX) return message;
  const cut = beginningOf(message, EXCERPT_MAX);
  return `${beginningOf(cut, Math.max(cut.search(/\s\S*$/), EXCERPT_MAX / 2)).trimEnd()} …`;
}
