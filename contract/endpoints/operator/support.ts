import { z } from 'zod';
import { operatorChanges, operatorReads, SearchText } from '../../api/console-rows.ts';
import { IdText } from '../../values/ids.ts';
import { OperatorTicket, OperatorTicketDetail } from '../../operator/operator.ts';
import { PageQuery } from '../../api/pages.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketMessage, TicketStatus } from '../../account/support.ts';

const read = operatorReads('tickets.read');
const write = operatorChanges('tickets.write');

const TicketPath = z.object({ ticketId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

export const listAllTickets = read.list('/tickets', 'Tickets of every account, the newest first', {
  takes: { query: OfAccount.extend({ status: TicketStatus.optional(), search: SearchText }) },
  of: OperatorTicket,
});

export const writeToCustomer = write.post('/accounts/:accountId/tickets', 'Open a ticket on behalf of the house', {
  takes: { params: z.object({ accountId: IdText }), body: CreateTicketRequest },
  status: 201,
  data: Ticket,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const getAnyTicket = read.get('/tickets/:ticketId', 'A ticket', {
  takes: { params: TicketPath },
  data: OperatorTicketDetail,
  errors: ['NOT_FOUND'],
});

export const answerTicket = write.post('/tickets/:ticketId/messages', 'Answer a customer', {
  takes: { params: TicketPath, body: ReplyTicketRequest },
  status: 201,
  data: TicketMessage,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const closeAnyTicket = write.post('/tickets/:ticketId/close', 'Close a ticket', {
  takes: { params: TicketPath },
  data: Ticket,
  errors: ['NOT_FOUND'],
});
