import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import type { AnyRow } from './endpoint.ts';
import { addressOf, CONSOLE_PREFIXES } from './request.ts';
import { restEndpoints } from './rest-endpoints.ts';

const folder = new URL('../endpoints/', import.meta.url);
const files = globSync('**/*.ts', { cwd: folder.pathname }).toSorted();
const tables = await Promise.all(
  files.map(async (file) => {
    const rows: Record<string, AnyRow> = await import(new URL(file, folder).href);
    return { file, rows: Object.entries(rows) };
  }),
);
const all = tables.flatMap(({ file, rows }) => rows.map(([name, row]) => ({ file, name, row })));

test('the tables were found', () => assert.ok(all.length > 150, String(all.length)));

test('each name in a path has its schema, and no schema is for a name that is not there', () => {
  for (const { file, name, row } of all) {
    const names = [...row.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const params = row.kind === 'document' ? undefined : row.takes.params;
    const read = params instanceof z.ZodObject ? Object.keys(params.shape) : [];
    assert.deepEqual(read.toSorted(), names.toSorted(), `${file} ${name}`);
  }
});

test('a name, and a method with its path, stand once in each table and once for each door', () => {
  const rest = Object.values(restEndpoints).flatMap((rows) => Object.entries<AnyRow>(rows));
  const console = all.filter(({ file }) => /^(?:console|operator)\//.test(file));
  assert.equal(rest.length + console.length, all.length, 'a table of REST is missing in rest-endpoints.ts');
  const restNames = rest.map(([name, { method, path }]) => [name, `${method} ${path}`] as const);
  const consoleNames = console.map(({ name, row }) => {
    const prefix = row.kind === 'document' ? '' : CONSOLE_PREFIXES[row.scope];
    return [name, `${row.method} ${prefix}${row.path}`] as const;
  });
  for (const door of [restNames, consoleNames]) {
    assert.equal(new Set(door.map(([name]) => name)).size, door.length, repeated(door.map(([name]) => name)));
    assert.equal(new Set(door.map(([, place]) => place)).size, door.length, repeated(door.map(([, place]) => place)));
  }
});

test('an address has its names filled in and encoded, and leaves out what is undefined', () => {
  assert.equal(
    addressOf('/servers/:id/backups/:backupId', { params: { id: 'srv_1', backupId: 'a/b c' } }),
    '/servers/srv_1/backups/a%2Fb%20c',
  );
  assert.equal(
    addressOf('/v1/gpu', { query: { limit: 5, cursor: undefined, pending: true, search: 'a&b' } }),
    '/v1/gpu?limit=5&pending=true&search=a%26b',
  );
  assert.equal(addressOf('/v1/gpu', { query: { cursor: undefined } }), '/v1/gpu');
  assert.throws(() => addressOf('/servers/:id', {}), /\/servers\/:id is asked for without its id/);
});

function repeated(names: readonly string[]): string {
  return names.filter((name, at) => names.indexOf(name) !== at).join(', ');
}
