import { z } from 'zod';
import { MAILS, memberChanges, memberReads, SearchText } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { PageQuery } from '../../api/pages.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketMessage, TicketStatus, TicketToAnswer } from '../../account/support.ts';

const read = endpointRows({ ...memberReads, needs: 'tickets.read' });
const write = endpointRows({ ...memberChanges, needs: 'tickets.write' });
const params = z.object({ ticketId: IdText });
const TicketsQuery = PageQuery.extend({ status: TicketStatus.optional(), search: SearchText });

export const listTickets = read.list('/tickets', 'Tickets, the newest first', { takes: { query: TicketsQuery }, of: Ticket });

export const createTicket = write.post('/tickets', 'Ask for help', {
  limit: MAILS,
  takes: { body: CreateTicketRequest },
  status: 201,
  data: Ticket,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const getTicket = read.get('/tickets/:ticketId', 'A ticket and its messages', {
  takes: { params },
  data: TicketToAnswer,
  errors: ['NOT_FOUND'],
});

export const replyTicket = write.post('/tickets/:ticketId/messages', 'Write to a ticket; a closed one opens again', {
  limit: MAILS,
  takes: { params, body: ReplyTicketRequest },
  status: 201,
  data: TicketMessage,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const closeTicket = write.post('/tickets/:ticketId/close', 'Close a ticket', {
  takes: { params },
  data: Ticket,
  errors: ['NOT_FOUND'],
});
