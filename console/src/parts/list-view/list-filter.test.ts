import { expect, test } from 'vitest';
import { askedDays, dayOf, filterOf, isWrongOrder, oneOf, searchOf, wordsOf } from './list-filter.rules.ts';

const read = ({ search, status, desc }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(['ACTIVE', 'STOPPED'], status),
  desc: desc === true || desc === 'true' || undefined,
});

test('a filter is the same after an address, in whatever order it was chosen', () => {
  const filter = { search: 'a&b = é', status: 'ACTIVE', desc: true } as const;
  expect(filterOf(searchOf(filter), read)).toEqual(filter);
  expect(searchOf({ status: 'ACTIVE', search: 'a' })).toBe(searchOf({ search: 'a', status: 'ACTIVE' }));
});

test('no filter is no search', () => {
  expect(searchOf(read({}))).toBe('');
  expect(searchOf(read({ search: '', status: 'GONE', other: 'x' }))).toBe('');
});

test('a number in an address is a word', () => {
  expect(read({ search: 42 }).search).toBe('42');
  expect(read({ search: { a: 1 } }).search).toBeUndefined();
});

test('a day in an address is one of the calendar, and two of them have an order', () => {
  expect(dayOf('2026-11-27')).toBe('2026-11-27');
  for (const none of ['2026-13-01', '2026-1-1', 'yesterday', 20261127, '', undefined]) expect(dayOf(none)).toBeUndefined();
  expect(isWrongOrder({ from: '2026-11-02', to: '2026-11-01' })).toBe(true);
  expect(isWrongOrder({ from: '2026-11-01', to: '2026-11-01' })).toBe(false);
  expect(isWrongOrder({ from: '2026-11-01', to: '' })).toBe(false);
  expect(askedDays({ from: '2026-11-01', to: '' })).toEqual({ from: '2026-11-01', to: undefined });
  expect(askedDays({ from: '2026-11-02', to: '2026-11-01' })).toEqual({ from: undefined, to: undefined });
});
