import type { TicketMessage } from '@boreal/contract/account/support.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { addMessage } from './add-message.ts';
import { tellCustomer } from './tell-customer.ts';
import { messageOf } from './ticket.rules.ts';
import { lockTicket } from './tickets.store.ts';

/** Answers a customer's ticket; the customer is told by mail. For operators. @throws NOT_FOUND */
export function answerTicket(ctx: Ctx, input: { ticketId: string; message: string }): Promise<TicketMessage> {
  return ctx.transact(async (tx) => {
    const { ticketId, message } = input;
    const ticket = await lockTicket(tx, { id: ticketId });
    if (!ticket) throw notFound('ticket');
    const row = await addMessage(tx, ctx, { ticket, side: 'operator', message });
    await tellCustomer(tx, ctx, { ticket, message });
    await recordAudit(tx, ctx, { accountId: ticket.accountId, action: 'ticket.answered', target: ticketId });
    return messageOf(row);
  });
}
