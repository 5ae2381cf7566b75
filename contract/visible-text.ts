/**
 * Characters that nobody sees and that a program, a language model above all, reads: tags, zero-width and filling characters,
 * variation selectors, marks that turn a line around, and control characters. One rule for every door: names (`NameText`) that have
 * one are refused, what people write (`MessageText`) is taken without them, and so is whatever agents read.
 *
 * What makes one emoji of several stays: U+FE0F after an emoji, U+200D between two. French and English need no other of them.
 */
const EMOJI = String.raw`(?<=\p{Emoji})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`;
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]`;
const hidden = new RegExp(`(?!${EMOJI})${UNSEEN}`, 'u');
const everyHidden = new RegExp(hidden, 'gu');
/** The same but for line ends and tabs, which free text has. */
const everyHiddenInText = new RegExp(String.raw`(?!${EMOJI}|[\n\t])${UNSEEN}`, 'gu');

/** Whether each character of a line is one that a reader sees. */
export function isVisible(line: string): boolean {
  return !hidden.test(line);
}

/** A line without what nobody sees. */
export function visibleLine(line: string): string {
  return line.replace(everyHidden, '');
}

/** A name as it is read, to compare what somebody types with what they see. */
export function asRead(name: string): string {
  const line = visibleLine(name.replaceAll(/[\t\r\n]/g, ' '));
  return line.replaceAll(/\s+/g, ' ').trim().normalize();
}

/** Text of several lines without what nobody sees; lines end in a line feed. */
export function visibleText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(everyHiddenInText, '');
}
