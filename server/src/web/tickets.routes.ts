import * as rows from '@boreal/contract/endpoints/console/tickets.ts';
import { closeTicket } from '../core/commerce/support/close-ticket.ts';
import { createTicket } from '../core/commerce/support/create-ticket.ts';
import { getTicketToAnswer } from '../core/commerce/support/get-ticket.ts';
import { listTickets } from '../core/commerce/support/list-tickets.ts';
import { replyTicket } from '../core/commerce/support/reply-ticket.ts';
import { bind } from '../door/bind.ts';

/** An account's conversations with support. */
export const ticketsRoutes = bind(rows, {
  listTickets: (ctx, { query }) => listTickets(ctx, query),
  createTicket: (ctx, { body }) => createTicket(ctx, body),
  getTicket: (ctx, { params: { ticketId } }) => getTicketToAnswer(ctx, { ticketId }),
  replyTicket: (ctx, { params: { ticketId }, body }) => replyTicket(ctx, { ticketId, ...body }),
  closeTicket: (ctx, { params: { ticketId } }) => closeTicket(ctx, { ticketId }),
});
