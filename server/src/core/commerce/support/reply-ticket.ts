import type { ReplyTicketRequest, TicketMessage } from '@boreal/contract/account/support.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { requireOwnTicket } from './require-own-ticket.ts';
import { addMessage } from './add-message.ts';
import { excerptOf, messageOf } from './ticket.rules.ts';
import { lockTicket } from './tickets.store.ts';

/** Writes to a ticket of the account; a closed one reopens. The operators are told. @throws PERMISSION_DENIED · NOT_FOUND */
export function replyTicket(ctx: CustomerCtx, input: ReplyTicketRequest & { ticketId: string }): Promise<TicketMessage> {
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    const { ticketId, message } = input;
    await requireRole(tx, ctx, 'tickets.write');
    const ticket = await lockTicket(tx, { id: ticketId, accountId });
    if (!ticket) throw notFound('ticket');
    await requireOwnTicket(tx, ctx, ticket);
    const row = await addMessage(tx, ctx, { ticket, side: 'customer', message });
    const { subject, accountName, serverId } = ticket;
    const data = { ticketId, subject, accountName, excerpt: excerptOf(message) };
    await recordNotice(tx, ctx, { accountId, kind: 'ticket_replied', serverId, data });
    await recordAudit(tx, ctx, { accountId, action: 'ticket.replied', target: ticketId });
    return messageOf(row);
  });
}
