import { writesOwnTicketsAlone } from '@boreal/contract/people/members.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findRole } from '../../ground/roles/roles.store.ts';
import type { TicketRow } from './tickets.store.ts';

/** Whether somebody who may write to support may write to this ticket: members who only read the account may only write to their own. */
export async function mayWriteTo(db: Sql | Tx, { accountId, actor }: CustomerCtx, ticket: Pick<TicketRow, 'openedBy'>): Promise<boolean> {
  if (actor.type !== 'user' || actor.id === null || ticket.openedBy === actor.id) return true;
  const role = await findRole(db, { accountId, userId: actor.id });
  return role !== null && !writesOwnTicketsAlone(role);
}

/** @throws PERMISSION_DENIED the ticket is another member's, and the role may only write to its own */
export async function requireOwnTicket(tx: Tx, ctx: CustomerCtx, ticket: Pick<TicketRow, 'openedBy'>): Promise<void> {
  if (!(await mayWriteTo(tx, ctx, ticket))) throw new AppError('PERMISSION_DENIED', { who: 'viewer', permission: 'tickets.write' });
}
