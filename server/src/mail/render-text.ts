import type { FramedLetter } from './letter.ts';

const WIDTH = 72;

/** A letter as plain text, for readers without HTML. */
export function renderText(letter: FramedLetter): string {
  const { paragraphs, quote, facts = [], action, reason } = letter;
  const parts = [
    wrapped(letter.subject),
    ...paragraphs.map(wrapped),
    ...(quote === undefined ? [] : [quoted(quote)]),
    ...(facts.length === 0 ? [] : [facts.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    // Alone on its line, however long, so that mail programs make it a link.
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    `-- \n${wrapped(reason)}\n${letter.siteUrl}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Lines of at most WIDTH characters, broken at spaces; a longer word stays whole. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .flatMap((line) => wrapped(line).split('\n'))
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
