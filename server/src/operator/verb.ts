import type { Command } from 'commander';
import { parseLimit } from './arguments.ts';

/** How people start the command; npm passes on what follows the two dashes. */
export const INVOCATION = 'npm run operator --';

/** Adds a verb to a noun. Every verb has a one-sentence description, an example, and `--json`. */
export function verb(noun: Command, name: string, about: { description: string; example: string }): Command {
  return noun
    .command(name)
    .description(about.description)
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', `\nExample:\n  ${INVOCATION} ${noun.name()} ${name} ${about.example}`.trimEnd());
}

export interface ListOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/** The options of a paged list. */
export function inPages(command: Command): Command {
  return command
    .option('--limit <number>', 'how many to show, 1000 at most', parseLimit)
    .option('--cursor <text>', 'go on after the page that told this cursor');
}
