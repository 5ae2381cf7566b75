import { expect, test } from 'vitest';
import { nextSort, sortRows } from './sort-rows.rules.ts';

const rows = ['node-10', 'Éclair', null, 'node-2', 'zebra'].map((name, id) => ({ id, name }));
const names = (desc: boolean) => sortRows(rows, { valueOf: ({ name }) => name, desc }).map(({ name }) => name);

test('rows are sorted as people count and spell, and what has nothing comes last, either way', () => {
  expect(names(false)).toEqual(['Éclair', 'node-2', 'node-10', 'zebra', null]);
  expect(names(true)).toEqual(['zebra', 'node-10', 'node-2', 'Éclair', null]);
});

test('equal rows stay in the order that they came in, also backwards', () => {
  const same = sortRows(rows, { valueOf: () => 1, desc: true }).map(({ id }) => id);
  expect(same).toEqual([0, 1, 2, 3, 4]);
});

test('a heading pressed again turns the order round, and a third time it is as it was', () => {
  const first = nextSort(null, 'a');
  const second = nextSort(first, 'a');
  expect([first, second, nextSort(second, 'a'), nextSort(second, 'b')]).toEqual([
    { by: 'a', desc: false },
    { by: 'a', desc: true },
    null,
    { by: 'b', desc: false },
  ]);
});

test('five thousand rows are sorted whole', () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({ at: (at * 7919) % 5000 }));
  expect(sortRows(many, { valueOf: ({ at }) => at, desc: false }).map(({ at }) => at)).toEqual(many.map((_, at) => at));
});
