import type { CreateTicketRequest, Ticket } from '@boreal/contract/account/support.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { openTicket } from './open-ticket.ts';
import { excerptOf, ticketOf } from './ticket.rules.ts';

/** Asks the operators for help; they are told by mail. @throws PERMISSION_DENIED · INVALID_REQUEST */
export function createTicket(ctx: CustomerCtx, input: CreateTicketRequest): Promise<Ticket> {
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'tickets.write');
    const ticket = await openTicket(tx, ctx, { ...input, side: 'customer' });
    const { id: ticketId, subject, accountName, accountId, serverId } = ticket;
    const data = { ticketId, subject, accountName, excerpt: excerptOf(input.message) };
    await recordNotice(tx, ctx, { accountId, kind: 'ticket_opened', serverId, data });
    return ticketOf(ticket);
  });
}
