import { OperatorTicket, OperatorTicketDetail } from '@boreal/contract/operator.ts';
import { CreateTicketRequest, ReplyTicketRequest, Ticket, TicketMessage } from '@boreal/contract/support.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole, callPage } from '../call.ts';
import { operatorPath } from './path.ts';

const LIVE_MS = 15_000;

export const loadTickets = ({ cursor, ...query }: { accountId?: string | undefined; status?: string | undefined; cursor: string | null }) =>
  callPage(operatorPath('/tickets'), OperatorTicket, { cursor, query: { ...query } });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['operator', 'ticket', ticketId],
    queryFn: ({ signal }) => callConsole(operatorPath('/tickets', ticketId), OperatorTicketDetail, { signal }),
    refetchInterval: LIVE_MS,
  });

export const answerTicket = (ticketId: string, message: string) =>
  callConsole(operatorPath('/tickets', ticketId, '/messages'), TicketMessage, {
    method: 'POST',
    takes: ReplyTicketRequest,
    body: { message },
  });

export const closeTicket = (ticketId: string) => callConsole(operatorPath('/tickets', ticketId, '/close'), Ticket, { method: 'POST' });

export const writeToCustomer = (accountId: string, body: { subject: string; message: string }) =>
  callConsole(operatorPath('/accounts', accountId, '/tickets'), Ticket, { method: 'POST', takes: CreateTicketRequest, body });
