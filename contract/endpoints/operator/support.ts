import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { OperatorTicket, OperatorTicketDetail } from '../../operator.ts';
import { PageQuery } from '../../pages.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketMessage, TicketStatus } from '../../support.ts';

const TicketPath = z.object({ ticketId: IdText });
const OfAccount = PageQuery.extend({ accountId: IdText.optional() });

export const listAllTickets = list('/tickets', {
  ...operatorReads,
  takes: { query: OfAccount.extend({ status: TicketStatus.optional() }) },
  of: OperatorTicket,
  summary: 'Tickets of every account, the newest first',
});

export const writeToCustomer = endpoint('POST', '/accounts/:accountId/tickets', {
  ...operatorChanges,
  takes: { params: z.object({ accountId: IdText }), body: CreateTicketRequest },
  status: 201,
  data: Ticket,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Open a ticket on behalf of the house',
});

export const getAnyTicket = endpoint('GET', '/tickets/:ticketId', {
  ...operatorReads,
  takes: { params: TicketPath },
  data: OperatorTicketDetail,
  errors: ['NOT_FOUND'],
  summary: 'A ticket',
});

export const answerTicket = endpoint('POST', '/tickets/:ticketId/messages', {
  ...operatorChanges,
  takes: { params: TicketPath, body: ReplyTicketRequest },
  status: 201,
  data: TicketMessage,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Answer a customer',
});

export const closeAnyTicket = endpoint('POST', '/tickets/:ticketId/close', {
  ...operatorChanges,
  takes: { params: TicketPath },
  data: Ticket,
  errors: ['NOT_FOUND'],
  summary: 'Close a ticket',
});
