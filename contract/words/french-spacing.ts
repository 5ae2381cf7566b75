import type { Language, Told } from './language.ts';
import { onePeriod } from './one-period.ts';

/** Before these signs, within an amount such as `10 000 $`, and after an opening quotation mark, the space does not break. */
const UNBREAKABLE = / (?=[:»%])|(?<=\d) (?=\$(?!\w)|\d{3}(?!\d))|(?<=«) /g;

/** Before these the space is narrow, as the OQLF recommends. */
const NARROW = /[ \u00a0](?=[;!?])/g;

/**
 * A French sentence with non-breaking spaces before the signs that French sets apart, so that no line starts with one. A sentence that ends
 * with an abbreviation has one period.
 */
export function frenchSpacing(sentence: string): string {
  return onePeriod(sentence.replaceAll(NARROW, '\u202f').replaceAll(UNBREAKABLE, '\u00a0'));
}

/** A sentence in the reader's language. */
export function toldIn(language: Language, told: Told): string {
  return language === 'fr' ? frenchSpacing(told.fr) : onePeriod(told.en);
}
