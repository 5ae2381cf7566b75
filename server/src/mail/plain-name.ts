/** The longest name in a mail to someone who may not know Boreal. */
const LONGEST = 40;

/**
 * A name as a mail shows it. Strangers choose names and recipients, so a name in Boreal's mail is short, one line, and contains nothing
 * that a mail program turns into a link.
 */
export function plainName(name: string): string {
  const broken = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    // The separators in URLs, e-mail addresses and paths. At the end of a word they are only punctuation.
    .replaceAll(/[.:/\\@。．｡·․]+(?=\S)/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(broken)];
  if (letters.length <= LONGEST) return broken;
  return `${letters
    .slice(0, LONGEST - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}
