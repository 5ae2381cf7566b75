import { z } from 'zod';
import { memberReads } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { Invoice, InvoiceKind, InvoiceSummary } from '../../invoices.ts';
import { PageQuery } from '../../pages.ts';

const read = { ...memberReads, needs: 'billing.read' } as const;
const NOT_FOUND = { errors: ['NOT_FOUND'] } as const;

export const listInvoices = list('/invoices', {
  ...read,
  takes: { query: PageQuery.extend({ kind: InvoiceKind.optional() }) },
  of: InvoiceSummary,
  summary: 'Receipts, invoices, credit notes and statements, the newest first',
});

export const getInvoice = endpoint('GET', '/invoices/:invoiceId', {
  ...read,
  ...NOT_FOUND,
  takes: { params: z.object({ invoiceId: IdText }) },
  data: Invoice,
  summary: 'A document',
});
