import { IdText } from '@boreal/contract/ids.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketDetail, TicketMessage, TicketStatus } from '@boreal/contract/support.ts';
import { z } from 'zod';
import { closeTicket } from '../core/support/close-ticket.ts';
import { createTicket } from '../core/support/create-ticket.ts';
import { getTicket } from '../core/support/get-ticket.ts';
import { listTickets } from '../core/support/list-tickets.ts';
import { replyTicket } from '../core/support/reply-ticket.ts';
import { endpoint, list } from '../door/define-endpoint.ts';
import { PageQuery } from '../door/pages.ts';
import { CHANGES, READS } from './console-limits.ts';

const read = { group: 'Console', limit: READS, needs: 'tickets.read' } as const;
const write = { group: 'Console', limit: CHANGES, needs: 'tickets.write' } as const;
const params = z.object({ ticketId: IdText });
const TicketsQuery = PageQuery.extend({ status: TicketStatus.optional() });

/** An account's conversations with support. */
export const ticketsRoutes = [
  list(
    '/tickets',
    { ...read, takes: { query: TicketsQuery }, of: Ticket, name: 'listTickets', summary: 'Tickets, the newest first' },
    (ctx, { query }) => listTickets(ctx, query),
  ),
  endpoint(
    'POST',
    '/tickets',
    {
      ...write,
      takes: { body: CreateTicketRequest },
      status: 201,
      data: Ticket,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'createTicket',
      summary: 'Ask for help',
    },
    (ctx, { body }) => createTicket(ctx, body),
  ),
  endpoint(
    'GET',
    '/tickets/:ticketId',
    { ...read, takes: { params }, data: TicketDetail, errors: ['NOT_FOUND'], name: 'getTicket', summary: 'A ticket and its messages' },
    (ctx, { params: { ticketId } }) => getTicket(ctx, { ticketId }),
  ),
  endpoint(
    'POST',
    '/tickets/:ticketId/messages',
    {
      ...write,
      takes: { params, body: ReplyTicketRequest },
      status: 201,
      data: TicketMessage,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'replyTicket',
      summary: 'Write to a ticket; a closed one opens again',
    },
    (ctx, { params: { ticketId }, body }) => replyTicket(ctx, { ticketId, ...body }),
  ),
  endpoint(
    'POST',
    '/tickets/:ticketId/close',
    { ...write, takes: { params }, data: Ticket, errors: ['NOT_FOUND'], name: 'closeTicket', summary: 'Close a ticket' },
    (ctx, { params: { ticketId } }) => closeTicket(ctx, { ticketId }),
  ),
];
