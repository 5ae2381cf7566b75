import { expect, test } from 'vitest';
import { amountOf, momentOf, numberOf, textOf } from './fields.ts';

const fields = (value: string) => {
  const data = new FormData();
  data.set('field', value);
  return data;
};

test('an amount may be written as in either language', () => {
  for (const text of ['1234.5', '1234,5', ' 1 234,5 ', '1\u00a0234,5', '1\u202f234,5'])
    expect(numberOf(fields(text), 'field'), text).toBe(1234.5);
});

test('what is no amount is 0, which the server refuses', () => {
  for (const text of ['', 'ten', '1,2,3']) expect(amountOf(fields(text), 'field'), text).toBe(0);
});

test('an empty field is told apart from one with text', () => {
  expect(textOf(fields('  '), 'field')).toBeNull();
  expect(textOf(new FormData(), 'field')).toBeNull();
  expect(textOf(fields(' a '), 'field')).toBe('a');
});

test('a moment is the viewer’s own, and one that is none is left for the server to refuse', () => {
  expect(momentOf(fields('2026-12-01T10:30'), 'field')).toBe(new Date(2026, 11, 1, 10, 30).toISOString());
  expect(momentOf(fields('soon'), 'field')).toBe('soon');
});
