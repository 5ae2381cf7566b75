import { InvoiceKind, InvoiceSummary } from '@boreal/contract/billing/invoices.ts';
import { z } from 'zod';
import { listInvoices as readInvoices } from '../../../core/commerce/invoices/get-invoice.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields } from '../../fields.ts';

export const listInvoices = defineTool({
  name: 'svc_list_invoices',
  group: 'billing',
  title: 'List invoices',
  description: 'Receipts, invoices, credit notes and statements, newest first.',
  input: z.strictObject({ kind: InvoiceKind.optional(), ...pageFields }),
  output: z.object({ invoices: z.array(InvoiceSummary.omit({ language: true, currency: true })), nextCursor }),
  run: async (ctx, { limit = PAGE_DEFAULT, ...query }) => {
    const { items, nextCursor: next } = await readInvoices(ctx, { limit, ...query });
    return { invoices: items, nextCursor: next };
  },
  tell: ({ invoices, nextCursor: cursor }) => counted(invoices.length, 'document', cursor),
});
