import { MICROS_PER_CAD, type Micros } from '@boreal/contract/values/money.ts';
import { terminalJson } from '@boreal/contract/values/terminal-json.ts';
import { visibleText } from '@boreal/contract/values/visible-text.ts';
import { LIST_MAX } from '../core/ground/page.ts';

/** JSON values; money is already a number of CAD here. */
export type Json = string | number | boolean | null | Date | readonly Json[] | { readonly [name: string]: Json };

/** A command's answer: the same facts for a program and for a person. */
export interface CommandOutput {
  readonly data: Json;
  readonly text: string;
  /** The answer is bad news: printed on standard error after the answer, and the command exits with 1. */
  readonly failure?: string;
}

/** An answer as printed: one JSON document, or the text. Whatever is in it steers no terminal. */
export function printed(answer: CommandOutput, json: boolean): string {
  return `${json ? terminalJson(answer.data) : answer.text.split('\r\n').map(visibleText).join('\r\n')}\n`;
}

export interface Column<T> {
  readonly title: string;
  readonly of: (row: T) => string;
  /** Numbers are right-aligned. */
  readonly right?: true;
}

/** Rows under column titles, aligned, or one sentence if there are none. */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], none: string): string {
  if (rows.length === 0) return none;
  const cells = columns.map((column) => {
    const texts = [column.title.toUpperCase(), ...rows.map((row) => plain(column.of(row)))];
    const width = Math.max(...texts.map((text) => text.length));
    return texts.map((text) => (column.right ? text.padStart(width) : text.padEnd(width)));
  });
  return [-1, ...rows.keys()]
    .map((row) =>
      cells
        .map((column) => column[row + 1])
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Facts, one per line, with their names aligned. */
export function facts(lines: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(lines).map((name) => name.length)) + 2;
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(width)}${plain(value)}`)
    .join('\n');
}

/** Removes terminal control characters: names and reasons come from people and machines. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}

/** `3.99`, `1,250.00`, `0.013685`: CAD with at least its cents, and further decimals if it has any. */
export function cad(micros: Micros): string {
  const size = micros < 0n ? -micros : micros;
  const whole = (size / MICROS_PER_CAD).toLocaleString('en-CA');
  const fraction = (size % MICROS_PER_CAD)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${micros < 0n ? '-' : ''}${whole}.${fraction}`;
}

/** `2026-03-01 12:00:00Z`; a dash for never. */
export function when(date: Date | null): string {
  return date === null ? '–' : `${date.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** In a sentence: to the minute. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** `1 server`, `3 servers`. */
export function count(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : nouns}`;
}

/** A complete list, up to the maximum length of a list. */
export function wholeList(items: readonly Json[], text: string): CommandOutput {
  const complete = items.length < LIST_MAX;
  return { data: { items, complete }, text: complete ? text : `${text}\n\nOnly the first ${LIST_MAX} are shown.` };
}

/** One page of a list: its rows as data, and as a table with how to continue. */
export function onePage<T>(
  page: { readonly items: readonly T[]; readonly nextCursor: string | null },
  told: readonly Json[],
  shown: { readonly columns: readonly Column<T>[]; readonly none: string },
): CommandOutput {
  const { nextCursor } = page;
  const text = table(page.items, shown.columns, shown.none);
  return { data: { items: told, nextCursor }, text: nextCursor === null ? text : `${text}\n\nThere are more. Add: --cursor ${nextCursor}` };
}
