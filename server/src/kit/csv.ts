/** The mark by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line of a CSV file, as RFC 4180 defines it. Text that a spreadsheet would take for a formula is made plain, even where it
 * would only become one after being cut: programs set to French or to tabs cut at `;` and at tabs, and at line breaks within our
 * quotes.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/**
 * Where a cell begins and is followed by a character that begins a formula: at once, after blanks, quotes and invisible characters,
 * or in its full-width form.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠])/gu;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULA, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
