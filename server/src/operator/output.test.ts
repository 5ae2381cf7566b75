import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cad, facts, plain, printed, table, when } from './output.ts';

test('money is told to the cent, and exactly where it has more', () => {
  assert.deepEqual([0n, 3_990_000n, 1_250_000_000n, 13_685n, -5_100_000n, 1n].map(cad), [
    '0.00',
    '3.99',
    '1,250.00',
    '0.013685',
    '-5.10',
    '0.000001',
  ]);
});

test('columns are aligned, numbers at their end, and an empty list is a sentence', () => {
  const columns = [
    { title: 'name', of: (row: [string, number]) => row[0] },
    { title: 'n', right: true, of: (row: [string, number]) => String(row[1]) },
  ] as const;
  assert.equal(
    table(
      [
        ['a', 1],
        ['long one', 10],
      ],
      columns,
      'None.',
    ),
    'NAME       N\na          1\nlong one  10',
  );
  assert.equal(table([], columns, 'None.'), 'None.');
});

test('nothing that a customer or a machine wrote can steer the terminal', () => {
  assert.equal(plain('a\u001b[2Jb\nc'), 'a [2Jb c');
  const hostile = 'one\u001b[2J\u009b31m\u202e\u200b\u{e0041}\rtwo\u2028\u0000';
  const answer = { data: { [hostile]: [hostile] }, text: `${hostile}\nnext: \t${facts({ Name: hostile })}` };
  for (const json of [true, false]) {
    const shown = printed(answer, json);
    assert.doesNotMatch(shown, /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u, JSON.stringify(shown));
    assert.match(shown, /one/);
  }
  assert.deepEqual(JSON.parse(printed(answer, true)), answer.data, 'a program reads what is there');
});

test('a moment is told in UTC, and never as a dash', () => {
  assert.deepEqual([when(new Date('2026-03-01T12:00:00.999Z')), when(null)], ['2026-03-01 12:00:00Z', '–']);
});

test('JSON is one document, and holds what the text holds', () => {
  assert.deepEqual(JSON.parse(printed({ data: { at: new Date(0) }, text: 'x' }, true)), { at: '1970-01-01T00:00:00.000Z' });
});
