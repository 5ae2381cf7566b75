import { expect, test } from 'vitest';
import { labelEvery, place, roundTicks, stackAt } from './scale.rules.ts';

test('an axis has round values that cover what is shown, and nought', () => {
  expect(roundTicks({ from: 0, to: 100, about: 2 })).toEqual([0, 50, 100]);
  expect(roundTicks({ from: 0, to: 0.3, about: 3 })).toEqual([0, 0.1, 0.2, 0.3]);
  expect(roundTicks({ from: 40, to: 95.3, about: 4 })).toEqual([0, 25, 50, 75, 100]);
  expect(roundTicks({ from: -30, to: 80, about: 3 })).toEqual([-50, 0, 50, 100]);
  expect(roundTicks({ from: 0, to: 0, about: 3 }), 'nothing was spent').toEqual([0, 1]);
});

test('a value is where its share of the range is', () => {
  expect(place(5, [0, 10], [0, 200])).toBe(100);
  expect(place(0, [0, 10], [150, 0]), 'a height is counted from below').toBe(150);
  expect(place(7, [7, 7], [20, 80])).toBe(20);
});

test('labels are left out until none touches another', () => {
  expect(labelEvery({ count: 30, width: 300, labelWidth: 50 }), 'the last one is moved by 20, to end with the axis').toBe(7);
  expect(labelEvery({ count: 5, width: 900, labelWidth: 50 })).toBe(1);
  expect(labelEvery({ count: 0, width: 0, labelWidth: 50 })).toBe(1);
});

test('what is given back is stacked below nought, and does not hide what was spent', () => {
  expect(stackAt([10, -4, 5, -1])).toEqual([
    [0, 10],
    [0, -4],
    [10, 15],
    [-4, -5],
  ]);
});
