import * as tickets from '@boreal/contract/endpoints/console/tickets.ts';
import type { TicketStatus } from '@boreal/contract/account/support.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from './call.ts';

export const ticketsKey = (accountId: string) => [accountId, 'tickets'];

interface TicketsAsked {
  readonly search?: string | undefined;
  readonly status?: TicketStatus | undefined;
}

/** Conversations with support, newest first. */
export const listTickets = (accountId: string, { cursor, ...query }: TicketsAsked & { cursor: string | null }) =>
  callPage(tickets.listTickets, { params: { accountId }, cursor, query });

/** A ticket with its messages, polled now and then while it is open. */
export const ticketQuery = (accountId: string, ticketId: string) =>
  queryOptions({
    queryKey: [accountId, 'ticket', ticketId],
    queryFn: ({ signal }) => call(tickets.getTicket, { params: { accountId, ticketId }, signal }),
    refetchInterval: 10_000,
  });
