import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { Locale, Told } from '@boreal/contract/words/language.ts';
import { AtStake } from '@boreal/contract/servers/at-stake.ts';
import { visibleLine } from '@boreal/contract/values/visible-text.ts';
import { whatFollowsIn } from '@boreal/contract/servers/what-follows-in.ts';
import { z } from 'zod';
import type { AskBoreal } from './ask-boreal.ts';
import { Failure, usageFailure } from './failure.ts';
import { questions } from './options.ts';
import { priceOf, type Price } from './price.ts';
import { readData, understood } from './read-pages.ts';
import type { Terminal } from './terminal.ts';
import type { TypedCommand } from './typed-command.ts';
import { confirmWords } from './words/confirm-words.ts';
import { usageWords } from './words/usage-words.ts';

interface Asking {
  readonly ask: AskBoreal;
  readonly terminal: Terminal;
  readonly locale: Locale;
}

/**
 * Before a command spends or destroys: shows its cost or what will be lost, and asks. Returns the command with what was agreed in its
 * request, where Boreal can enforce it. @throws if nobody agrees, or the price is above the given maximum
 */
export async function confirm(typed: TypedCommand, asking: Asking): Promise<TypedCommand> {
  const question = questions[typed.name];
  if (question === undefined) return typed;
  const most = numberOf(typed, 'max-price');
  if (question === 'interrupt' && (!asking.terminal.isInteractive || typed.options.yes !== undefined)) return typed;
  if (question === 'destroy' || question === 'interrupt') {
    const lines = await whatGoes(typed, asking);
    if (lines !== null) await requireYes(typed, asking, lines);
    return typed;
  }
  const price = await priceOf(question, typed, asking);
  if (most !== null && price.hourlyCad !== null && price.hourlyCad > most) {
    throw new Failure({ exitCode: 4, code: 'PRICE_ABOVE_MAX', told: confirmWords.aboveMax(price.hourlyCad, most) });
  }
  await requireYes(typed, asking, price.lines);
  return agreed(typed, price);
}

/** Sends the price along if the row accepts it: if it changes meanwhile, Boreal refuses. */
function agreed(typed: TypedCommand, { expected }: Price): TypedCommand {
  return expected === undefined ? typed : { ...typed, body: { ...expected, ...typed.body } };
}

async function requireYes(typed: TypedCommand, { terminal, locale }: Asking, lines: readonly Told[]): Promise<void> {
  for (const line of lines) terminal.say(`${line[locale]}\n`);
  if (typed.options.yes !== undefined) return;
  if (!terminal.isInteractive) throw notConfirmed(confirmWords.nobody);
  const answer = await terminal.ask(`${confirmWords.proceed[locale]} `);
  if (terminal.stopped.aborted) throw new Failure({ exitCode: 130, code: 'INTERRUPTED', told: confirmWords.nothingDone });
  if (!/^(?:y|yes|o|oui)$/i.test(answer?.trim() ?? '')) throw notConfirmed(confirmWords.nothingDone);
}

function notConfirmed(told: Told): Failure {
  return new Failure({ exitCode: 4, code: 'NOT_CONFIRMED', told });
}

/** What is lost, kept and refunded; null: the server is already deleted, and Boreal refuses the command. */
async function whatGoes({ name, params }: TypedCommand, { ask }: Asking): Promise<Told[] | null> {
  const id = String(params['id']);
  if (name === 'backups delete') return [confirmWords.backupGoes(String(params['backupId']))];
  const server = understood(Stake.safeParse(await readData(ask, { row: commandLine['servers show'].row, params: { id } })));
  if (server.status === 'DELETED') return null;
  const called = visibleLine(server.name);
  if (name === 'backups disable') return [confirmWords.backupsGo(called, id)];
  const { atStake } = server;
  const deed = name === 'servers delete' ? 'delete' : name === 'servers stop' ? 'stop' : 'hibernate';
  return [confirmWords.asked(deed, { name: called, id }), ...follows(deed, atStake)];
}

/** Only the fields of a server that are read here. An older Boreal does not report what is at stake. */
const Stake = z.object({ name: z.string(), status: z.string(), atStake: AtStake.nullable().catch(null) });

function follows(deed: 'delete' | 'stop' | 'hibernate', atStake: AtStake | null): Told[] {
  if (atStake === null) return deed === 'delete' ? [confirmWords.serverGoes] : [];
  const [en, fr] = [whatFollowsIn('en', deed, atStake), whatFollowsIn('fr', deed, atStake)];
  return en.map((sentence, place) => ({ en: sentence, fr: fr[place] ?? sentence }));
}

/** The value of a flag that takes a number above zero; null if it was not given. */
export function numberOf({ name, options }: TypedCommand, flag: 'max-price' | 'wait-minutes' | 'limit'): number | null {
  const text = options[flag];
  if (text === undefined) return null;
  const number = Number(text);
  const isRight = Number.isFinite(number) && number > 0 && (flag !== 'limit' || Number.isInteger(number));
  if (!isRight) throw usageFailure(usageWords.notNumber(flag), [usageWords.seeHelp(name)]);
  return number;
}

/** The command that shows the server again. */
export const showCommand = (id: string) => `${PROGRAM} servers show ${id}`;
