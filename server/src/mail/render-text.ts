import type { FramedLetter } from './letter.ts';

const WIDTH = 72;

/** A letter as plain text, for readers without HTML. */
export function renderText(letter: FramedLetter): string {
  const { paragraphs, quote, list = [], facts = [], action, stop, reason, language } = letter;
  const colon = language === 'fr' ? '\u00a0:' : ':';
  const parts = [
    wrapped(letter.subject),
    ...paragraphs.map((paragraph) => wrapped(paragraph)),
    ...(quote === undefined ? [] : [quoted(quote)]),
    ...(list.length === 0 ? [] : [list.map(bullet).join('\n')]),
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}${colon} ${value}`).join('\n')]),
    // Alone on its line, however long, so that mail programs turn it into a link.
    ...(action === undefined ? [] : [`${action.label}${colon}\n${action.url}`]),
    `-- \n${wrapped(reason)}\n${stop === undefined ? '' : `${stop.label}${colon}\n${stop.url}\n`}${letter.siteUrl}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function bullet(text: string): string {
  return `- ${wrapped(text, WIDTH - 2).replaceAll('\n', '\n  ')}`;
}

/** Wraps lines to the width at spaces; a longer word stays whole. */
function wrapped(text: string, width = WIDTH): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .flatMap((line) => wrapped(line, WIDTH - 2).split('\n'))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
