import type { Language } from '@boreal/contract/words/language.ts';
import { listServerEvents } from '../../fleet/servers/views/list-server-events.ts';
import { readLabels } from '../../fleet/servers/descriptions/descriptions.store.ts';
import { machineFirewall } from '../../fleet/firewall/firewall.store.ts';
import { listStockAlerts } from '../../fleet/stock-alerts/list-stock-alerts.ts';
import { getOwnSubscription } from '../../fleet/subscribers/own-subscription.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { listAudit } from '../../ground/audit/list-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { listApiKeys } from '../../ground/keys/list-keys.ts';
import { listMembers } from '../../ground/members/list-members.ts';
import { LIST_MAX, page, type Page, type PageInput } from '../../ground/page.ts';
import { getProfile } from '../../ground/profiles/get-profile.ts';
import { findOwnRecord } from '../../ground/people/users.store.ts';
import { getWaysIn } from '../../ground/people/unlink-identity.ts';
import { tellOwnAccessChange } from '../../ground/people/tell-access-change.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { listSshKeys } from '../../ground/ssh-keys/list-ssh-keys.ts';
import { listMcpKeys } from '../../money/agents/list-mcp-keys.ts';
import { readAccountBudget } from '../../money/budgets/tell-account-budget.ts';
import { getCredits } from '../../money/credit/get-credits.ts';
import { getInvoice, listInvoices } from '../invoices/get-invoice.ts';
import { listCards } from '../cards/list-cards.ts';
import { listOrders } from '../orders/get-order.ts';
import { listPayments } from '../payments/get-payment.ts';
import { getTicket } from '../support/get-ticket.ts';
import { listTickets } from '../support/list-tickets.ts';
import { selectServersEver } from './servers-of-account.store.ts';

/**
 * Everything that an account has here, as one JSON object, in chunks: for an owner who wants their data, or an operator asked by one.
 * Sentences in it are in the given language. The export is recorded, and the owner told, before the first byte is sent. @throws
 * PERMISSION_DENIED
 */
export async function exportAccount(ctx: CustomerCtx, { language }: { language: Language }): Promise<AsyncGenerator<string>> {
  await requireRole(ctx.db.sql, ctx, 'account.read');
  await ctx.transact(async (tx) => {
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'account.exported', target: ctx.accountId });
    await tellOwnAccessChange(tx, ctx, { what: 'data_exported' });
  });
  return logged(ctx, written(ctx, language));
}

/** The response has begun: a failure from here on only cuts the file off, so it is logged. */
async function* logged(ctx: CustomerCtx, chunks: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* chunks;
  } catch (error) {
    ctx.log.error({ err: error, accountId: ctx.accountId, requestId: ctx.requestId }, 'the file with all data of an account was cut off');
    throw error;
  }
}

async function* written(ctx: CustomerCtx, language: Language): AsyncGenerator<string> {
  const exportedAt = ctx.clock.now().toISOString();
  yield `{"format":1,"exportedAt":${JSON.stringify(exportedAt)},"accountId":${JSON.stringify(ctx.accountId)}`;
  for (const [name, read] of Object.entries(wholes)) yield `,\n${JSON.stringify(name)}:${JSON.stringify(await read(ctx))}`;
  for (const [name, read] of Object.entries(lists(ctx, language))) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '\n';
    for await (const items of pages(read)) {
      for (const item of items) {
        yield `${separator}${JSON.stringify(item)}`;
        separator = ',\n';
      }
    }
    yield ']';
  }
  yield ',\n"complete":true}\n';
}

type ReadPage = (input: PageInput) => Promise<Page<unknown>>;

