import { supportSentences } from '@boreal/contract/request-sentences/support.sentences.ts';
import { OPEN_TICKETS_MAX, type CreateTicketRequest } from '@boreal/contract/account/support.ts';
import type { Tx } from '../../../db/connect.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { countUnclosed, insertMessage, insertTicket, lockTicketsOf, type TicketRow } from './tickets.store.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';

/** Writes a new ticket with its first message, from either side. @throws NOT_FOUND the account · INVALID_REQUEST */
export async function openTicket(
  tx: Tx,
  ctx: CustomerCtx,
  input: Omit<CreateTicketRequest, 'attachments'> & { side: 'customer' | 'operator' },
): Promise<TicketRow & { accountName: string }> {
  const { accountId, actor } = ctx;
  const { side, subject, message } = input;
  const account = await lockTicketsOf(tx, accountId);
  if (!account) throw notFound('account');
  if ((await countUnclosed(tx, accountId)) >= OPEN_TICKETS_MAX) throw tooMany();
  if (input.serverId !== undefined) await requireServer(tx, { accountId, serverId: input.serverId });
  const now = ctx.clock.now();
  const ticket = {
    id: newId('ticket', now),
    accountId,
    serverId: input.serverId ?? null,
    subject,
    status: side === 'customer' ? 'open' : 'waiting_for_customer',
    openedBy: actor.type === 'user' ? actor.id : null,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
  } as const;
  await insertTicket(tx, ticket);
  await insertMessage(tx, { id: newId('message', now), ticketId: ticket.id, side, authorName: actor.name, message, createdAt: now });
  await recordAudit(tx, ctx, { accountId, action: 'ticket.created', target: ticket.id, detail: { subject } });
  return { ...ticket, accountName: account.name };
}

async function requireServer(tx: Tx, { accountId, serverId }: { accountId: string; serverId: string }): Promise<void> {
  if ((await findServer(tx, serverId))?.accountId === accountId) return;
  throw invalidRequest('serverId', supportSentences.noSuchServer);
}

function tooMany() {
  return invalidRequest('', supportSentences.tooManyTickets(OPEN_TICKETS_MAX));
}
