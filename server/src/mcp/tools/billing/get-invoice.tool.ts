import { Invoice } from '@boreal/contract/billing/invoices.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { siteLinks } from '@boreal/contract/words/links.ts';
import { z } from 'zod';
import { getInvoice as readInvoice } from '../../../core/commerce/invoices/get-invoice.ts';
import { defineTool } from '../../define-tool.ts';

const Told = Invoice.omit({ content: true }).extend({
  lines: z.array(z.object({ description: z.string(), amount: z.number() })),
  taxes: z.array(z.object({ name: z.string(), amount: z.number() })),
  url: z.string(),
});

export const getInvoice = defineTool({
  name: 'svc_get_invoice',
  group: 'billing',
  title: 'Get an invoice',
  description: 'One document: lines, taxes, total, and the console page that has its PDF.',
  input: z.strictObject({ invoiceId: IdText }),
  output: z.object({ invoice: Told }),
  run: async (ctx, { invoiceId }, { siteUrl }) => {
    const { content, ...summary } = await readInvoice(ctx, { invoiceId });
    const lines = content.lines.map(({ description, amount }) => ({ description: description.en, amount }));
    const taxes = content.taxes.map(({ label, amount }) => ({ name: label.en, amount }));
    return { invoice: { ...summary, lines, taxes, url: siteLinks(siteUrl).invoice(summary.id) } };
  },
  tell: ({ invoice }) => `${invoice.number}: ${invoice.total} CAD.`,
});
