import { documentTitles } from '@boreal/contract/billing/document-words.ts';
import { fileURLToPath } from 'node:url';
import type { Invoice } from '@boreal/contract/billing/invoices.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import { drawHead } from './draw-head.ts';
import { drawLines } from './draw-lines.ts';
import { drawFoot, drawTotals } from './draw-totals.ts';
import { PAGE, type Sheet } from './sheet.ts';

/** A font with every letter of European names; it shows any other letter as an empty box. */
const font = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

/** A document as a PDF of one or more pages. Its creation date is the document's, so that the same document always has the same bytes. */
export async function renderInvoice(invoice: Invoice, language: Language): Promise<Buffer> {
  const title = `${documentTitles[invoice.kind][language]} ${invoice.number}`;
  // Large, and not needed at startup: loaded with the first document.
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    bufferPages: true,
    lang: `${language}-CA`,
    displayTitle: true,
    info: {
      Title: title,
      Author: invoice.content.seller.name,
      CreationDate: new Date(invoice.issuedAt),
      ModDate: new Date(invoice.issuedAt),
    },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  doc.registerFont('plain', font('DejaVuSansCondensed')).registerFont('bold', font('DejaVuSansCondensed-Bold'));
  const sheet: Sheet = { doc, invoice, language };
  drawHead(sheet);
  drawLines(sheet);
  drawTotals(sheet);
  drawFoot(sheet);
  doc.end();
  await ended;
  return Buffer.concat(parts);
}
