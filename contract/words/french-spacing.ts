import type { Language, Told } from './language.ts';
import { onePeriod } from './one-period.ts';

/** Before these signs, within an amount such as `10 000 $`, and after an opening quotation mark. */
const UNBREAKABLE = / (?=[:»%])|(?<=\d) (?=\$(?!\w)|\d{3}(?!\d))|(?<=«) /g;

/** Before these the space is narrow, as the OQLF has it. */
const NARROW = /[ \u00a0](?=[;!?])/g;

/**
 * A French sentence in which no line breaks before a sign that stands apart: the spaces there are non-breaking. One that ends with an
 * abbreviation has one period.
 */
export function frenchSpacing(sentence: string): string {
  return onePeriod(sentence.replaceAll(NARROW, '\u202f').replaceAll(UNBREAKABLE, '\u00a0'));
}

/** A sentence as its reader gets it. */
export function toldIn(language: Language, told: Told): string {
  return language === 'fr' ? frenchSpacing(told.fr) : onePeriod(told.en);
}
