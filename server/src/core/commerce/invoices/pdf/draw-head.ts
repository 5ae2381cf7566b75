import { documentTitles, documentWords } from '@boreal/contract/billing/document-words.ts';
import type { InvoiceContent } from '@boreal/contract/billing/invoices.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { refundReasonIn } from '@boreal/contract/billing/refund-reasons.ts';
import { taxIdNames } from '@boreal/contract/billing/tax-names.ts';
import { INK, PAGE, type Sheet } from './sheet.ts';
import { day, labelled, month } from './figures.ts';

const GAP = 18;

/** Seller, title, buyer. Leaves the pen below. */
export function drawHead({ doc, invoice, language }: Sheet): void {
  const { seller, buyer, period, about } = invoice.content;
  const left = PAGE.margin;
  const middle = PAGE.width / 2;
  const half = middle - PAGE.margin - 10;

  doc.font('bold').fontSize(17).fillColor(INK.accent).text(seller.name, left, PAGE.margin, { width: half });
  doc.font('plain').fontSize(8.5).fillColor(INK.quiet);
  for (const line of [...addressLines(seller.address, language), seller.email, seller.website])
    if (line) doc.text(line, left, doc.y, { width: half });
  const sellerEnd = doc.y;

  doc.font('bold').fontSize(15).fillColor(INK.text);
  doc.text(documentTitles[invoice.kind][language], middle, PAGE.margin, { width: half + 10, align: 'right' });
  const facts: [string, string][] = [
    [documentWords.number[language], invoice.number],
    [documentWords.date[language], day(invoice.issuedAt, language)],
    [documentWords.account[language], buyer.accountId],
  ];
  if (period) facts.push([documentWords.period[language], month(period.start, language)]);
  if (about) facts.push([documentWords.about[language], about.number]);
  doc.moveDown(0.4).fontSize(8.5);
  for (const [name, value] of facts) {
    const y = doc.y;
    doc.font('plain').fillColor(INK.quiet).text(name, middle, y, { width: 90, align: 'right' });
    const nameEnd = doc.y;
    doc
      .font('plain')
      .fillColor(INK.text)
      .text(value, middle + 96, y, { width: half - 86, align: 'right' });
    doc.y = Math.max(nameEnd, doc.y) + 1;
  }

  doc.y = Math.max(sellerEnd, doc.y) + GAP;
  doc
    .font('bold')
    .fontSize(8.5)
    .fillColor(INK.quiet)
    .text((invoice.kind === 'credit_note' ? documentWords.creditedTo : documentWords.billedTo)[language], left, doc.y);
  doc.font('plain').fontSize(10).fillColor(INK.text);
  const to = [
    buyer.company,
    buyer.name,
    ...addressLines(buyer.address, language),
    ...buyer.taxIds.map(({ kind, number }) => `${taxName(kind, language)} ${number}`),
  ];
  for (const line of to) if (line) doc.text(line, left, doc.y, { width: half + 60 });
  if (about) {
    doc.moveDown(0.6).fontSize(8.5).fillColor(INK.quiet);
    doc.text(labelled(documentWords.reason[language], refundReasonIn(about.reason, language), language), left, doc.y, {
      width: PAGE.width - 2 * PAGE.margin,
    });
  }
  doc.y += GAP;
}

/** An address as on an envelope, without the parts that nobody has entered. */
function addressLines(address: InvoiceContent['seller']['address'], language: 'en' | 'fr'): string[] {
  // In French the province is in parentheses, in English it is not.
  const province = address.province && language === 'fr' ? `(${address.province})` : address.province;
  const place = [address.city, province, address.postalCode].filter(Boolean).join(' ');
  const country = new Intl.DisplayNames([language], { type: 'region' }).of(address.country) ?? address.country;
  return [address.line1, address.line2, place, country].filter((line): line is string => Boolean(line));
}

function taxName(kind: string, language: 'en' | 'fr'): string {
  const names: Readonly<Record<string, Told>> = taxIdNames;
  return names[kind]?.[language] ?? '';
}
