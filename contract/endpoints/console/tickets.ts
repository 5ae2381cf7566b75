import { z } from 'zod';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { PageQuery } from '../../pages.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketDetail, TicketMessage, TicketStatus } from '../../support.ts';

const read = { ...memberReads, needs: 'tickets.read' } as const;
const write = { ...memberChanges, needs: 'tickets.write' } as const;
const params = z.object({ ticketId: IdText });
const TicketsQuery = PageQuery.extend({ status: TicketStatus.optional() });

export const listTickets = list('/tickets', {
  ...read,
  takes: { query: TicketsQuery },
  of: Ticket,
  summary: 'Tickets, the newest first',
});

export const createTicket = endpoint('POST', '/tickets', {
  ...write,
  takes: { body: CreateTicketRequest },
  status: 201,
  data: Ticket,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Ask for help',
});

export const getTicket = endpoint('GET', '/tickets/:ticketId', {
  ...read,
  takes: { params },
  data: TicketDetail,
  errors: ['NOT_FOUND'],
  summary: 'A ticket and its messages',
});

export const replyTicket = endpoint('POST', '/tickets/:ticketId/messages', {
  ...write,
  takes: { params, body: ReplyTicketRequest },
  status: 201,
  data: TicketMessage,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Write to a ticket; a closed one opens again',
});

export const closeTicket = endpoint('POST', '/tickets/:ticketId/close', {
  ...write,
  takes: { params },
  data: Ticket,
  errors: ['NOT_FOUND'],
  summary: 'Close a ticket',
});
