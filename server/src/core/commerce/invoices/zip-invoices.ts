import { INVOICES_ZIP_MAX, type InvoiceFilter } from '@boreal/contract/billing/invoices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { listSentences } from '@boreal/contract/request-sentences/lists.sentences.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { zipParts, type ZippedFile } from '../../../kit/zip.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { listAllInvoices, toInvoice } from './get-invoice.ts';
import type { InvoiceRow } from './invoices.store.ts';
import { renderInvoice } from './pdf/render-invoice.ts';

/** Laying out a document blocks the process. Across all archives, one document is laid out at a time … */
const oneAtATime = pLimit(1);
/** … and the next one after a pause this many times as long. */
const REST = 2;

/**
 * The account's documents as PDFs in one ZIP archive, newest first, by default each in the language it was issued in. Lays them out as they
 * are read. @throws NOT_FOUND there are none · INVALID_REQUEST there are too many, or the last day is before the first
 */
export async function zipInvoices(
  ctx: CustomerCtx,
  { language, ...filter }: InvoiceFilter & { language?: Language | undefined },
): Promise<AsyncGenerator<Uint8Array>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const { items, nextCursor } = await listAllInvoices(ctx, { ...filter, accountId: ctx.accountId, limit: INVOICES_ZIP_MAX });
  if (nextCursor !== null) throw invalidRequest('from', listSentences.tooManyDocuments(INVOICES_ZIP_MAX));
  if (items.length === 0) throw notFound('invoice');
  return zipParts(layOut(items, language));
}

async function* layOut(rows: readonly InvoiceRow[], language: Language | undefined): AsyncGenerator<ZippedFile> {
  for (const row of rows) {
    const invoice = toInvoice(row);
    const bytes = await oneAtATime(async () => {
      const begun = performance.now();
      const laidOut = await renderInvoice(invoice, language ?? invoice.language);
      await sleep(REST * (performance.now() - begun));
      return laidOut;
    });
    yield { name: `${invoice.number}.pdf`, at: row.createdAt, bytes };
  }
}
