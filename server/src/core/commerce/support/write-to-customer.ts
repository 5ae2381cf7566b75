import type { CreateTicketRequest, Ticket } from '@boreal/contract/account/support.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { openTicket } from './open-ticket.ts';
import { tellCustomer } from './tell-customer.ts';
import { ticketOf } from './ticket.rules.ts';

/** Opens a ticket from the operator's side, for something a customer has to know or answer. @throws NOT_FOUND · INVALID_REQUEST */
export function writeToCustomer(ctx: CustomerCtx, input: CreateTicketRequest): Promise<Ticket> {
  return ctx.transact(async (tx) => {
    const ticket = await openTicket(tx, ctx, { ...input, side: 'operator' });
    await tellCustomer(tx, ctx, { ticket, message: input.message });
    return ticketOf(ticket);
  });
}
