import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaSentences } from '../values/schema-sentences.ts';
import { Province, UpdateProfileRequest } from './profile.ts';

const home = { line1: '355 rue Sainte-Catherine Ouest', city: 'Montréal', province: 'QC', postalCode: 'H3B 1A5', country: 'CA' };
const problem = (change: Record<string, unknown>) => {
  const parsed = UpdateProfileRequest.safeParse({ address: { ...home, ...change } });
  return parsed.success ? null : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
};

test('an address is kept as it is printed on an envelope', () => {
  for (const postalCode of ['h3b1a5', ' H3B-1A5 ', 'H3B 1A5']) {
    const { address } = UpdateProfileRequest.parse({ address: { ...home, country: 'ca', postalCode } });
    assert.deepEqual(address, { ...home, line2: null });
  }
});

test('a Canadian address needs its province and a postal code of that province', () => {
  assert.equal(problem({ province: null }), `address.province: ${schemaSentences.provinceMissing.en}`);
  assert.equal(problem({ province: 'ON' }), `address.postalCode: ${schemaSentences.postalCodeElsewhere.en}`);
  for (const postalCode of [null, 'H3B', '12345', 'D3B 1A5', 'H3B 1O5', 'H3B  1A55']) {
    assert.equal(problem({ postalCode }), `address.postalCode: ${schemaSentences.postalCode.en}`, String(postalCode));
  }
  assert.notEqual(problem({ province: 'XX' }), null);
});

test('every province has a postal code that is taken, and the federal offices of Gatineau keep that of Ottawa', () => {
  const codes = { AB: 'T2G 2M3', BC: 'V6B 1A1', MB: 'R3C 4T3', NB: 'E1C 4Z5', NL: 'A1C 5S7', NS: 'B3J 3K5', NT: 'X1A 2N8', NU: 'X0A 0H0' };
  const more = { ON: 'M5H 2N2', PE: 'C1A 7K2', QC: 'J8X 3X4', SK: 'S4P 3Y2', YT: 'Y1A 2C6' };
  for (const [province, postalCode] of Object.entries({ ...codes, ...more })) assert.equal(problem({ province, postalCode }), null);
  assert.equal(Object.keys({ ...codes, ...more }).length, Province.options.length);
  assert.equal(problem({ postalCode: 'K1A 0S5' }), null);
});

test('an address abroad has no province, and any postal code or none', () => {
  assert.equal(problem({ country: 'US' }), `address.province: ${schemaSentences.provinceAbroad.en}`);
  assert.equal(problem({ country: 'US', province: null, city: 'Burlington, VT', postalCode: '05401' }), null);
  assert.equal(problem({ country: 'IE', province: null, postalCode: null }), null);
  assert.equal(problem({ country: 'Ireland', province: null }), `address.country: ${schemaSentences.country.en}`);
});

test('tax numbers are kept without spaces, and one that cannot be is refused', () => {
  const read = (taxId: unknown) => UpdateProfileRequest.safeParse({ taxIds: [taxId] });
  const gst = { kind: 'gst_hst', number: '123456789RT0001' };
  assert.deepEqual(read({ kind: 'gst_hst', number: '123456789 rt 0001' }).data, { taxIds: [gst] });
  assert.ok(read({ kind: 'qst', number: '1234567890TQ0001' }).success);
  assert.ok(read({ kind: 'vat', number: 'FR12345678901' }).success);
  assert.ok(!read({ kind: 'gst_hst', number: '123456789' }).success);
  assert.ok(!read({ kind: 'qst', number: '123456789RT0001' }).success);
  assert.ok(!UpdateProfileRequest.safeParse({ taxIds: Array.from({ length: 6 }, () => gst) }).success);
});
