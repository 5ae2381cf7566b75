import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { commandLine, flagOf, placesOf, type CommandRow } from './command-line.ts';
import type { AnyRow } from '../api/endpoint.ts';
import { restEndpoints } from '../api/rest-endpoints.ts';
import { ServerAction } from '../servers/servers.ts';
import { translated } from '../api/translated.ts';

const commands: readonly (readonly [string, CommandRow])[] = Object.entries(commandLine);

test('customers have a command for every endpoint of REST, and for every action', () => {
  const rows = Object.values(restEndpoints).flatMap((noun) => Object.values<AnyRow>(noun));
  const typed = new Set(commands.map(([, { row }]) => row));
  assert.deepEqual(
    rows.filter((row) => !typed.has(row)).map(({ method, path }) => `${method} ${path}`),
    [],
  );
  const actions = commands.flatMap(([, { fixed }]) => fixed?.['action'] ?? []);
  assert.deepEqual(actions.toSorted(), ServerAction.options.toSorted());
});

test('a command is a noun with a verb, or a noun alone, and no noun is both', () => {
  for (const [name] of commands) assert.match(name, /^[a-z]+(-[a-z]+)*( [a-z]+)?$/);
  const alone = commands.map(([name]) => name).filter((name) => !name.includes(' '));
  for (const [name] of commands) assert.ok(!name.includes(' ') || !alone.includes(name.split(' ')[0] ?? ''), name);
});

test('what a command names are fields of its row, each reached in one way', () => {
  for (const [name, command] of commands) {
    const fields = fieldsOf(command.row);
    const { places = {}, flags = {}, files = [], fixed = {}, without = [] } = command;
    for (const field of [places, flags, fixed].flatMap((named) => Object.keys(named)).concat(files, without)) {
      assert.ok(fields.includes(field), `${name} has no ${field}`);
    }
    assert.deepEqual(
      Object.keys(places).filter((field) => field in fixed || field in flags),
      [],
      name,
    );
    const typed = fields.map((field) => flagOf(command, field));
    assert.equal(new Set(typed).size, typed.length, `${name}: two fields have one flag`);
  }
});

test('every command says in both languages what it does', () => {
  for (const [name, { row, summary }] of commands) {
    const french = summary?.fr ?? translated(row.summary, 'fr');
    if (typeof french !== 'string') assert.equal(french.locale, 'fr', name);
    const same = commands.filter(([, other]) => (other.summary?.en ?? other.row.summary) === (summary?.en ?? row.summary));
    assert.equal(same.length, 1, `${name} says what another says`);
  }
});

test('names of the path come first, then what the command places', () => {
  const shown = (command: CommandRow) => placesOf(command).map((place) => place.shown);
  assert.deepEqual(shown(commandLine['firewall delete']), ['SERVER', 'RULE']);
  assert.deepEqual(shown(commandLine['backups restore']), ['SERVER', 'BACKUP']);
  assert.deepEqual(shown(commandLine['ssh-keys add']), ['NAME', 'FILE']);
});

function fieldsOf(row: AnyRow): string[] {
  const takes = row.kind === 'document' ? { query: row.takes?.query } : row.takes;
  const body = 'body' in takes && takes.body instanceof z.ZodDefault ? takes.body.unwrap() : 'body' in takes ? takes.body : undefined;
  return [takes.query, body].flatMap((part) => (part instanceof z.ZodObject ? Object.keys(part.shape) : []));
}
