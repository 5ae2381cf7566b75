/** After an abbreviation such as `4:33 a.m.` or `27 déc.`: its period also ends the sentence. */
const DOUBLED_PERIOD = /(?<=\p{L})\.\.(?=\s|$)/gu;

/** The text with a single period where a sentence ends with an abbreviation. */
export function onePeriod(text: string): string {
  return text.replaceAll(DOUBLED_PERIOD, '.');
}
