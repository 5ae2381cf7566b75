import { Invoice, InvoiceSummary, type InvoiceKind } from '@boreal/contract/invoices.ts';
import type { Language } from '@boreal/contract/language.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole, callPage } from './call.ts';
import { underAccount } from './paths.ts';

const at = (accountId: string, invoiceId: string, path = '') =>
  underAccount(accountId, `/invoices/${encodeURIComponent(invoiceId)}${path}`);

export const listInvoices = (accountId: string, { cursor, kind }: { cursor: string | null; kind: InvoiceKind | undefined }) =>
  callPage(underAccount(accountId, '/invoices'), InvoiceSummary, { cursor, query: { kind } });

export const invoiceQuery = (accountId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [accountId, 'invoices', invoiceId],
    queryFn: ({ signal }) => callConsole(at(accountId, invoiceId), Invoice, { signal }),
    // A document never changes.
    staleTime: Infinity,
  });

/** Where the browser gets a document as a PDF. */
export const invoiceFile = (accountId: string, invoiceId: string, language: Language) =>
  `/api/console${at(accountId, invoiceId, '/pdf')}?language=${language}`;
