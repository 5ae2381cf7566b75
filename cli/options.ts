import type { CommandName } from '@boreal/contract/command-line/command-line.ts';
import { commandLine } from '@boreal/contract/command-line/command-line.ts';
import { serverMoves } from '@boreal/contract/servers/moves.ts';
import { ServerAction, type ServerStatus } from '@boreal/contract/servers/servers.ts';
import type { Told } from '@boreal/contract/words/language.ts';
import { optionWords } from './words/option-words.ts';

/** A flag of the program itself, not a field of the request. */
export interface Option {
  readonly flag: OptionName;
  /** How its value is shown; null if it takes none. */
  readonly value: string | null;
  readonly told: Told;
}

export type OptionName =
  | 'json'
  | 'yes'
  | 'max-price'
  | 'idempotency-key'
  | 'wait'
  | 'wait-minutes'
  | 'limit'
  | 'user'
  | 'identity'
  | 'help';

/** What to show and ask before a command is carried out. `interrupt`: a script is not asked. */
export type Question = 'deploy' | 'restore' | 'resume' | 'enable backups' | 'destroy' | 'interrupt';

export const questions: Readonly<Partial<Record<CommandName, Question>>> = {
  'servers deploy': 'deploy',
  'servers resume': 'resume',
  'servers stop': 'interrupt',
  'servers hibernate': 'interrupt',
  'servers delete': 'destroy',
  'backups enable': 'enable backups',
  'backups disable': 'destroy',
  'backups restore': 'restore',
  'backups delete': 'destroy',
};

/** The server's status once the command has been carried out; null if there is nothing to wait for. */
export function leadsTo(name: CommandName): ServerStatus | null {
  if (name === 'servers deploy' || name === 'backups restore') return serverMoves.deploy.to;
  const action = ServerAction.safeParse(commandLine[name].fixed?.['action']);
  return action.success ? serverMoves[action.data].to : null;
}

/** The program's own flags for a command. */
export function optionsOf(name: CommandName): readonly Option[] {
  const { row } = commandLine[name];
  const question = questions[name];
  const paged = row.kind === 'list' || row.kind === 'paged object';
  const flags: readonly (readonly [OptionName, string | null, boolean])[] = [
    ['limit', 'N', paged && name !== 'credit'],
    ['yes', null, question !== undefined],
    ['max-price', 'CAD', question === 'deploy' || question === 'restore' || question === 'resume'],
    ['idempotency-key', 'TEXT', row.method === 'POST'],
    ['wait', null, leadsTo(name) !== null],
    ['wait-minutes', 'N', leadsTo(name) !== null],
    ['json', null, true],
    ['help', null, true],
  ];
  return flags.filter(([, , applies]) => applies).map(([flag, value]) => ({ flag, value, told: optionWords[flag] }));
}
