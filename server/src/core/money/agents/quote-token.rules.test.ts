import assert from 'node:assert/strict';
import { test } from 'node:test';
import { argumentsHash } from './quote-token.rules.ts';

const hashOf = (args: object) => argumentsHash(args).toString('hex').slice(0, 16);

test('the same arguments have the same hash in whatever order they are sent, and no others have it', () => {
  assert.equal(hashOf({ b: 1, a: { d: [1, 2], c: null } }), hashOf({ a: { c: null, d: [1, 2] }, b: 1 }));
  const all = [{}, { a: 1 }, { a: '1' }, { a: null }, { a: [1] }, { a: [1, 2] }, { a: [2, 1] }, { b: 1 }, { a: { a: 1 } }].map(hashOf);
  assert.equal(new Set(all).size, all.length);
});

test('what is left out and what is undefined are the same', () => {
  assert.equal(hashOf({ a: 1, b: undefined }), hashOf({ a: 1 }));
});

test('a quote that an earlier version made is still confirmed: the hashes stay', () => {
  const kept = [
    [{}, '44136fa355b3678a'],
    [{ b: 1, a: 2 }, 'd3626ac30a87e6f7'],
    [{ a: [3, { z: 1, y: null }], b: undefined }, '70016d6d9f3ef7b4'],
    [{ n: [0, -0, 1e21, 1e-7, 0.1 + 0.2, 123456789012345680000] }, '64e66224663ad90f'],
    [{ é: 1, e: 2, '\u{1F600}': 3, '\uFFFF': 4, '€': 5, '\r': 6, '1': 7, '': 8 }, '7b302be594bde7b6'],
    [{ s: '"\\\n\t\u0001\u007f\u2028é😀' }, '149199c81269f11b'],
  ] as const;
  for (const [args, known] of kept) assert.equal(hashOf(args), known, JSON.stringify(args));
});
