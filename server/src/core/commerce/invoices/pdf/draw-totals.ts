import { documentWords } from '@boreal/contract/billing/document-words.ts';
import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import { rule } from './draw-lines.ts';
import { INK, PAGE, type Sheet } from './sheet.ts';
import { decimalsFor, labelled, money } from './figures.ts';

const LABEL_WIDTH = 190;
const AMOUNT_WIDTH = 110;
const ROW = 17;
/** The width of the document's number and page at the foot. */
const PAGE_NUMBER_WIDTH = 140;

interface TotalRow {
  readonly label: string;
  readonly amount: number;
  readonly bold?: true;
}

/** The totals: taxes one by one, or the balances of a statement; then how it was paid. */
export function drawTotals(sheet: Sheet): void {
  const { doc, invoice, language } = sheet;
  const rows = totalRows(sheet);
  const decimals = decimalsFor(rows.map((row) => row.amount));
  if (doc.y + rows.length * ROW + 60 > PAGE.height - PAGE.bottom) doc.addPage();
  doc.y += 10;
  const right = PAGE.width - PAGE.margin;
  for (const { label, amount, bold } of rows) {
    const y = doc.y;
    doc
      .font(bold ? 'bold' : 'plain')
      .fontSize(bold ? 11 : 9)
      .fillColor(INK.text);
    doc.text(label, right - AMOUNT_WIDTH - LABEL_WIDTH - 10, y, { width: LABEL_WIDTH, align: 'right' });
    doc.text(money(amount, language, decimals), right - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
    doc.y = y + ROW;
  }
  doc.y += 10;
  doc.font('plain').fontSize(8.5).fillColor(INK.quiet);
  const { payment } = invoice.content;
  if (payment) {
    const how = invoice.kind === 'credit_note' ? documentWords.givenBackTo : documentWords.paidBy;
    const card = `${how[language]} ${brandName(payment.brand)} •••• ${payment.last4}`;
    doc.text(`${card}   ${documentWords.payment[language]} ${payment.id}`, PAGE.margin, doc.y, { width: right - PAGE.margin });
  }
  if (invoice.kind === 'statement') doc.text(toldIn(language, documentWords.taxNote), PAGE.margin, doc.y, { width: right - PAGE.margin });
}

function totalRows({ invoice, language }: Sheet): TotalRow[] {
  const { balances, taxes } = invoice.content;
  if (balances) {
    return [
      { label: documentWords.opening[language], amount: balances.opening },
      { label: documentWords.closing[language], amount: balances.closing, bold: true },
      // Last, because it is part of the lines and not a step from one balance to the other.
      { label: documentWords.used[language], amount: invoice.net },
    ];
  }
  return [
    { label: documentWords.subtotal[language], amount: invoice.net },
    ...taxes.map(({ label, amount }) => ({ label: label[language], amount })),
    { label: documentWords.total[language], amount: invoice.total, bold: true },
  ];
}

/** The brand as printed on the card: `Visa` for `visa`. */
function brandName(brand: string): string {
  return brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** On every page: the seller's tax numbers, and which page it is. */
export function drawFoot(sheet: Sheet): void {
  const { doc, invoice, language } = sheet;
  const { registrations } = invoice.content.seller;
  const numbers = registrations.map(({ label, number }) => `${label[language]} ${number}`).join('   ');
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    doc.y = PAGE.height - 60;
    rule(sheet);
    doc.font('plain').fontSize(8).fillColor(INK.quiet);
    const y = PAGE.height - 52;
    const width = PAGE.width - 2 * PAGE.margin;
    if (numbers !== '')
      doc.text(labelled(documentWords.taxNumbers[language], numbers, language), PAGE.margin, y, {
        width: width - PAGE_NUMBER_WIDTH,
      });
    doc.text(`${invoice.number}   ${documentWords.page[language]} ${page + 1}/${count}`, PAGE.margin, y, { width, align: 'right' });
  }
}
