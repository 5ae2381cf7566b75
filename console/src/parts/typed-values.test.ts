import { expect, test } from 'vitest';
import { amountNeeded, amountOf, momentOf, textOrNull } from './typed-values.ts';

test('an amount may be written as in either language', () => {
  for (const text of [1234.5, '1234.5', '1234,5', ' 1 234,5 ', '1\u00a0234,5', '1\u202f234,5'])
    expect(amountOf(text), String(text)).toBe(1234.5);
});

test('no amount is null, and NaN where one is needed, as is what is no number', () => {
  for (const text of ['', ' ']) {
    expect(amountOf(text)).toBeNull();
    expect(amountNeeded(text)).toBeNaN();
  }
  for (const text of ['ten', '1,2,3']) expect(amountOf(text), text).toBeNaN();
});

test('an empty field is told apart from one with text', () => {
  expect(textOrNull('  ')).toBeNull();
  expect(textOrNull(' a ')).toBe('a');
});

test('a moment is the viewer’s own, and one that is none is left for the schema to refuse', () => {
  expect(momentOf('2026-12-01T10:30')).toBe(new Date(2026, 11, 1, 10, 30).toISOString());
  expect(momentOf('soon')).toBe('soon');
  expect(momentOf('')).toBeUndefined();
});
