import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { readValue } from './read-value.ts';
import { placesIn } from './test-places.ts';

/** Wrong in every kind: nothing, another type, too little, too much, another spelling, an unknown word. */
const WRONG = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'x\u200By',
  'x'.repeat(21_000),
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0,
  0.001,
  1.5,
  0.0000001,
  70_000,
  1e12,
  1e300,
  10n,
  [],
  [null],
  Array.from({ length: 2000 }, () => 'x'),
  {},
  { noSuchField: 1 },
] as const;

/** What readValue says of a sentence that has no French. */
const NO_FRENCH = 'Cette valeur ne convient pas.';
/** How a validator talks about a value. */
const VALIDATOR = /\b(?:expected|received|invalid|to be|to have|string|boolean|undefined|null|NaN|pattern|regex)\b|[<>]=?/i;

interface Taken {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** The path, query and body of every endpoint, those of signing in included. */
async function everyPart(): Promise<Taken[]> {
  const folder = new URL('../', import.meta.url);
  const files = [...globSync('endpoints/**/*.ts', { cwd: folder.pathname }), 'api/auth-endpoints.ts', 'api/session-endpoints.ts'];
  const tables = await Promise.all(
    files.map(async (file) => {
      const rows: Record<string, unknown> = await import(new URL(file, folder).href);
      return Object.entries(rows).flatMap(([row, told]) =>
        partsOf(told).map(([part, schema]) => ({ name: `${file} ${row} ${part}`, schema })),
      );
    }),
  );
  return tables.flat();
}

function partsOf(row: unknown): [string, z.ZodType][] {
  if (typeof row !== 'object' || row === null) return [];
  const takes: unknown = 'takes' in row ? row.takes : row;
  if (typeof takes !== 'object' || takes === null) return [];
  return Object.entries(takes).flatMap(([part, schema]): [string, z.ZodType][] =>
    ['params', 'query', 'body'].includes(part) && schema instanceof z.ZodType ? [[part, schema]] : [],
  );
}

const parts = await everyPart();

test('every endpoint is found', () => assert.ok(parts.length > 150, String(parts.length)));

test('no endpoint tells a person in a validator’s words what is wrong with a field, in either language', () => {
  const raw = new Set<string>();
  let refused = 0;
  for (const { name, schema } of parts) {
    const attempts = [...placesIn(schema)].flatMap(({ put }) => WRONG.map(put));
    for (const value of attempts) {
      const read = readValue(schema, value);
      for (const { path, message } of read.success ? [] : read.issues) {
        refused += 1;
        const unquoted = message.en.replaceAll(/"[^"]*"|one of: .*/g, '');
        if (message.fr === NO_FRENCH || VALIDATOR.test(unquoted)) raw.add(`${name}: ${path}: ${message.en}`);
      }
    }
  }
  assert.ok(refused > 5000, String(refused));
  assert.deepEqual([...raw], []);
});
