import type { TicketStatus } from '@boreal/contract/account/support.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { TicketMessages, Tickets } from '../../../db/rows.gen.ts';
import { containing } from '../../ground/search.rules.ts';

export type TicketRow = Selectable<Tickets>;
export type TicketMessageRow = Selectable<TicketMessages>;

/** Serializes the opening of tickets in an account. */
export function lockTicketsOf(tx: Tx, accountId: string): Promise<{ name: string } | null> {
  return firstOrNull(tx.selectFrom('accounts').select('name').where('id', '=', accountId).forNoKeyUpdate());
}

export async function countUnclosed(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('tickets')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('accountId', '=', accountId)
    .where('status', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertTicket(tx: Tx, row: Insertable<Tickets>): Promise<void> {
  await tx.insertInto('tickets').values(row).execute();
}

export async function insertMessage(tx: Tx, row: Insertable<TicketMessages>): Promise<void> {
  await tx.insertInto('ticketMessages').values(row).execute();
}

/** A ticket with the name of its account; locked. Null if there is none, or it is not this account's. */
export function lockTicket(tx: Tx, input: { id: string; accountId?: string }): Promise<(TicketRow & { accountName: string }) | null> {
  let query = tx
    .selectFrom('tickets')
    .innerJoin('accounts', 'accounts.id', 'tickets.accountId')
    .selectAll('tickets')
    .select('accounts.name as accountName')
    .where('tickets.id', '=', input.id)
    .forUpdate('tickets');
  if (input.accountId !== undefined) query = query.where('tickets.accountId', '=', input.accountId);
  return firstOrNull(query);
}

export function findTicket(db: Sql | Tx, input: { id: string; accountId?: string }): Promise<TicketRow | null> {
  let query = db.selectFrom('tickets').selectAll().where('id', '=', input.id);
  if (input.accountId !== undefined) query = query.where('accountId', '=', input.accountId);
  return firstOrNull(query);
}

export async function moveTicket(tx: Tx, input: { id: string; status: TicketStatus; at: Date }): Promise<void> {
  const { id, status, at } = input;
  const closedAt = status === 'closed' ? at : null;
  await tx.updateTable('tickets').set({ status, updatedAt: at, closedAt }).where('id', '=', id).execute();
}

/** A ticket's messages, oldest first. Their number is limited. */
export function selectMessages(db: Sql | Tx, ticketId: string): Promise<TicketMessageRow[]> {
  return db.selectFrom('ticketMessages').selectAll().where('ticketId', '=', ticketId).orderBy('id').execute();
}

export async function countMessages(tx: Tx, ticketId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('ticketMessages')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface TicketQuery {
  readonly accountId?: string | undefined;
  readonly status?: TicketStatus | undefined;
  /** Part of the subject, or the id; when reading all accounts' tickets, also part of the account's name, or its id. */
  readonly search?: string | undefined;
  /** Tickets opened before the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Tickets with the name of their account, newest first. */
export function selectTickets(
  db: Sql,
  { accountId, status, search, before, limit }: TicketQuery,
): Promise<(TicketRow & { accountName: string })[]> {
  let query = db
    .selectFrom('tickets')
    .innerJoin('accounts', 'accounts.id', 'tickets.accountId')
    .selectAll('tickets')
    .select('accounts.name as accountName')
    .orderBy('tickets.id', 'desc')
    .limit(limit);
  if (accountId !== undefined) query = query.where('tickets.accountId', '=', accountId);
  if (search !== undefined) {
    const like = containing(search);
    query = query.where((eb) =>
      eb.or([
        eb('tickets.id', '=', search),
        eb('subject', 'ilike', like),
        ...(accountId === undefined ? [eb('accounts.id', '=', search), eb('accounts.name', 'ilike', like)] : []),
      ]),
    );
  }
  if (status !== undefined) query = query.where('tickets.status', '=', status);
  if (before !== undefined) query = query.where('tickets.id', '<', before);
  return query.execute();
}

/** The person who opened a ticket, while they belong to its account; null if a key opened it, or they have left. */
export function findOpener(tx: Tx, ticket: TicketRow) {
  if (ticket.openedBy === null) return null;
  return firstOrNull(
    tx
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.userId', 'users.id')
      .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
      .select((eb) => ['users.email', 'users.name', eb.fn.coalesce('users.language', 'accounts.language').as('language')])
      .where('users.id', '=', ticket.openedBy)
      .where('memberships.accountId', '=', ticket.accountId),
  );
}
