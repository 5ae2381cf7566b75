import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseCad, prorate, toCad, toCadBalance, toCadDue, toCadRate, toCadText } from './money.ts';

test('a balance is shown rounded down to the cent, what is due rounded up', () => {
  assert.equal(toCadBalance(42_109_999n), 42.1);
  assert.equal(toCadBalance(-1n), -0.01);
  assert.equal(toCadDue(3_990_001n), 4);
  assert.equal(toCadDue(3_990_000n), 3.99);
});

test('a rate is shown as it is', () => {
  assert.equal(toCad(3_990_000n), 3.99);
  assert.equal(toCad(13_685n), 0.013685);
  assert.throws(() => toCad(2n ** 60n), RangeError);
});

test('a sum of rates is shown to four decimals', () => {
  assert.deepEqual([toCadRate(3_990_000n), toCadRate(4_003_685n), toCadRate(50n), toCadRate(49n)], [3.99, 4.0037, 0.0001, 0]);
});

test('amounts that people write are read exactly or not at all', () => {
  assert.equal(parseCad('0.000001'), 1n);
  assert.equal(parseCad('-12.5'), -12_500_000n);
  for (const text of ['', '1e3', '1,5', '0.0000001', 'NaN', '1.', '.5']) assert.equal(parseCad(text), null, text);
});

test('what is shown of an amount reads back as the amount', () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (micros) => parseCad(toCad(micros).toFixed(6)) === micros));
});

test('the parts of an amount never come to more than a micro-dollar over the whole', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.bigInt({ min: 0n, max: 3_600_000n }), (amount, left) => {
      const sum = prorate(amount, left, 3_600_000n) + prorate(amount, 3_600_000n - left, 3_600_000n);
      return sum - amount <= 1n && amount - sum <= 1n;
    }),
  );
});

test('an amount is exact as a decimal text, whatever its size', () => {
  for (const [micros, text] of [
    [0n, '0'],
    [-3_990_000n, '-3.99'],
    [13_685n, '0.013685'],
    [-1n, '-0.000001'],
    [90_071_992_547_409_930_000_001n, '90071992547409930.000001'],
  ] as const)
    assert.equal(toCadText(micros), text);
});
