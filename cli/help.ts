import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import { exitTable } from '@boreal/contract/command-line/exit-codes.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { translated } from '@boreal/contract/api/translated.ts';
import { fieldsOf, type Field } from './fields.ts';
import { commandNames, isCommand, ownCommands } from './commands.ts';
import { optionsOf } from './options.ts';
import { PROGRAM_VERSION } from './version.ts';
import { helpWords } from './words/help-words.ts';
import { optionWords } from './words/option-words.ts';
import { nameWords } from './words/name-words.ts';

const WIDTH = 100;

/** The list of all commands, or of one noun's. */
export function listHelp(locale: Locale, noun?: string): string {
  const names = commandNames.filter((name) => noun === undefined || name.split(' ')[0] === noun);
  const nouns = [...new Set(names.map((name) => name.split(' ')[0]))];
  const ordered = nouns.flatMap((one) => names.filter((name) => name.split(' ')[0] === one));
  const usage = `${PROGRAM} ${noun === undefined ? helpWords.command[locale] : `${noun} ${helpWords.verb[locale]}`} …`;
  const listed = rows(ordered.map((name) => [name, summaryOf(name, locale)]));
  const top = noun === undefined ? [`${PROGRAM} ${PROGRAM_VERSION}: ${helpWords.what[locale]}`, ''] : [];
  const settings =
    noun === undefined
      ? ['', helpWords.settings[locale], ...rows(Object.entries(helpWords.each).map(([name, told]) => [name, told[locale]]))]
      : [];
  const codes =
    noun === undefined ? ['', helpWords.exits[locale], ...rows(exitTable().map(({ code, told }) => [String(code), told[locale]]))] : [];
  const one = noun === undefined ? helpWords.command[locale] : `${noun} ${helpWords.verb[locale]}`;
  const more = helpWords.more(`${PROGRAM} ${one} --help`)[locale];
  return text([...top, `${helpWords.usage[locale]} ${usage}`, '', helpWords.commands[locale], ...listed, ...settings, ...codes, '', more]);
}

/** The usage of a command, from its row. */
export function commandHelp(name: string, locale: Locale): string {
  if (!isCommand(name)) return ownHelp(name, locale);
  const { row } = commandLine[name];
  const fields = fieldsOf(commandLine[name]);
  const placed = fields.filter(({ place }) => place !== null);
  const flags = fields.filter(({ place }) => place === null);
  const needed = flags.filter(({ required }) => required).map((field) => ` ${shownFlag(field)}`);
  const usage = `${PROGRAM} ${name}${placed.map(({ place }) => ` ${place ?? ''}`).join('')}${needed.join('')} [${helpWords.flag[locale]}…]`;
  const own = optionsOf(name).map(({ flag, value, told }) => [`--${flag}${value === null ? '' : ` ${value}`}`, told[locale]] as const);
  const needs = row.kind === 'document' || row.needs === null ? [] : ['', helpWords.needs(row.needs)[locale]];
  return text([
    `${summaryOf(name, locale)}.`,
    '',
    `${helpWords.usage[locale]} ${usage}`,
    '',
    ...rows([
      ...placed.map((field) => [field.place ?? '', meaning(field, locale)] as const),
      ...flags.map((field) => [shownFlag(field), meaning(field, locale)] as const),
      ...own,
    ]),
    ...needs,
    helpWords.limit(row.limit)[locale],
    ...(row.errors === undefined || row.errors.length === 0 ? [] : paragraph(helpWords.refusals(row.errors.join(', '))[locale])),
  ]);
}

function ownHelp(name: string, locale: Locale): string {
  const { usage: follows, options } = ownCommands[name] ?? { usage: { en: '', fr: '' }, options: [] };
  const usage = `${PROGRAM} ${name} ${follows[locale]}`.trimEnd();
  const flags = options.map(
    (flag) => [flag === 'help' ? '--help' : `--${flag} ${flag === 'user' ? 'NAME' : 'FILE'}`, optionWords[flag][locale]] as const,
  );
  return text([`${summaryOf(name, locale)}.`, '', `${helpWords.usage[locale]} ${usage}`, '', ...rows(flags)]);
}

function summaryOf(name: string, locale: Locale): string {
  if (!isCommand(name)) return ownCommands[name]?.summary[locale] ?? '';
  const { summary, row } = commandLine[name];
  return summary?.[locale] ?? unmarked(translated(row.summary, locale).text);
}

function shownFlag({ flag, kind, choices }: Field): string {
  if (kind === 'boolean') return `--${flag}`;
  return `--${flag} ${choices.length > 0 ? choices.join('|') : kind === 'number' ? 'N' : 'TEXT'}`;
}

function meaning(field: Field, locale: Locale): string {
  if (field.isFile) return helpWords.file[locale];
  const said = field.description === '' ? [] : [unmarked(translated(field.description, locale).text)];
  const usual = field.byDefault === null ? [] : [helpWords.byDefault(field.byDefault)[locale]];
  return [...said, ...(field.named === null ? [] : [nameWords.orName[locale]]), ...usual].join(' ');
}

/** A sentence of the contract as a terminal shows it: names without markup, and an endpoint replaced by its command. */
function unmarked(sentence: string): string {
  return sentence.replaceAll('`', '').replaceAll(/\b(GET|POST|PUT|DELETE) (\/[\w/-]+)/g, (said, method: string, path: string) => {
    const found = Object.entries(commandLine).find(([, { row }]) => row.method === method && row.path === path);
    return found === undefined ? said : `"${PROGRAM} ${found[0]}"`;
  });
}

function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(34, Math.max(0, ...pairs.map(([name]) => name.length))) + 4;
  return pairs.flatMap(([name, what]) => {
    const [first = '', ...others] = wrapped(what, WIDTH - width);
    const head = `  ${name}`;
    const beside = head.length < width ? [`${head.padEnd(width)}${first}`.trimEnd()] : [head, `${' '.repeat(width)}${first}`.trimEnd()];
    return [...beside, ...others.map((line) => `${' '.repeat(width)}${line}`)];
  });
}

function paragraph(sentence: string): string[] {
  return wrapped(sentence, WIDTH);
}

function wrapped(sentence: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of sentence.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function text(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
