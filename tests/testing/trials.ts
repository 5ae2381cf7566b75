import { fits, type Schema } from './api-document.ts';

/** A value to try in one field, and whether its schema admits it. */
export interface Trial {
  readonly value: unknown;
  readonly admitted: boolean;
}

/** Values of every wrong type, and those at and just past each bound, for a field of a JSON body. */
export function bodyTrials(schema: Schema): Trial[] {
  const values = [
    null,
    true,
    false,
    0,
    -1,
    1.5,
    '',
    ' ',
    '5',
    [],
    ['x'],
    {},
    { x: 1 },
    'a\u0007b',
    'no such value',
    ...atBounds(schema),
    ...choices(schema),
  ];
  return values.map((value) => ({ value, admitted: fits(schema, value) }));
}

/** Texts at and just past each bound, for a parameter of a query. Null leaves the parameter out; a list repeats it. */
export function queryTrials(schema: Schema): { text: string | string[]; admitted: boolean }[] {
  const texts = ['', 'no such value', '\0', ...[...atBounds(schema), ...choices(schema)].map(String)];
  const numbers = ['1.5', '-1', '1e400', 'NaN', '99999999999999999999'];
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  const tried = [...texts, ...(isNumber ? numbers : [])];
  const trials = tried.map((text) => ({
    text,
    // A parameter without text is no number; no text may hold U+0000.
    admitted: !text.includes('\0') && (isNumber ? text !== '' && fits(schema, Number(text)) : fits(schema, text)),
  }));
  return [...trials, { text: ['1', '1'], admitted: false }];
}

function atBounds({ minLength, maxLength, minimum, maximum }: Schema): unknown[] {
  return [
    ...(minLength === undefined ? [] : ['x'.repeat(minLength), 'x'.repeat(Math.max(0, minLength - 1))]),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1), 'x'.repeat(maxLength * 2)]),
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1, maximum + 0.5]),
  ];
}

function choices({ enum: values = [] }: Schema): unknown[] {
  return values.flatMap((value) => (typeof value === 'string' ? [value, ` ${value}`, flipCase(value)] : [value]));
}

function flipCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
