import type { Command } from 'commander';
import { parseLimit } from './arguments.ts';

/** How people start the command; npm passes on what follows the two dashes. */
export const INVOCATION = 'npm run operator --';

/** The spoken names of ids, if they differ from their noun. */
const spoken: Readonly<Record<string, string>> = { approval: 'request', invoice: 'document', user: 'person' };

/** A verb's action: `operate(show)`. */
type Work = Parameters<Command['action']>[0];

/**
 * Adds a verb to a noun, with the ids that it takes: `show <ticket>`. `isDefault`: it may be omitted. Every verb has a one-sentence
 * description, an example, and `--json`.
 */
export function verb(
  noun: Command,
  verbAndIds: string,
  work: Work,
  about: { description: string; example: string; isDefault?: boolean },
): Command {
  const [name = '', ...ids] = verbAndIds.split(' ');
  const command = noun
    .command(name, { isDefault: about.isDefault ?? false })
    .description(about.description)
    .option('--json', 'print one JSON document instead of text')
    .addHelpText('after', `\nExample:\n  ${INVOCATION} ${noun.name()} ${name} ${about.example}`.trimEnd())
    .action(work);
  for (const id of ids) {
    const of = id.slice(1, -1);
    command.argument(id, `the ${spoken[of] ?? of}'s id`);
  }
  return command;
}

export interface ListOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A verb that lists something page by page. */
export function pagedVerb(...args: Parameters<typeof verb>): Command {
  return verb(...args)
    .option('--limit <number>', 'how many to show, 1000 at most', parseLimit)
    .option('--cursor <text>', 'go on after the page that told this cursor');
}
