import { Language } from '@boreal/contract/words/language.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice, type NoticeRecipient } from '../../ground/notices/record-notice.ts';
import { excerptOf } from './ticket.rules.ts';
import { findOpener, type TicketRow } from './tickets.store.ts';

/** Tells the person who opened a ticket that there is an answer, or, if the message is null, that it was closed. */
export async function tellCustomer(tx: Tx, ctx: Ctx, input: { ticket: TicketRow; message: string | null }): Promise<void> {
  const { ticket, message } = input;
  const { id: ticketId, subject, accountId, serverId } = ticket;
  const about = { accountId, serverId, to: await recipientOf(tx, ticket) };
  if (message === null) await recordNotice(tx, ctx, { ...about, kind: 'ticket_closed', data: { ticketId, subject } });
  else await recordNotice(tx, ctx, { ...about, kind: 'ticket_answered', data: { ticketId, subject, excerpt: excerptOf(message) } });
}

async function recipientOf(tx: Tx, ticket: TicketRow): Promise<NoticeRecipient | undefined> {
  const opener = await findOpener(tx, ticket);
  return opener ? { ...opener, language: Language.parse(opener.language) } : undefined;
}
