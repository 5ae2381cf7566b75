import { supportSentences } from '@boreal/contract/request-sentences/support.sentences.ts';
import { TICKET_MESSAGES_MAX, ticketMoves } from '@boreal/contract/account/support.ts';
import type { Tx } from '../../../db/connect.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countMessages, insertMessage, moveTicket, type TicketMessageRow, type TicketRow } from './tickets.store.ts';

/** Adds a message to a locked ticket; it is then the other side's turn. @throws INVALID_REQUEST the ticket is full */
export async function addMessage(
  tx: Tx,
  ctx: Ctx,
  input: { ticket: TicketRow; side: 'customer' | 'operator'; message: string },
): Promise<TicketMessageRow> {
  const { ticket, side, message } = input;
  if ((await countMessages(tx, ticket.id)) >= TICKET_MESSAGES_MAX) {
    throw invalidRequest('message', supportSentences.tooManyMessages(TICKET_MESSAGES_MAX));
  }
  const now = ctx.clock.now();
  const row = { id: newId('message', now), ticketId: ticket.id, side, authorName: ctx.actor.name, message, createdAt: now };
  await insertMessage(tx, row);
  const move = side === 'customer' ? ticketMoves.customer_writes : ticketMoves.operator_writes;
  await moveTicket(tx, { id: ticket.id, status: move[ticket.status], at: now });
  return row;
}