/** The parts that are not long. */
const wholes = {
  you: async (ctx) => (ctx.actor.type !== 'user' || ctx.actor.id === null ? null : ownRecord(ctx, ctx.actor.id)),
  profile: (ctx) => getProfile(ctx),
  people: (ctx) => listMembers(ctx),
  budget: (ctx) => readAccountBudget(ctx, ctx.accountId),
  cards: (ctx) => listCards(ctx),
  agentKeys: (ctx) => listMcpKeys(ctx, ctx),
  stockAlerts: (ctx) => (ctx.actor.type === 'user' ? listStockAlerts(ctx) : everybodysAlerts(ctx)),
  incidentMail: (ctx) => subscriptions(ctx),
} as const satisfies Record<string, (ctx: CustomerCtx) => Promise<unknown>>;

/** For an operator, who has no alerts of their own here. */
async function everybodysAlerts(ctx: CustomerCtx) {
  const { members } = await listMembers(ctx);
  const as = (userId: string, name: string) => ({ ...ctx, actor: { type: 'user', id: userId, name } as const });
  return Promise.all(members.map(async ({ userId, name }) => ({ userId, alerts: await listStockAlerts(as(userId, name)) })));
}

/** The caller's own; for an operator, those of everybody in the account. */
async function subscriptions(ctx: CustomerCtx) {
  const userIds =
    ctx.actor.type === 'user' && ctx.actor.id !== null ? [ctx.actor.id] : (await listMembers(ctx)).members.map(({ userId }) => userId);
  return Promise.all(userIds.map((userId) => getOwnSubscription(ctx, { userId })));
}

const lists = (ctx: CustomerCtx, locale: Language) =>
  ({
    sshKeys: (input) => listSshKeys(ctx, input),
    apiKeys: (input) => listApiKeys(ctx, input),
    servers: (input) => serversEver(ctx, locale, input),
    transactions: async (input) => {
      const { credits, nextCursor } = await getCredits(ctx, { locale, ...input });
      return { items: credits.transactions, nextCursor };
    },
    payments: (input) => listPayments(ctx, input),
    orders: (input) => listOrders(ctx, input),
    documents: async (input) => each(await listInvoices(ctx, input), ({ id }) => getInvoice(ctx, { invoiceId: id })),
    tickets: async (input) => each(await listTickets(ctx, input), ({ id }) => getTicket(ctx, { ticketId: id })),
    auditLog: (input) => listAudit(ctx, input),
  }) as const satisfies Record<string, ReadPage>;

/** Pages of a list, until it ends. */
async function* pages(read: ReadPage): AsyncGenerator<readonly unknown[]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await read({ limit: LIST_MAX, cursor });
    yield items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The same page with each item read in full, one after another: nobody waits for it, and others use the database. */
async function each<T, W>({ items, nextCursor }: Page<T>, whole: (item: T) => Promise<W>): Promise<Page<W>> {
  const read: W[] = [];
  for (const item of items) read.push(await whole(item));
  return { items: read, nextCursor };
}

/** How many servers at a time, each with all its activity. */
const SERVERS_AT_A_TIME = 50;

async function serversEver(ctx: CustomerCtx, locale: Language, { cursor }: PageInput): Promise<Page<unknown>> {
  const { accountId } = ctx;
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1');
  const rows = await selectServersEver(ctx.db.sql, { accountId, after, limit: SERVERS_AT_A_TIME + 1 });
  const found = page(rows, SERVERS_AT_A_TIME, ({ id }) => id);
  const labels = await readLabels(ctx.db.sql, { accountId, serverIds: found.items.map(({ id }) => id) });
  return each(found, async (row) => ({
    ...row,
    labels: labels.get(row.id) ?? [],
    firewall: await machineFirewall(ctx.db.sql, row.id),
    activity: await all((input) => listServerEvents(ctx, { serverId: row.id, locale, ...input })),
  }));
}

async function all(read: ReadPage): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const items of pages(read)) found.push(...items);
  return found;
}

/** Includes the external accounts they sign in with. */
async function ownRecord(ctx: CustomerCtx, userId: string) {
  const [record, { identities }] = await Promise.all([findOwnRecord(ctx.db.sql, userId), getWaysIn(ctx, { userId })]);
  return record && { ...record, identities };
}
