/** As long as a name may be in a mail to somebody who may not know us. */
const LONGEST = 40;

/**
 * A name as a mail shows it. Strangers choose names and whom we write to: what stands in a mail of ours is short, of one line,
 * and nothing that a mail program makes a link of.
 */
export function plainName(name: string): string {
  const broken = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    // What stands between the parts of an address: web, mail, or a path. At the end of a word it is only a sign.
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
