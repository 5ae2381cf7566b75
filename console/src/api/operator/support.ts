import * as support from '@boreal/contract/endpoints/operator/support.ts';
import type { TicketStatus } from '@boreal/contract/account/support.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../call.ts';

const LIVE_MS = 15_000;

interface Asked {
  readonly accountId?: string | undefined;
  readonly search?: string | undefined;
  readonly status?: TicketStatus | undefined;
  readonly cursor: string | null;
}

export const loadTickets = ({ cursor, ...query }: Asked) => callPage(support.listAllTickets, { cursor, query });

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['operator', 'ticket', ticketId],
    queryFn: ({ signal }) => call(support.getAnyTicket, { params: { ticketId }, signal }),
    refetchInterval: LIVE_MS,
  });
