import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whatFits } from './what-fits.rules.ts';

test('what fits is what nine tenths of the memory hold, never more', () => {
  assert.deepEqual(whatFits(80), { bits16: 36, bits8: 72, bits4: 140, training: 4 });
  assert.deepEqual(whatFits(640), { bits16: 280, bits8: 570, bits4: 1100, training: 36 });
  for (let gb = 1; gb < 2000; gb += 1) {
    const fits = whatFits(gb);
    assert.ok(fits.bits16 * 2 <= gb && fits.bits8 <= gb && fits.bits4 / 2 <= gb && fits.training * 16 <= gb, `${gb} GB`);
    assert.ok(gb < 8 || fits.bits16 > 0, `${gb} GB hold nothing`);
  }
});
