import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solvePuzzle } from './solve-puzzle.ts';

const zeroBits = (text: string) => {
  const bits = [...createHash('sha256').update(text).digest()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.indexOf('1');
};

test.each([1, 7, 8, 9, 13])('a puzzle of %i bits is solved by the first number whose hash begins with so many zeros', (bits) => {
  // Longer than one block of the hash, as those of the server are, and not of plain letters only.
  const puzzle = `${'éèß'.repeat(30)}.${bits}`;
  const nonce = solvePuzzle({ puzzle, bits }, () => {});
  expect(zeroBits(`${puzzle}:${nonce}`)).toBeGreaterThanOrEqual(bits);
  for (let earlier = 0; earlier < nonce; earlier += 1) expect(zeroBits(`${puzzle}:${earlier}`)).toBeLessThan(bits);
});

test('how many numbers were tried is told meanwhile', () => {
  const told: number[] = [];
  solvePuzzle({ puzzle: 'a', bits: 16 }, (count) => told.push(count));
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});
