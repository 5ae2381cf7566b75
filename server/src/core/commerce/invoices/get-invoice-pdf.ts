import type { Language } from '@boreal/contract/words/language.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { getInvoice } from './get-invoice.ts';
import { renderInvoice } from './pdf/render-invoice.ts';

/** A document as a PDF, by default in the language it was issued in. The same document always has the same bytes. @throws NOT_FOUND */
export async function getInvoicePdf(
  ctx: CustomerCtx,
  input: { invoiceId: string; language?: Language | undefined },
): Promise<{ filename: string; bytes: Buffer }> {
  const invoice = await getInvoice(ctx, input);
  const bytes = await renderInvoice(invoice, input.language ?? invoice.language);
  return { filename: `${invoice.number}.pdf`, bytes };
}
