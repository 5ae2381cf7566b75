/** A field's text without space around it; null when nothing was written. */
export function textOf(fields: FormData, name: string): string | null {
  const value = fields.get(name);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** A field's text as the server is told it: what was left empty, too, so that it can say so. */
export function wordsOf(fields: FormData, name: string): string {
  return textOf(fields, name) ?? '';
}

/** A field's number, written with a comma or a point; null when nothing was written. What is no number is told as NaN. */
export function numberOf(fields: FormData, name: string): number | null {
  const text = textOf(fields, name);
  return text === null ? null : Number(text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.'));
}

/** The same where the server has to be asked: no amount is told as 0, which it refuses. */
export function amountOf(fields: FormData, name: string): number {
  const amount = numberOf(fields, name);
  return amount === null || Number.isNaN(amount) ? 0 : amount;
}

/** A moment chosen in the viewer's zone, as ISO 8601; null when nothing was chosen. */
export function momentOf(fields: FormData, name: string): string | null {
  const text = textOf(fields, name);
  if (text === null) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
