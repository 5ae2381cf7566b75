/** The mark by which spreadsheets recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * One line of a CSV file, as RFC 4180 defines it. Text that a spreadsheet would interpret as a formula is neutralised, even if it would
 * become one only after being split: programs set to French or to tabs split at `;` and at tabs, and at line breaks within quotes.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/**
 * A cell's start followed by a character that begins a formula: immediately, after blanks, quotes and invisible characters, or in its
 * full-width form.
 */
const FORMULA = /(^|[;\t\r\n])(?=[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠])/gu;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULA, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
