import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, test } from 'node:test';
import { AmountCad } from '@boreal/contract/values/amounts.ts';
import { AddFirewallRuleRequest } from '@boreal/contract/servers/firewall.ts';
import type { ToldIssue } from '@boreal/contract/words/language.ts';
import { SignUpRequest } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { isAppError } from './errors.ts';
import { assertTold } from './testing.ts';
import { validate } from './validate.ts';

const CONTRACT = new URL('../../../contract/', import.meta.url);

/** What people type, programs send and attackers try, wherever a value is taken. */
const values = [
  undefined,
  null,
  true,
  0,
  -1,
  1,
  1.5,
  0.0000001,
  65_536,
  1e12,
  Number.NaN,
  '',
  ' ',
  'x',
  '\u0007',
  'x'.repeat(50_000),
  [],
  [1],
  ['x', 'x', 'x', 'x', 'x', 'x'],
  {},
  { kind: 'x' },
  { country: 'CA' },
  { country: 'FR', province: 'QC' },
];

/** Only the author of a schema writes these. */
const RAW =
  /expected|received|invalid input|too (small|big)|[<>]=|entrée invalide|trop (petit|grand)|attendue?|regex|pattern|must match|nan\b/i;

function issuesOf(schema: z.ZodType, value: unknown): readonly ToldIssue[] {
  try {
    validate(schema, value);
    return [];
  } catch (error) {
    if (isAppError(error, 'INVALID_REQUEST')) return error.details.issues;
    throw error;
  }
}

/** A schema with each value, and with each value in each of its fields. */
function* attempts(schema: z.ZodType): Generator<unknown> {
  yield* values;
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  for (const field of [...fields, 'noSuchField']) for (const value of values) yield { [field]: value };
}

const modules = globSync('*/*.ts', { cwd: CONTRACT.pathname }).filter((name) => !name.endsWith('.test.ts'));

describe('whatever is refused is told in words for who typed it, in both languages', async () => {
  for (const name of modules) {
    const exported: object = await import(new URL(name, CONTRACT).href);
    const schemas = Object.entries(exported).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType);
    for (const [title, schema] of schemas) {
      test(`${name} ${title}`, () => {
        for (const value of attempts(schema)) {
          for (const { path, message } of issuesOf(schema, value)) {
            assert.doesNotMatch(message.en, RAW, `${path} of ${JSON.stringify(value)?.slice(0, 80)}`);
            assert.doesNotMatch(message.fr, RAW, `${path} of ${JSON.stringify(value)?.slice(0, 80)}`);
            assert.notEqual(message.fr, 'Cette valeur ne convient pas.', `"${message.en}" has no French beside it`);
            assertTold(message);
          }
        }
      });
    }
  }
  test('the schemas are found', () => assert.ok(modules.length > 20));
});

test('a short password, a port that is none and a missing name say what to enter', () => {
  const told = (schema: z.ZodType, value: unknown) =>
    issuesOf(schema, value).map(({ path, message }) => `${path}: ${message.en} / ${message.fr}`);
  assert.deepEqual(told(SignUpRequest.pick({ password: true }), { password: 'short' }), [
    'password: Use at least 10 characters. / Utilisez au moins 10 caractères.',
  ]);
  const port = 'Enter a port from 1 to 65535. / Entrez un port de 1 à 65535.';
  for (const portRangeMin of [0, 70_000, 1.5, 'ssh']) {
    assert.deepEqual(told(AddFirewallRuleRequest, { direction: 'ingress', protocol: 'tcp', portRangeMin }), [`portRangeMin: ${port}`]);
  }
  assert.deepEqual(told(SignUpRequest.pick({ name: true }), {}), ['name: This field is required. / Ce champ est obligatoire.']);
});

test('an amount finer than money is counted in is refused, never rounded to nothing', () => {
  for (const fine of [0.0000001, 1e-9, 12.3456789, -0.0000001]) {
    assert.deepEqual(
      issuesOf(AmountCad, fine).map(({ message }) => message.en),
      ['Enter an amount with at most six decimals.'],
      String(fine),
    );
  }
  for (const exact of [0, 0.000001, 0.1, 0.3, 33.333333, 3.99, 999_999.999999, 99_999_999.999999, 100_000_000]) {
    assert.deepEqual(issuesOf(AmountCad, exact), [], String(exact));
  }
});
