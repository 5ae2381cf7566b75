import { commandLine, type CommandName } from '@boreal/contract/command-line/command-line.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import type { OptionName } from './options.ts';
import { completionWords } from './words/completion-words.ts';
import { sshWords } from './words/ssh-words.ts';

/** A command of the program itself, which maps to no single endpoint. */
interface OwnCommand {
  readonly summary: Told;
  /** The arguments after its name. */
  readonly usage: Told;
  readonly options: readonly OptionName[];
}

export const SSH = 'servers ssh';
export const COMPLETION = 'completion';

export const ownCommands: Readonly<Record<string, OwnCommand>> = {
  [SSH]: { summary: sshWords.summary, usage: sshWords.usage, options: ['user', 'identity', 'help'] },
  [COMPLETION]: { summary: completionWords.summary, usage: { en: '', fr: '' }, options: ['help'] },
};

/** Every command that can be typed. */
export const commandNames: readonly string[] = [...Object.keys(commandLine), ...Object.keys(ownCommands)];

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commandLine, name);
}
