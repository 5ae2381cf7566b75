import { MINIMUM_TOPUP_CAD } from '@boreal/contract/billing/billing.ts';
import type { ToldIssue } from '@boreal/contract/words/language.ts';
import { MAXIMUM_TOPUP_CAD } from '@boreal/contract/billing/payments.ts';
import { readValue } from '@boreal/contract/values/read-value.ts';
import { schemaSentences } from '@boreal/contract/values/schema-sentences.ts';
import { placesIn } from '@boreal/contract/values/test-places.ts';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';

const SOURCES = new URL('..', import.meta.url).pathname;
const CONTRACT = new URL('../../../contract/', import.meta.url).pathname;

/** What nobody types: choices from a list, links' tokens, keys that name a movement. */
const UNTYPED =
  /(^|\.)(\w*Id|id|key|token|newcomer|next|work|attachments|acceptedTerms|cycle|region|engine|gpuModel|hourLocal|retention|expected\w*|confirmDeleteBackups|noSuchField)(\.|$)/;

/** What people type into a field: nothing, blanks, too little, too much, something else. An invalid number arrives as NaN. */
const TEXTS = ['', ' ', 'x', 'x\u200By', 'x'.repeat(21_000)];
const NUMBERS = [null, Number.NaN, -1, 0, 0.001, 1.5, 0.0000001, 70_000, 1e12];

/** Sentences that do not say what to enter. */
const VAGUE = [
  'This text must not be empty.',
  'This field is required.',
  'This is the wrong kind of value.',
  'This must be text.',
  'This value cannot be used here.',
  'Check the format.',
  'Enter a number.',
];

interface FormSchema {
  readonly form: string;
  readonly name: string;
  readonly schema: z.ZodType;
}

/** The schemas passed to `useRequestForm`, as the forms' own files name and import them. */
async function schemasOfForms(): Promise<FormSchema[]> {
  const found: FormSchema[] = [];
  for (const form of globSync('**/*.tsx', { cwd: SOURCES })) {
    const text = readFileSync(`${SOURCES}${form}`, 'utf8');
    if (!text.includes('useRequestForm(')) continue;
    const named = [...text.matchAll(/^ {4}schema: ([^]*?),\n {4}request/gm)].flatMap(([, given = '']) => given.match(/\b[A-Z]\w+/g) ?? []);
    expect(named, `${form} names no schema of the contract`).not.toEqual([]);
    for (const name of named) {
      const file = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '@boreal/contract/([\\w/-]+\\.ts)'`).exec(text)?.[1];
      const module: object = await import(/* @vite-ignore */ `${CONTRACT}${file}`);
      const schema: unknown = Object.entries(module).find(([exported]) => exported === name)?.[1];
      if (!(schema instanceof z.ZodType)) throw new Error(`${form}: ${name} is no schema of the contract`);
      found.push({ form, name, schema });
    }
  }
  return found;
}

/** Each typed value in each field, however deep. Of the rest, one is chosen from a list or a box ticked. */
function attempts(whole: z.ZodType): unknown[] {
  return [...placesIn(whole)].flatMap(({ schema, put }) => {
    if (schema instanceof z.ZodNumber) return NUMBERS.map(put);
    return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat ? TEXTS.map(put) : [];
  });
}

function issuesOf(schema: z.ZodType, value: unknown): readonly ToldIssue[] {
  const read = readValue(schema, value);
  return read.success ? [] : read.issues;
}

/** What zod itself would have said of the same value. */
function rawSentences(schema: z.ZodType, value: unknown): Set<string> {
  const { error } = schema.safeParse(value, { error: (issue) => `raw: ${z.core.config().localeError?.(issue) ?? issue.code}` });
  return new Set(error?.issues.flatMap(({ message }) => (message.startsWith('raw: ') ? [message.slice('raw: '.length)] : [])));
}

const forms = await schemasOfForms();

test('every form is found', () => {
  expect(new Set(forms.map(({ form }) => form)).size).toBeGreaterThan(8);
});

for (const { form, name, schema } of forms) {
  test(`what ${form} refuses (${name}) is worded for whoever typed it, in both languages`, () => {
    let tried = 0;
    let refused = 0;
    for (const value of attempts(schema)) {
      tried += 1;
      const raw = rawSentences(schema, value);
      // What the attempt omits of the rest is missing, and nobody has typed that.
      for (const { path, message } of issuesOf(schema, value).filter((issue) => hasPath(value, issue.path))) {
        const told = `${path} of ${JSON.stringify(value).slice(0, 60)}`;
        expect([...raw], told).not.toContain(message.en);
        expect(message.fr, told).not.toBe('Cette valeur ne convient pas.');
        refused += 1;
        if (UNTYPED.test(path)) continue;
        expect(VAGUE, `${told} says "${message.en}"`).not.toContain(message.en);
      }
    }
    // Of some forms everything is chosen.
    expect(refused > 0).toBe(tried > 0);
  });
}

function hasPath(value: unknown, path: string): boolean {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const at = names.reduce<unknown>((one, name) => (typeof one === 'object' && one !== null ? Reflect.get(one, name) : undefined), value);
  return typeof at === 'object' && at !== null && Object.hasOwn(at, last);
}

test('the sentences about amounts of credit name the limits that are in force', () => {
  for (const { en } of [schemaSentences.topUpAmount, schemaSentences.reloadThreshold, schemaSentences.reloadLimit]) {
    const numbers = (en.match(/[\d,]+\d/g) ?? []).map((text) => Number(text.replaceAll(',', '')));
    expect(
      numbers.every((number) => number === MINIMUM_TOPUP_CAD || number === MAXIMUM_TOPUP_CAD),
      en,
    ).toBe(true);
  }
});
