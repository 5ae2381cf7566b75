import { expect, test } from 'vitest';
import { filterOf, oneOf, searchOf, wordsOf } from './list-filter.rules.ts';

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
