import type { Ticket, TicketStatus } from '@boreal/contract/account/support.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { ticketOf } from './ticket.rules.ts';
import { selectTickets, type TicketRow } from './tickets.store.ts';

export interface TicketFilter extends PageInput {
  readonly status?: TicketStatus | undefined;
  readonly search?: string | undefined;
}

/** The account's tickets, newest first. @throws PERMISSION_DENIED */
export async function listTickets(ctx: CustomerCtx, input: TicketFilter = {}): Promise<Page<Ticket>> {
  await requireRole(ctx.db.sql, ctx, 'tickets.read');
  const { items, nextCursor } = await readPage(ctx, { ...input, accountId: ctx.accountId });
  return { items: items.map(ticketOf), nextCursor };
}

/** All accounts' tickets, or one's, newest first. For operators. */
export async function listAllTickets(
  ctx: Ctx,
  input: TicketFilter & { accountId?: string | undefined } = {},
): Promise<Page<Ticket & { accountId: string; accountName: string }>> {
  const { items, nextCursor } = await readPage(ctx, input);
  return {
    items: items.map((row) => ({ ...ticketOf(row), accountId: row.accountId, accountName: row.accountName })),
    nextCursor,
  };
}

function readPage(ctx: Ctx, input: TicketFilter & { accountId?: string | undefined }): Promise<Page<TicketRow & { accountName: string }>> {
  return pageById('ticket', input, (before, limit) => selectTickets(ctx.db.sql, { ...input, before, limit }));
}
