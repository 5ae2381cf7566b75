import { commandLine, flagOf, placesOf, PROGRAM, type CommandRow } from '@boreal/contract/command-line/command-line.ts';
import type { ExampleRequest } from './example-request.rules.ts';

/** A request as a command of the customers' program: `boreal-cli servers reboot srv_…`. */
export function requestAsCommand({ method, url, body }: ExampleRequest): string {
  const { pathname, searchParams } = new URL(url);
  const sent = { ...Object.fromEntries(searchParams), ...(isObject(body) ? body : {}) };
  const fitting = Object.entries(commandLine).flatMap(([name, command]) => {
    const params = command.row.method === method ? paramsOf(command, pathname) : null;
    return params === null ? [] : [{ name, command, params, given: { ...sent, ...params } }];
  });
  // `/servers/deploy-quote` is not the server of that name.
  const fewest = Math.min(...fitting.map(({ params }) => Object.keys(params).length));
  const candidates = fitting.filter(({ params }) => Object.keys(params).length === fewest);
  // Of several commands for one endpoint, the one that sends this request.
  const said = candidates.find(({ command }) =>
    Object.entries(command.fixed ?? {}).every(([field, value]) => field in sent && sent[field] === value),
  );
  const found = said ?? candidates.at(-1);
  if (found === undefined) throw new Error(`no command asks ${method} ${pathname}`);
  const { name, command, given } = found;
  const places = placesOf(command);
  const flags = Object.entries(given).flatMap(([field, value]) => {
    const isTyped =
      places.every((place) => place.field !== field) && !(field in (command.fixed ?? {})) && !command.without?.includes(field);
    if (!isTyped || value === false) return [];
    return value === true ? [`--${flagOf(command, field)}`] : [`--${flagOf(command, field)} ${typed(command, field, value)}`];
  });
  return [PROGRAM, name, ...places.map(({ field }) => typed(command, field, given[field])), ...flags].join(' ');
}

/** A path's values for the row's parameters; null if it is another row's path. */
function paramsOf({ row }: CommandRow, pathname: string): Record<string, string> | null {
  const pattern = row.path.replaceAll('.', String.raw`\.`).replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^/api${pattern}$`).exec(pathname);
  return match === null ? null : { ...match.groups };
}

function typed({ files = [] }: CommandRow, field: string, value: unknown): string {
  if (files.includes(field)) return '~/.ssh/id_ed25519.pub';
  const text = String(value);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
