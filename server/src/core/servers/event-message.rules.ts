import type { Locale, Told } from '@boreal/contract/messages.ts';

/** How a row of the activity log keeps its sentences: the first line is English, the second French. */
export function keptMessage({ en, fr }: Told): string {
  return `${oneLine(en)}\n${oneLine(fr)}`;
}

/** A kept message as its reader's language says it. What was written before there was a second line is told in English. */
export function messageIn(kept: string, locale: Locale): string {
  const [en = '', fr = en] = kept.split('\n');
  return { en, fr }[locale];
}

/** What a person has written may have lines of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
