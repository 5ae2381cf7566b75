import { expect, test } from 'vitest';
import { isFull, readKept, SAVED_MAX, withColumn, withFilter, withoutFilter, type KeptList } from './kept-list.rules.ts';

const none: KeptList = { saved: [], hidden: [] };
const running = { name: 'Running', search: 'status=ACTIVE' };

test('what is kept reads back as it was', () => {
  const kept = withColumn(withFilter(none, running), { id: 'gpu', isShown: false });
  expect(readKept(JSON.stringify(kept))).toEqual({ saved: [running], hidden: ['gpu'] });
});

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '7',
  '{"saved":7,"hidden":{}}',
  '{"saved":[null,7,"x",{},{"name":7,"search":"a"},{"name":" ","search":"a"},{"name":"a"},{"name":"a","search":""}],"hidden":[1,null]}',
])('a broken value is as if nothing were kept: %s', (text) => {
  expect(readKept(text)).toEqual(none);
});

test('what is sound of a broken value stays', () => {
  expect(readKept(JSON.stringify({ saved: [{ name: 7 }, { ...running, since: 'an older console' }], hidden: [3, 'gpu'] }))).toEqual({
    saved: [running],
    hidden: ['gpu'],
  });
});

test('no stored value makes a list of thousands, nor one name twice', () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({ name: `n${at}`, search: 'a=b' }));
  expect(readKept(JSON.stringify({ saved: many })).saved.length).toBe(SAVED_MAX);
  expect(readKept(JSON.stringify({ saved: [running, { ...running, name: 'RUNNING' }] })).saved).toEqual([running]);
  expect(
    readKept(
      JSON.stringify({
        saved: [
          { ...running, search: 'x'.repeat(9000) },
          { ...running, name: 'n'.repeat(90) },
        ],
      }),
    ),
  ).toEqual(none);
});

test('saving under a name that is taken replaces, in its place, also when there is no room for another', () => {
  const full = Array.from({ length: SAVED_MAX }, (_, at) => `Name ${at}`).reduce(
    (kept, name) => withFilter(kept, { name, search: 'a=b' }),
    none,
  );
  expect([isFull(full, 'another'), isFull(full, ' name 3 ')]).toEqual([true, false]);
  const replaced = withFilter(full, { name: ' name 3 ', search: 'c=d' });
  expect([replaced.saved.length, replaced.saved[3]]).toEqual([SAVED_MAX, { name: 'name 3', search: 'c=d' }]);
  expect(isFull(withoutFilter(full, 'Name 3'), 'another')).toBe(false);
});
