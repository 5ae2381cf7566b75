import { commandLine, PROGRAM } from '@boreal/contract/command-line/command-line.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { visibleText } from '@boreal/contract/values/visible-text.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createAsk } from './ask-boreal.ts';
import { confirm, numberOf } from './confirm.ts';
import { exitCodes } from '@boreal/contract/command-line/exit-codes.ts';
import { Failure, usageFailure } from './failure.ts';
import { commandNames, COMPLETION, isCommand } from './commands.ts';
import { completionScript } from './completion.ts';
import { commandHelp, listHelp } from './help.ts';
import { withIds } from './names.ts';
import { leadsTo } from './options.ts';
import { readData, understood } from './read-pages.ts';
import { localeOf, readSettings, refuseKeysInArguments } from './settings.ts';
import { asJson, asText } from './show.ts';
import { signIn } from './ssh.ts';
import type { Terminal } from './terminal.ts';
import { parsed, readTyped } from './typed-command.ts';
import { PROGRAM_VERSION } from './version.ts';
import { views } from './views.ts';
import { waitUntil } from './wait-until.ts';
import { answerWords } from './words/answer-words.ts';
import { usageWords } from './words/usage-words.ts';

/** Runs the typed command and returns the exit code; reports every error that a person can act on instead of throwing it. */
export async function runCli(terminal: Terminal): Promise<number> {
  const locale = localeOf(terminal.environment);
  try {
    refuseKeysInArguments(terminal.args);
    return await dispatch(terminal, locale);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    terminal.say(failureText(error, { locale, isJson: asksForJson(terminal.args) }));
    return error.exitCode;
  }
}

async function dispatch(terminal: Terminal, locale: Locale): Promise<number> {
  const { args } = terminal;
  const [noun, verb] = args;
  if (noun === '--version' || noun === 'version') return done(terminal, `${PROGRAM} ${PROGRAM_VERSION}\n`);
  if (noun === undefined || noun === '--help' || noun === '-h' || (noun === 'help' && verb === undefined))
    return done(terminal, listHelp(locale));
  if (noun === 'help') return dispatch({ ...terminal, args: [...args.slice(1), '--help'] }, locale);
  const name = commandNames.find((known) => known === noun) ?? commandNames.find((known) => known === `${noun} ${verb ?? ''}`);
  if (name === undefined) return listOrRefuse(terminal, locale);
  const rest = args.slice(name.split(' ').length);
  if (asksForHelp(rest)) return done(terminal, commandHelp(name, locale));
  const open = (needsKey: boolean) => createAsk(readSettings(terminal.environment, { needsKey }), { locale, terminal });
  if (name === COMPLETION) {
    if (parsed(name, rest, []).positionals.length > 0) throw usageFailure(usageWords.tooMany(rest.join(' ')), [usageWords.seeHelp(name)]);
    return done(terminal, completionScript());
  }
  if (!isCommand(name)) return signIn(rest, { ask: () => open(true), terminal });

  const { row } = commandLine[name];
  const typed = await readTyped(name, rest, terminal);
  const limit = numberOf(typed, 'limit') ?? undefined;
  const minutes = numberOf(typed, 'wait-minutes');
  const ask = open(row.kind !== 'document' || row.auth === 'key');
  const { params, query, body } = await confirm(await withIds(typed, ask), { ask, terminal, locale });
  const given = typed.options['idempotency-key'];
  const idempotencyKey = row.method === 'POST' ? (typeof given === 'string' ? given : randomUUID()) : undefined;
  const request = { row, params, query, body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const data = await readData(ask, request, limit);
  const status = typed.options.wait === undefined && minutes === null ? null : leadsTo(name);
  const { id } = status === null ? { id: '' } : understood(z.object({ id: z.string() }).safeParse(data));
  const told = status === null ? data : await waitUntil(status, { id, minutes }, { ask, terminal, locale });
  const view = views[name] ?? {};
  const isJson = typed.options.json !== undefined || name === 'openapi';
  const text = isJson ? asJson(told) : asText(view.rows?.(told) ?? told, { ...view, none: usageWords.none[locale] });
  return done(terminal, text);
}

function done(terminal: Terminal, text: string): number {
  terminal.print(text);
  return exitCodes.done;
}

/** A noun alone lists its verbs; anything else is refused, with a suggestion of the nearest command. */
function listOrRefuse(terminal: Terminal, locale: Locale): number {
  const [noun = '', verb] = terminal.args;
  const isNoun = commandNames.some((name) => name.startsWith(`${noun} `));
  if (isNoun && (verb === undefined || verb === '--help' || verb === '-h')) return done(terminal, listHelp(locale, noun));
  const typed = terminal.args
    .slice(0, 2)
    .filter((word) => !word.startsWith('-'))
    .join(' ');
  const near = commandNames.find((name) => isNear(name, typed)) ?? commandNames.find((name) => isNear(name, noun));
  const next = near === undefined ? [usageWords.seeHelp('')] : [usageWords.nearCommand(near)];
  throw usageFailure(usageWords.unknownCommand(visibleText(typed)), next);
}

/** One letter added, missing or different, or the singular for the plural. */
function isNear(name: string, typed: string): boolean {
  if (typed.length < 3 || Math.abs(name.length - typed.length) > 1) return false;
  const same = (one: string, other: string) => {
    let at = 0;
    while (at < one.length && one[at] === other[at]) at += 1;
    return at;
  };
  const begin = same(name, typed);
  const end = same([...name].reverse().join(''), [...typed].reverse().join(''));
  return begin + end >= Math.max(name.length, typed.length) - 1;
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? undefined : end).some((arg) => arg === '--help' || arg === '-h');
}

function asksForJson(args: readonly string[]): boolean {
  return args.includes('--json');
}

/** A failure as printed on standard error: what happened, what to do next, and the request's id. */
function failureText({ code, told, next, requestId }: Failure, { locale, isJson }: { locale: Locale; isJson: boolean }): string {
  if (isJson) return asJson({ error: code, message: told[locale], next: next.map((one) => one[locale]), requestId });
  const lines = [...next.map((one) => one[locale]), ...(requestId === null ? [] : [answerWords.request(requestId)[locale]])];
  return visibleText(`${PROGRAM}: ${code}: ${told[locale]}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
