import type { Language, Told } from './language.ts';

/** Before these signs, within an amount such as `10 000 $`, and after an opening quotation mark. */
const UNBREAKABLE = / (?=[:»%])|(?<=\d) (?=\$(?!\w)|\d{3}(?!\d))|(?<=«) /g;

/** Before these the space is narrow, as the OQLF has it. */
const NARROW = /[ \u00a0](?=[;!?])/g;

/** After a date that ends in an abbreviation, such as `27 déc.`: its period ends the sentence, too. */
const DOUBLED_PERIOD = /(?<=\p{L})\.\.(?=\s|$)/gu;

/**
 * A French sentence in which no line breaks before a sign that stands apart: the spaces there are non-breaking. One that ends with an
 * abbreviation has one period.
 */
export function frenchSpacing(sentence: string): string {
  return sentence.replaceAll(NARROW, '\u202f').replaceAll(UNBREAKABLE, '\u00a0').replaceAll(DOUBLED_PERIOD, '.');
}

/** A sentence as its reader gets it. */
export function toldIn(language: Language, told: Told): string {
  return language === 'fr' ? frenchSpacing(told.fr) : told.en;
}
