import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';
import { readValue } from './read-value.ts';

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

/** Each wrong value in the place of the whole and of each of its fields, however deep. */
function* attempts(schema: unknown, wrap: (value: unknown) => unknown = (value) => value): Generator<unknown> {
  for (const value of WRONG) yield wrap(value);
  if (schema instanceof z.ZodObject) {
    for (const [field, part] of Object.entries(schema.shape)) yield* attempts(part, (value) => wrap({ [field]: value }));
  } else if (schema instanceof z.ZodArray) {
    yield* attempts(schema.element, (value) => wrap([value]));
  } else if (schema instanceof z.ZodDiscriminatedUnion) {
    for (const option of schema.options) {
      const kinds = option instanceof z.ZodObject ? kindsOf(option.shape[schema.def.discriminator]) : [];
      for (const kind of kinds) yield* attempts(option, (value) => wrap(withKind(value, { [schema.def.discriminator]: kind })));
    }
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) yield* attempts(option, wrap);
  } else if (schema instanceof z.ZodRecord) {
    yield* attempts(schema.valueType, (value) => wrap({ some: value }));
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    yield* attempts(schema.unwrap(), wrap);
  } else if (schema instanceof z.ZodPipe) {
    yield* attempts(schema.in, wrap);
  }
}

function kindsOf(discriminator: unknown): unknown[] {
  if (discriminator instanceof z.ZodLiteral) return [...discriminator.values];
  return discriminator instanceof z.ZodEnum ? discriminator.options : [];
}

function withKind(value: unknown, kind: object): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...kind } : value;
}

const parts = await everyPart();

test('every endpoint is found', () => assert.ok(parts.length > 150, String(parts.length)));

test('no endpoint tells a person in a validator’s words what is wrong with a field, in either language', () => {
  const raw = new Set<string>();
  let refused = 0;
  for (const { name, schema } of parts) {
    for (const value of attempts(schema)) {
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
