/** A number being typed: text until it is one, empty if nothing is typed. */
export type Typed = number | string;

/** A number as typed, with a comma or a point; null if nothing was typed. An invalid number is NaN, which the schema refuses. */
export function amountOf(typed: Typed): number | null {
  if (typeof typed === 'number') return typed;
  const text = typed.replaceAll(/[\s\u00a0\u202f]/g, '');
  return text === '' ? null : Number(text.replace(',', '.'));
}

/** The same for a required amount: nothing becomes NaN, so that the sentence says what to enter. */
export const amountNeeded = (typed: Typed): number => amountOf(typed) ?? Number.NaN;

/** A text without space around it; null where nothing was typed. */
export function textOrNull(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}

/** Words with commas or spaces between them. */
export const wordsOf = (typed: string): string[] => typed.split(/[\s,]+/).filter((word) => word !== '');

/** A time as a field for one in the viewer's zone has it, to the minute. */
export function momentTyped(iso: string): string {
  const moment = new Date(iso);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** A time chosen in the viewer's zone, as ISO 8601; undefined if none was chosen. */
export function momentOf(typed: string): string | undefined {
  if (typed === '') return undefined;
  const moment = new Date(typed);
  return Number.isNaN(moment.getTime()) ? typed : moment.toISOString();
}
