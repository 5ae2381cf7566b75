import { z } from 'zod';
import { memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { Invoice, InvoiceFilter, InvoiceSummary } from '../../billing/invoices.ts';
import { PageQuery } from '../../api/pages.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });

export const listInvoices = read.list('/invoices', 'Receipts, invoices, credit notes and statements, the newest first', {
  takes: { query: PageQuery.extend(InvoiceFilter.shape) },
  of: InvoiceSummary,
  errors: ['INVALID_REQUEST'],
});

export const getInvoice = read.get('/invoices/:invoiceId', 'A document', {
  errors: ['NOT_FOUND'],
  takes: { params: z.object({ invoiceId: IdText }) },
  data: Invoice,
});
