import { commandLine, type CommandName, type Named } from '@boreal/contract/command-line/command-line.ts';
import { idPrefixes } from '@boreal/contract/values/ids.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import type { Values } from '@boreal/contract/api/request.ts';
import { parseArgs } from 'node:util';
import { usageFailure } from './failure.ts';
import { fieldsOf, type Field } from './fields.ts';
import { isIdOf } from './is-id-of.ts';
import { optionsOf, type OptionName } from './options.ts';
import type { Terminal } from './terminal.ts';
import { usageWords } from './words/usage-words.ts';

/** A command as typed, with the contents of its request. */
export interface TypedCommand {
  readonly name: CommandName;
  readonly params: Values;
  readonly query: Values;
  /** Undefined: the request has no body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly options: Readonly<Partial<Record<OptionName, string | true>>>;
  /** What was given by name: its id has yet to be looked up. */
  readonly names: readonly TypedName[];
}

interface TypedName {
  readonly part: Field['part'];
  readonly field: string;
  readonly what: Named;
  readonly text: string;
}

/** Parses what follows a command's name, and validates it with the row's own schemas. @throws a sentence that says what to type */
export async function readTyped(
  name: CommandName,
  args: readonly string[],
  { readFile }: Pick<Terminal, 'readFile'>,
): Promise<TypedCommand> {
  const command = commandLine[name];
  const fields = fieldsOf(command);
  const options = optionsOf(name);
  const { values, positionals } = parsed(name, args, [
    ...fields.filter(({ place }) => place === null).map(({ flag, kind }) => ({ flag, hasValue: kind !== 'boolean' })),
    ...options.map(({ flag, value }) => ({ flag, hasValue: value !== null })),
  ]);
  const placed = fields.filter(({ place }) => place !== null);
  const missing = placed[positionals.length];
  if (missing?.place != null) throw usageFailure(usageWords.missing(missing.place), [usageWords.seeHelp(name)]);
  const extra = positionals[placed.length];
  if (extra !== undefined) throw usageFailure(usageWords.tooMany(extra), [usageWords.seeHelp(name)]);

  const given: { field: Field; value: unknown }[] = [];
  const names: TypedName[] = [];
  for (const field of fields) {
    const text = field.place === null ? values[field.flag] : positionals[placed.indexOf(field)];
    if (text === undefined) continue;
    const { named: what, part, name: own } = field;
    const isName = typeof text === 'string' && text !== '' && what !== null && !isIdOf(what, text);
    if (isName) names.push({ part, field: own, what, text });
    // Everything else is validated before a name is looked up: meanwhile an id of its kind stands in for it.
    if (isName) given.push({ field, value: `${idPrefixes[what]}_` });
    else given.push({ field, value: typeof text === 'string' ? await valueOf(field, text, readFile) : true });
  }
  const part = (which: Field['part']) =>
    Object.fromEntries(given.filter(({ field }) => field.part === which).map(({ field, value }) => [field.name, value]));
  const takes = command.row.kind === 'document' ? { query: command.row.takes?.query } : command.row.takes;
  const fixed = command.fixed ?? {};
  const hasBody = 'body' in takes && takes.body !== undefined;
  const request = {
    params: part('params'),
    query: { ...(hasBody ? {} : fixed), ...part('query') },
    body: hasBody ? { ...fixed, ...part('body') } : undefined,
  };
  const issues = (['params', 'query', 'body'] as const).flatMap((which) => {
    const schema = which in takes ? Object.entries(takes).find(([key]) => key === which)?.[1] : undefined;
    const read = schema === undefined ? null : readValue(schema, request[which] ?? {});
    return read === null || read.success ? [] : read.issues;
  });
  if (issues.length > 0) {
    const lines = issues.map(({ path, message }) => usageWords.issue(shownAs(fields, path), message));
    throw usageFailure(usageWords.wrong(name), [...lines, usageWords.seeHelp(name)]);
  }
  const own = options.flatMap(({ flag }) => {
    const value = values[flag];
    return value === undefined ? [] : [[flag, value === false ? true : value]];
  });
  return { name, ...request, params: asValues(request.params), query: asValues(request.query), options: Object.fromEntries(own), names };
}

interface Flag {
  readonly flag: string;
  readonly hasValue: boolean;
}

/** @throws for a flag that is unknown, lacks a value or has one too many */
export function parsed(name: string, args: readonly string[], flags: readonly Flag[]) {
  const known = Object.fromEntries(
    flags.map(({ flag, hasValue }) => [flag, { type: hasValue ? ('string' as const) : ('boolean' as const) }]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: known, allowPositionals: true, strict: true });
    return { values, positionals };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (!(error instanceof Error)) throw error;
    // Only the flag's name: the value may be a secret typed in the wrong place.
    const flag = /'(?:-\w, )?(--?[\w-]+)/.exec(error.message)?.[1] ?? '';
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw usageFailure(usageWords.unknownFlag(flag), [usageWords.seeHelp(name)]);
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw usageFailure(usageWords.flagValue(flag), [usageWords.seeHelp(name)]);
    throw error;
  }
}

async function valueOf({ kind, isFile }: Field, text: string, readFile: Terminal['readFile']): Promise<unknown> {
  if (isFile) return publicHalf(await readFile(text), text);
  // Anything but a number stays as it is: the schema says what it must be.
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Prevents someone from sending their private key by mistake. */
function publicHalf(text: string, path: string): string {
  if (/PRIVATE KEY/.test(text)) throw usageFailure(usageWords.privateKey(path));
  return text.trim();
}

function shownAs(fields: readonly Field[], path: string): string {
  const field = fields.find(({ name }) => name === path.split('.')[0]);
  return field === undefined ? path : (field.place ?? `--${field.flag}`);
}

function asValues(part: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, String(value)]));
}
