import { commandLine, PROGRAM, type CommandName, type Named } from '@boreal/contract/command-line/command-line.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { z } from 'zod';
import type { AskBoreal } from './ask-boreal.ts';
import { Failure } from './failure.ts';
import { readData, understood } from './read-pages.ts';
import type { TypedCommand } from './typed-command.ts';
import { nameWords } from './words/name-words.ts';

/** The commands that list what has a name. */
const lists: Readonly<Record<Named, CommandName>> = { server: 'servers list', sshKey: 'ssh-keys list' };

const Listed = z.array(z.object({ id: IdText, name: z.string(), status: z.string().optional() }));

/** Replaces names in the command with ids. */
export async function withIds(typed: TypedCommand, ask: AskBoreal): Promise<TypedCommand> {
  let found = typed;
  for (const { part, field, what, text } of typed.names) {
    found = { ...found, [part]: { ...found[part], [field]: await idNamed(what, text, ask) } };
  }
  return { ...found, names: [] };
}

/** The id of the thing with exactly this name. @throws if nothing has it, or more than one thing does */
export async function idNamed(what: Named, name: string, ask: AskBoreal): Promise<string> {
  const list = lists[what];
  const all = understood(Listed.safeParse(await readData(ask, { row: commandLine[list].row })));
  const [one, ...others] = all.filter((each) => each.name === name && each.status !== 'DELETED');
  const shown = visibleLine(name);
  if (one === undefined) {
    throw new Failure({ exitCode: 1, code: 'NOT_FOUND', told: nameWords[what].none(shown), next: [nameWords.see(`${PROGRAM} ${list}`)] });
  }
  if (others.length > 0) {
    const next = [one, ...others].map(({ id, status }) => nameWords.each(visibleLine([id, status].filter(Boolean).join('  '))));
    throw new Failure({ exitCode: 2, code: 'AMBIGUOUS_NAME', told: nameWords[what].several(shown, others.length + 1), next });
  }
  return one.id;
}
