import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Province } from '@boreal/contract/account/profile.ts';
import fc from 'fast-check';
import { keepTaxes, readTaxes, requireKnownTaxes, sumTaxes, taxesOn, taxesToRefund, toTaxLine } from './tax.rules.ts';
import { taxTable, TAX_TABLE_BEGINS } from './tax-table.ts';

const CENT = 10_000n;
const everywhere = () => true;

/** The taxes on 100 CAD, `code rate`, in each province from each date: copied from the tax authorities' own pages. */
const expected: readonly [from: string, Partial<Record<Province, readonly string[]>>][] = [
  [
    '2013-07-01',
    {
      AB: ['GST 5'],
      BC: ['GST 5', 'PST 7'],
      MB: ['GST 5', 'RST 8'],
      NB: ['HST 13'],
      NL: ['HST 13'],
      NS: ['HST 15'],
      NT: ['GST 5'],
      NU: ['GST 5'],
      ON: ['HST 13'],
      PE: ['HST 14'],
      QC: ['GST 5', 'QST 9.975'],
      SK: ['GST 5', 'PST 5'],
      YT: ['GST 5'],
    },
  ],
  ['2016-07-01', { NB: ['HST 15'], NL: ['HST 15'] }],
  ['2016-10-01', { PE: ['HST 15'] }],
  ['2017-03-23', { SK: ['GST 5', 'PST 6'] }],
  ['2019-07-01', { MB: ['GST 5', 'RST 7'] }],
  ['2025-04-01', { NS: ['HST 14'] }],
];

const dayBefore = (date: string) => new Date(new Date(`${date}T12:00:00Z`).getTime() - 86_400_000).toISOString().slice(0, 10);
const linesOn = (province: Province, date: string) =>
  taxesOn(100_000_000n, { place: { country: 'CA', province }, date, registered: everywhere }).map((part) => {
    assert.equal(part.amountMicros, toCent(part.milliPercent));
    return `${part.code} ${part.milliPercent / 1000}`;
  });
/** The tax on 100 CAD in micro-CAD, rounded half up to the cent. */
const toCent = (milliPercent: number) => BigInt(Math.floor(milliPercent / 10 + 0.5)) * CENT;

test('every province has its taxes on every date, and the day before each change the old ones', () => {
  const inForce = new Map<Province, readonly string[]>();
  for (const [from, changes] of expected) {
    for (const province of Province.options) {
      const before = inForce.get(province);
      if (before) assert.deepEqual(linesOn(province, dayBefore(from)), before, `${province} before ${from}`);
      const now = changes[province] ?? before ?? [];
      inForce.set(province, now);
      assert.deepEqual(linesOn(province, from), now, `${province} from ${from}`);
    }
  }
  for (const province of Province.options) assert.deepEqual(linesOn(province, '2026-12-01'), inForce.get(province), province);
});

test('the entries of each province follow each other, from the beginning of the table', () => {
  for (const periods of Object.values(taxTable)) {
    assert.equal(periods[0]?.from, TAX_TABLE_BEGINS);
    assert.deepEqual(
      periods.map(({ from }) => from),
      periods.map(({ from }) => from).toSorted(),
    );
  }
  assert.throws(() => linesOn('QC', '2013-06-30'), RangeError);
});

test('25.00 in Québec: GST 1.25 and QST 2.49, both on the amount before tax', () => {
  const parts = taxesOn(25_000_000n, { place: { country: 'CA', province: 'QC' }, date: '2026-12-01', registered: everywhere });
  assert.deepEqual(
    parts.map((part) => part.amountMicros),
    [1_250_000n, 2_490_000n],
  );
  assert.deepEqual(parts.map(toTaxLine)[1], { code: 'QST', label: { en: 'QST 9.975%', fr: 'TVQ 9,975 %' }, rate: 9.975, amount: 2.49 });
  assert.deepEqual(readTaxes(JSON.parse(keepTaxes(parts))), parts);
});

test("a province's own sales tax only where the operator is registered; Québec's and the federal one always", () => {
  const lines = (province: Province) =>
    taxesOn(100_000_000n, { place: { country: 'CA', province }, date: '2026-12-01', registered: () => false }).map((part) => part.code);
  assert.deepEqual([lines('BC'), lines('SK'), lines('MB')], [['GST'], ['GST'], ['GST']]);
  assert.deepEqual([lines('QC'), lines('ON')], [['GST', 'QST'], ['HST']]);
});

test('outside Canada there is no tax', () => {
  assert.deepEqual(taxesOn(25_000_000n, { place: { country: 'US', province: null }, date: '2026-12-01', registered: everywhere }), []);
});

test('each tax is within half a cent of its rate, whatever the amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 7n }), fc.constantFrom(...Province.options), (cents, province) => {
      const net = cents * CENT;
      for (const part of taxesOn(net, { place: { country: 'CA', province }, date: '2026-12-01', registered: everywhere })) {
        assert.equal(part.amountMicros % CENT, 0n);
        const exactTimesWhole = net * BigInt(part.milliPercent);
        const error = part.amountMicros * 100_000n - exactTimesWhole;
        assert.ok(error * 2n <= CENT * 100_000n && error * 2n > -CENT * 100_000n, `${part.code} of ${net}`);
      }
    }),
  );
});

test('however a payment is given back in parts, its taxes go back exactly, and never too much before', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 100_000n }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...Province.options),
      (cents, province) => {
        const parts = cents.map((each) => each * CENT);
        const netMicros = parts.reduce((sum, each) => sum + each, 0n);
        const taxes = taxesOn(netMicros, { place: { country: 'CA', province }, date: '2026-12-01', registered: everywhere });
        const refunded: (typeof taxes)[number][] = [];
        let refundedNetMicros = 0n;
        for (const refundMicros of parts) {
          refunded.push(...taxesToRefund(taxes, { netMicros, refundedNetMicros, refunded, refundMicros }));
          refundedNetMicros += refundMicros;
          assert.ok(sumTaxes(refunded) <= sumTaxes(taxes));
        }
        for (const tax of taxes) assert.equal(sumTaxes(refunded.filter(({ code }) => code === tax.code)), tax.amountMicros);
      },
    ),
  );
});

test('a tax that a newer version has charged is shown by its code, and no document of it is issued here', () => {
  const newer = { code: 'XST', register: 'XST_YT', milliPercent: 2500, amountMicros: 250_000n };
  const [read] = readTaxes(JSON.parse(keepTaxes([newer])));
  assert.deepEqual(read, newer);
  const { code, label, rate, amount } = toTaxLine(newer);
  assert.deepEqual([code, label.en, label.fr.replaceAll(/\s/g, ' '), rate, amount], ['XST', 'XST 2.5%', 'XST 2,5 %', 2.5, 0.25]);
  assert.throws(() => requireKnownTaxes([newer]), /XST/);
  for (const province of Province.options) {
    const ours = taxesOn(100_000_000n, { place: { country: 'CA', province }, date: '2026-12-01', registered: everywhere });
    assert.doesNotThrow(() => requireKnownTaxes(ours), province);
  }
});
