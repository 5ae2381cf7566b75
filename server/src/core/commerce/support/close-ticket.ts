import { ticketMoves, type Ticket } from '@boreal/contract/account/support.ts';
import type { Tx } from '../../../db/connect.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { requireOwnTicket } from './require-own-ticket.ts';
import { tellCustomer } from './tell-customer.ts';
import { ticketOf } from './ticket.rules.ts';
import { findTicket, lockTicket, moveTicket, type TicketRow } from './tickets.store.ts';

/** Closes a ticket of the account; writing to it reopens it. Idempotent. @throws PERMISSION_DENIED · NOT_FOUND */
export function closeTicket(ctx: CustomerCtx, input: { ticketId: string }): Promise<Ticket> {
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'tickets.write');
    const ticket = await lockTicket(tx, { id: input.ticketId, accountId: ctx.accountId });
    if (ticket) await requireOwnTicket(tx, ctx, ticket);
    return ticketOf(await close(tx, ctx, ticket));
  });
}

/** The same for operators, for any account's ticket; the customer is told by mail. @throws NOT_FOUND */
export function closeAnyTicket(ctx: Ctx, input: { ticketId: string }): Promise<Ticket> {
  return ctx.transact(async (tx) => {
    const ticket = await lockTicket(tx, { id: input.ticketId });
    if (ticket && ticket.status !== 'closed') await tellCustomer(tx, ctx, { ticket, message: null });
    return ticketOf(await close(tx, ctx, ticket));
  });
}

async function close(tx: Tx, ctx: Ctx, ticket: TicketRow | null): Promise<TicketRow> {
  if (!ticket) throw notFound('ticket');
  if (ticket.status !== 'closed') await moveTicket(tx, { id: ticket.id, status: ticketMoves.closes[ticket.status], at: ctx.clock.now() });
  await recordAudit(tx, ctx, { accountId: ticket.accountId, action: 'ticket.closed', target: ticket.id });
  return (await findTicket(tx, { id: ticket.id })) ?? ticket;
}
