import {
  ReplyTicketRequest,
  Ticket,
  TicketDetail,
  TicketMessage,
  CreateTicketRequest,
  type TicketStatus,
} from '@boreal/contract/support.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole, callPage } from './call.ts';
import { underAccount } from './paths.ts';

export const ticketsKey = (accountId: string) => [accountId, 'tickets'];

/** Conversations with support, the newest first. */
export const listTickets = (accountId: string, { status, cursor }: { status: TicketStatus | null; cursor: string | null }) =>
  callPage(underAccount(accountId, '/tickets'), Ticket, { cursor, query: { status: status ?? undefined } });

export const createTicket = (accountId: string, { body, idempotencyKey }: { body: CreateTicketRequest; idempotencyKey: string }) =>
  callConsole(underAccount(accountId, '/tickets'), Ticket, { method: 'POST', takes: CreateTicketRequest, body, idempotencyKey });

/** A ticket with its messages, looked at again now and then while it is open. */
export const ticketQuery = (accountId: string, ticketId: string) =>
  queryOptions({
    queryKey: [accountId, 'ticket', ticketId],
    queryFn: ({ signal }) => callConsole(ticketPath(accountId, ticketId), TicketDetail, { signal }),
    refetchInterval: 10_000,
  });

/** Writes to a ticket; a closed one opens again. */
export const replyTicket = (
  accountId: string,
  { ticketId, message, idempotencyKey }: { ticketId: string; message: string; idempotencyKey: string },
) =>
  callConsole(`${ticketPath(accountId, ticketId)}/messages`, TicketMessage, {
    method: 'POST',
    takes: ReplyTicketRequest,
    body: { message },
    idempotencyKey,
  });

export const closeTicket = (accountId: string, ticketId: string) =>
  callConsole(`${ticketPath(accountId, ticketId)}/close`, Ticket, { method: 'POST' });

function ticketPath(accountId: string, ticketId: string): string {
  return underAccount(accountId, `/tickets/${encodeURIComponent(ticketId)}`);
}
