import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beginningOf, isStorable } from './storable.ts';

test('a text with a NUL or half of a surrogate pair is not storable', () => {
  assert.deepEqual(['', 'é 🦫', 'a\0', 'a\ud83e', '\uddab'].map(isStorable), [true, true, false, false, false]);
});

test('the beginning of a storable text is storable, and as long as it may be', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }).filter(isStorable), fc.nat(30), (text, unitsMax) => {
      const beginning = beginningOf(text, unitsMax);
      assert.ok(text.startsWith(beginning) && isStorable(beginning));
      const [next = ''] = text.slice(beginning.length);
      assert.ok(beginning.length <= unitsMax && (next === '' || beginning.length + next.length > unitsMax));
    }),
  );
});
