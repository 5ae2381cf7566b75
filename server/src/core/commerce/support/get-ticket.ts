import type { TicketDetail, TicketToAnswer } from '@boreal/contract/account/support.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { mayWriteTo } from './require-own-ticket.ts';
import { messageOf, ticketOf } from './ticket.rules.ts';
import { findTicket, selectMessages } from './tickets.store.ts';

/** A ticket of the account with its messages, oldest first. @throws PERMISSION_DENIED · NOT_FOUND */
export async function getTicket(ctx: CustomerCtx, input: { ticketId: string }): Promise<TicketDetail> {
  await requireRole(ctx.db.sql, ctx, 'tickets.read');
  const ticket = await findTicket(ctx.db.sql, { id: input.ticketId, accountId: ctx.accountId });
  if (!ticket) throw notFound('ticket');
  const messages = await selectMessages(ctx.db.sql, ticket.id);
  return { ...ticketOf(ticket), messages: messages.map(messageOf) };
}

/** The same for a person, with whether they may write to it. @throws PERMISSION_DENIED · NOT_FOUND */
export async function getTicketToAnswer(ctx: CustomerCtx, input: { ticketId: string }): Promise<TicketToAnswer> {
  const told = await getTicket(ctx, input);
  const ticket = await findTicket(ctx.db.sql, { id: input.ticketId, accountId: ctx.accountId });
  return { ...told, mayWrite: ticket !== null && (await mayWriteTo(ctx.db.sql, ctx, ticket)) };
}

/** Any account's ticket, with the names of the operators who answered. For operators. @throws NOT_FOUND */
export async function getAnyTicket(ctx: Ctx, input: { ticketId: string }): Promise<TicketDetail & { accountId: string }> {
  const ticket = await findTicket(ctx.db.sql, { id: input.ticketId });
  if (!ticket) throw notFound('ticket');
  const messages = await selectMessages(ctx.db.sql, ticket.id);
  return {
    ...ticketOf(ticket),
    accountId: ticket.accountId,
    messages: messages.map((row) => ({ ...messageOf(row), author: row.authorName })),
  };
}
