/** After what ends in an abbreviation, such as `4:33 a.m.` or `27 déc.`: its period ends the sentence, too. */
const DOUBLED_PERIOD = /(?<=\p{L})\.\.(?=\s|$)/gu;

/** The text with one period where a sentence ends with an abbreviation. */
export function onePeriod(text: string): string {
  return text.replaceAll(DOUBLED_PERIOD, '.');
}
