/**
 * Characters that are invisible to people but that a program, above all a language model, reads: tags, zero-width and filler characters,
 * variation selectors, bidirectional marks, and control characters. One rule applies at every door: names (`NameText`) that contain one are
 * refused; they are stripped from what people write (`MessageText`) and from whatever agents read.
 *
 * Characters that combine emoji stay: U+FE0F after an emoji, U+200D between two. French and English need no others.
 */
const EMOJI = String.raw`(?<=\p{Emoji})\uFE0F|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`;
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]`;
const hidden = new RegExp(`(?!${EMOJI})${UNSEEN}`, 'u');
const everyHidden = new RegExp(hidden, 'gu');
/** The same except for line ends and tabs, which free text may contain. */
const everyHiddenInText = new RegExp(String.raw`(?!${EMOJI}|[\n\t])${UNSEEN}`, 'gu');

/** Whether every character of a line is visible. */
export function isVisible(line: string): boolean {
  return !hidden.test(line);
}

/** A line without invisible characters. */
export function visibleLine(line: string): string {
  return line.replace(everyHidden, '');
}

/** A name as people read it, for comparing what they type with what they see. */
export function asRead(name: string): string {
  const line = visibleLine(name.replaceAll(/[\t\r\n]/g, ' '));
  return line.replaceAll(/\s+/g, ' ').trim().normalize();
}

/** Text of several lines without invisible characters; lines end in a line feed. */
export function visibleText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(everyHiddenInText, '');
}
