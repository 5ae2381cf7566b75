import { commandLine, PROGRAM } from '@boreal/contract/command-line.ts';
import type { Locale, Told } from '@boreal/contract/language.ts';
import { visibleLine } from '@boreal/contract/visible-text.ts';
import type { AskBoreal } from './ask-boreal.ts';
import { Failure, usageFailure } from './failure.ts';
import { questions } from './options.ts';
import { priceOf, type Price } from './price.ts';
import { readData } from './read-pages.ts';
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
 * Before a command spends or destroys: shows what it costs or what goes, and asks. Answers the command with what has been agreed in
 * its request, where Boreal can hold itself to it. @throws when nobody says yes, or the price is above the most that may be paid
 */
export async function confirm(typed: TypedCommand, asking: Asking): Promise<TypedCommand> {
  const question = questions[typed.name];
  if (question === undefined) return typed;
  const most = numberOf(typed, 'max-price');
  if (question === 'destroy') {
    await requireYes(typed, asking, [await whatGoes(typed, asking)]);
    return typed;
  }
  const price = await priceOf(question, typed, asking);
  if (most !== null && price.hourlyCad !== null && price.hourlyCad > most) {
    throw new Failure({ exitCode: 4, code: 'PRICE_ABOVE_MAX', told: confirmWords.aboveMax(price.hourlyCad, most) });
  }
  await requireYes(typed, asking, price.lines);
  return agreed(typed, price);
}

/** The price goes along where the row takes it: if it changes meanwhile, Boreal refuses. */
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

async function whatGoes({ name, params }: TypedCommand, { ask }: Asking): Promise<Told> {
  const id = String(params['id']);
  if (name === 'backups delete') return confirmWords.backupGoes(String(params['backupId']));
  const server = await readData(ask, { row: commandLine['servers show'].row, params: { id } });
  const called = typeof server === 'object' && server !== null && 'name' in server ? visibleLine(String(server.name)) : id;
  return name === 'servers delete' ? confirmWords.serverGoes(called, id) : confirmWords.backupsGo(called, id);
}

/** A flag that takes a number above zero; null when it was not given. */
export function numberOf({ name, options }: TypedCommand, flag: 'max-price' | 'wait-minutes' | 'limit'): number | null {
  const text = options[flag];
  if (text === undefined) return null;
  const number = Number(text);
  const isRight = Number.isFinite(number) && number > 0 && (flag !== 'limit' || Number.isInteger(number));
  if (!isRight) throw usageFailure(usageWords.notNumber(flag), [usageWords.seeHelp(name)]);
  return number;
}

/** What is typed to see it again. */
export const showCommand = (id: string) => `${PROGRAM} servers show ${id}`;
