/**
 * One line of a CSV file, as RFC 4180 has it. A text that a spreadsheet would take for a formula is made a plain one, also where it would
 * begin one only once it was cut: programs set to French or to tabs cut at `;` and at tabs, and at lines within our quotes.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Where a cell begins, and a sign follows that begins a formula: at once, after blanks, quotes and what is not seen, or in its wide form. */
const FORMULA = /(^|[;\t\r\n])(?=[\s"\p{Cc}\p{Cf}]*[=+\-@＝＋－﹣−＠])/gu;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replaceAll(FORMULA, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
