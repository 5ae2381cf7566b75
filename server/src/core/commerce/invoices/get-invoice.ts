import { InvoiceContent, type Invoice, type InvoiceFilter, type InvoiceSummary } from '@boreal/contract/billing/invoices.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { spanOfDays } from '../../ground/span-of-days.rules.ts';
import { findInvoice, selectInvoices, type InvoiceRow } from './invoices.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** One document of the account, as it was issued. @throws NOT_FOUND */
export async function getInvoice(ctx: CustomerCtx, input: { invoiceId: string }): Promise<Invoice> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const row = await findInvoice(ctx.db.sql, input.invoiceId);
  if (!row || row.accountId !== ctx.accountId) throw notFound('invoice');
  return toInvoice(row);
}

/** The account's documents, newest first. @throws INVALID_REQUEST the last day is before the first */
export async function listInvoices(ctx: CustomerCtx, input: PageInput & InvoiceFilter = {}): Promise<Page<InvoiceSummary>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const { items, nextCursor } = await listAllInvoices(ctx, { ...input, accountId: ctx.accountId });
  return { items: items.map(toSummary), nextCursor };
}

/** Documents of all accounts, or of one, newest first. For operators. @throws INVALID_REQUEST likewise */
export async function listAllInvoices(
  ctx: Ctx,
  input: PageInput & InvoiceFilter & { accountId?: string | undefined } = {},
): Promise<Page<InvoiceRow>> {
  const { accountId, kind, search } = input;
  const { start, end } = spanOfDays(input);
  return pageById('invoice', input, (lastId, limit) =>
    selectInvoices(ctx.db.sql, { accountId, kind, search, start, end, before: lastId ?? null, limit }),
  );
}

/** One document of any account. For operators. @throws NOT_FOUND */
export async function getAnyInvoice(ctx: Ctx, input: { invoiceId: string }): Promise<InvoiceRow> {
  const row = await findInvoice(ctx.db.sql, input.invoiceId);
  if (!row) throw notFound('invoice');
  return row;
}

export function toSummary(row: InvoiceRow): InvoiceSummary {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    net: toCad(row.netMicros),
    tax: toCad(row.taxMicros),
    total: toCad(row.totalMicros),
    currency: 'CAD',
    language: Language.parse(row.language),
    issuedAt: row.createdAt.toISOString(),
  };
}

export function toInvoice(row: InvoiceRow): Invoice {
  return { ...toSummary(row), content: InvoiceContent.parse(row.content) };
}
