import { expect, test } from 'vitest';
import { formatsOf } from './formats.ts';

/** Intl writes spaces of several kinds; a reader sees one. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const later = () => new Date('2027-06-15T12:00:00Z');
const en = formatsOf('en', later);
const fr = formatsOf('fr', later);

test('money is written as each language writes it', () => {
  expect(plain(en.money(4.99))).toBe('$4.99');
  expect(plain(fr.money(4.99))).toBe('4,99 $');
  expect(plain(fr.money(-1234.5))).toBe('−1 234,50 $'.replace('−', plain(fr.money(-1)).charAt(0)));
});

test('money is shown to the cent, a rate to four decimals, and all of it where one asks', () => {
  expect(plain(en.money(-4.003685))).toBe('-$4.00');
  expect(plain(en.rate(0.013685))).toBe('$0.0137');
  expect(plain(en.exact(0.013685))).toBe('$0.013685');
  expect(plain(fr.rate(3.99))).toBe('3,99 $');
  expect(plain(fr.exact(-4.003685)).replace('−', '-')).toBe('-4,003685 $');
});

test('a share that is not nothing is not shown as nothing, nor as all where there is more', () => {
  expect([0, 33.3, 100].map(en.share)).toEqual(['0%', '33%', '100%']);
  expect([0.14, 99.86, 0.01, 99.99].map(en.share)).toEqual(['0.1%', '99.9%', '<0.1%', '>99.9%']);
  expect(plain(fr.share(0.14))).toBe('0,1 %');
  expect(plain(fr.share(0.01))).toBe('< 0,1 %');
});

test('an amount that rounds to nothing has no sign', () => {
  expect([en.money(-0), en.money(-0.004), en.rate(-0), en.exact(-0)]).toEqual(['$0.00', '$0.00', '$0.00', '$0.00']);
  expect(plain(fr.money(-0.001))).toBe('0,00 $');
});

test('an hour of the Eastern day is written as a clock shows it', () => {
  expect(plain(fr.easternHour(3))).toMatch(/^(0?3) h( 00)?$/);
  expect(plain(en.easternHour(15))).toMatch(/3:00/);
  expect(plain(en.easternTime('2026-07-01T07:00:00Z'))).toMatch(/^3:00.*E[DS]T$/);
});

test('in French a month begins with its 1er, and an hour with no nought', () => {
  // As text without a zone: the viewer's own.
  expect(plain(fr.dateTime('2026-12-01T01:05:00'))).toBe('1er déc. 2026, 1 h 05');
  expect(plain(fr.dateTime('2026-12-11T13:05:00'))).toBe('11 déc. 2026, 13 h 05');
  expect(plain(fr.date('2026-12-01T01:05:00'))).toBe('1er déc. 2026');
  expect(plain(fr.day('2026-12-01T01:05:00'))).toBe('1er déc.');
  expect(plain(fr.time('2026-12-01T01:05:00'))).toBe('1 h 05');
  expect(plain(fr.time('2026-12-01T00:05:00'))).toBe('0 h 05');
  expect(plain(fr.easternTime('2026-12-01T06:05:00Z'))).toBe('1 h 05 HNE');
  expect(fr.dateTime('2026-12-11T13:05:00'), 'an hour stays in one line').toMatch(/13\u00a0h\u00a005$/);
  expect(plain(fr.easternDate('2026-12-01T12:00:00Z'))).toBe('1er déc. 2026');
  expect(plain(en.dateTime('2026-12-01T01:05:00'))).toBe('Dec 1, 2026, 1:05 a.m.');
});

test('a duration is told in the unit that one would say', () => {
  expect(plain(en.duration(10.5))).toBe('10 hours');
  expect(plain(fr.duration(100))).toBe('4 jours');
  expect(plain(en.duration(0.5))).toBe('30 minutes');
});

test('what was is told as long ago, what comes as in how long', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(en.ago('2026-03-01T11:57:00Z', now)).toBe('3 minutes ago');
  expect(fr.ago('2026-03-03T12:00:00Z', now)).toBe('après-demain');
  expect(en.ago('2026-03-01T11:59:20Z', now)).toBe('now');
  expect(fr.ago('2026-03-01T12:00:40Z', now)).toBe('maintenant');
});

test('what is of this year is told without the year, and with it where one asks', () => {
  const now = () => new Date('2026-12-20T12:00:00');
  const [enNow, frNow] = [formatsOf('en', now), formatsOf('fr', now)];
  const at = '2026-12-01T13:05:00';
  expect([enNow.dateTime(at), enNow.date(at), enNow.easternDate('2026-12-01T17:00:00Z')].map(plain)).toEqual([
    'Dec 1, 1:05 p.m.',
    'Dec 1',
    'Dec 1',
  ]);
  expect([frNow.dateTime(at), frNow.date(at), frNow.easternDate('2026-12-01T17:00:00Z')].map(plain)).toEqual([
    '1er déc., 13 h 05',
    '1er déc.',
    '1er déc.',
  ]);
  expect([enNow.fullDateTime(at), enNow.fullDate(at), enNow.fullEasternDate('2026-12-01T17:00:00Z')].map(plain)).toEqual([
    'Dec 1, 2026, 1:05 p.m.',
    'Dec 1, 2026',
    'Dec 1, 2026',
  ]);
  expect(plain(enNow.dateTime('2025-12-01T13:05:00'))).toBe('Dec 1, 2025, 1:05 p.m.');
});

test('the year of an Eastern day is that of its calendar, wherever one reads it', () => {
  // In Toronto it is still 2026.
  const now = () => new Date('2027-01-01T03:00:00Z');
  expect(plain(formatsOf('en', now).easternDate('2026-12-31T17:00:00Z'))).toBe('Dec 31');
  expect(plain(formatsOf('en', now).easternDate('2027-01-02T17:00:00Z'))).toBe('Jan 2, 2027');
});

test('bytes are scaled by thousands', () => {
  expect(en.bytes(999)).toBe('999 B');
  expect(plain(fr.bytes(1_234_000))).toBe('1,2 Mo');
  expect(en.bytesPerSecond(250_000_000)).toBe('250 MB/s');
});
