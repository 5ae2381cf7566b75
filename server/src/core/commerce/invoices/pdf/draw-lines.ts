import { documentWords } from '@boreal/contract/billing/document-words.ts';
import { toldIn } from '@boreal/contract/words/french-spacing.ts';
import { INK, PAGE, type Sheet } from './sheet.ts';
import { decimalsFor, money } from './figures.ts';

const AMOUNT_WIDTH = 110;
const PAD = 5;

/** The table of lines, on as many pages as it needs, with the column titles on each page. */
export function drawLines(sheet: Sheet): void {
  const { doc, invoice, language } = sheet;
  const { left, width } = columns();
  const decimals = decimalsFor(invoice.content.lines.map((line) => line.amount));
  drawTitles(sheet);
  doc.font('plain').fontSize(9).fillColor(INK.text);
  for (const { description, amount } of invoice.content.lines) {
    const what = toldIn(language, description);
    const height = doc.heightOfString(what, { width }) + 2 * PAD;
    if (doc.y + height > PAGE.height - PAGE.bottom) {
      doc.addPage();
      drawTitles(sheet);
      doc.font('plain').fontSize(9).fillColor(INK.text);
    }
    const y = doc.y + PAD;
    doc.text(what, left, y, { width });
    doc.text(money(amount, language, decimals), PAGE.width - PAGE.margin - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
    doc.y = y + height - PAD;
    rule(sheet);
  }
}

function drawTitles(sheet: Sheet): void {
  const { doc, language } = sheet;
  const { left, width } = columns();
  const y = doc.y;
  doc.font('bold').fontSize(8.5).fillColor(INK.quiet);
  doc.text(documentWords.description[language], left, y, { width });
  doc.text(documentWords.amount[language], PAGE.width - PAGE.margin - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' });
  doc.y = y + 15;
  rule(sheet);
}

function columns(): { left: number; width: number } {
  return { left: PAGE.margin, width: PAGE.width - 2 * PAGE.margin - AMOUNT_WIDTH - 12 };
}

/** A thin line across the page at the pen. */
export function rule({ doc }: Sheet): void {
  doc
    .moveTo(PAGE.margin, doc.y)
    .lineTo(PAGE.width - PAGE.margin, doc.y)
    .lineWidth(0.5)
    .strokeColor(INK.rule)
    .stroke();
}
