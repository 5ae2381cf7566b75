import { INVOICE_FILE, INVOICES_ZIP } from '@boreal/contract/api/console-files.ts';
import * as invoices from '@boreal/contract/endpoints/console/invoices.ts';
import type { InvoiceFilter } from '@boreal/contract/billing/invoices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage, consoleAddress } from './call.ts';

export const listInvoices = (accountId: string, { cursor, ...query }: InvoiceFilter & { cursor: string | null }) =>
  callPage(invoices.listInvoices, { params: { accountId }, cursor, query });

export const invoiceQuery = (accountId: string, invoiceId: string) =>
  queryOptions({
    queryKey: [accountId, 'invoices', invoiceId],
    queryFn: ({ signal }) => call(invoices.getInvoice, { params: { accountId, invoiceId }, signal }),
    // A document never changes.
    staleTime: Infinity,
  });

/** The browser's address for a document's PDF. */
export const invoiceFile = (accountId: string, invoiceId: string, language: Language) =>
  consoleAddress(INVOICE_FILE, { params: { accountId, invoiceId }, query: { language } });

/** The address of all of them that a filter finds, in one file. */
export const invoicesZip = (accountId: string, query: InvoiceFilter & { language: Language }) =>
  consoleAddress(INVOICES_ZIP, { params: { accountId }, query });
