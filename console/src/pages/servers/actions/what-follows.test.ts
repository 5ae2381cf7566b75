import { ServerAction } from '@boreal/contract/servers.ts';
import { expect, test } from 'vitest';
import { formatsOf } from '../../../format/formats.ts';
import { en } from '../../../i18n/en/servers.ts';
import { fr } from '../../../i18n/fr/servers.ts';
import { whatFollows, type AtStake } from './what-follows.ts';

const hourly: AtStake = { everActive: true, terms: null };
const prepaid: AtStake = { everActive: true, terms: { status: 'active', paidUntil: '2027-01-23T17:00:00Z', next: null } };
const renewed: AtStake = {
  everActive: true,
  terms: {
    status: 'active',
    paidUntil: '2027-01-23T17:00:00Z',
    next: { start: '2027-01-23T17:00:00Z', end: '2027-02-23T17:00:00Z', paid: 1567.11 },
  },
};
const told = (action: ServerAction | 'delete', server: AtStake, language: 'en' | 'fr' = 'en') =>
  whatFollows(action, server, { t: language === 'en' ? en : fr, format: formatsOf(language, () => new Date('2026-11-26T12:00:00Z')) }).join(
    ' ',
  );

test('deleting what is paid ahead says until when it was paid, and what of it comes back', () => {
  expect(told('delete', prepaid)).toContain(
    'You have paid until Jan 23, 2027. Deleting forfeits the rest of this term; nothing is refunded.',
  );
  expect(told('delete', prepaid)).not.toContain('hour');
  expect(told('delete', renewed)).toContain(
    'from Jan 23, 2027 to Feb 23, 2027, has not started: the $1,567.11 paid for it, taxes included, is refunded.',
  );
  expect(told('delete', renewed, 'fr')).toMatch(/payé jusqu’au 23 janv. 2027.*du 23 janv. 2027 au 23 févr. 2027.*remboursés/s);
  expect(told('delete', { ...prepaid, everActive: false })).toContain('so the term you paid for is refunded');
});

test('deleting what is paid by the hour says what becomes of the hour', () => {
  expect(told('delete', hourly)).toContain('The hour already paid is not refunded.');
  expect(told('delete', { everActive: false, terms: null })).toContain('its first hour is refunded');
});

test('hibernating or stopping saves nothing of a term, and the work disk is never promised', () => {
  for (const action of ['hibernate', 'stop'] as const) {
    expect(told(action, prepaid)).toContain('You have paid until Jan 23, 2027. The term keeps running and nothing is refunded.');
    expect(told(action, prepaid)).not.toContain('Billing stops');
  }
  expect(told('hibernate', hourly)).toContain('Billing stops at the end of the hour already paid.');
  expect(told('hibernate', hourly)).toContain('the work disk may be empty when you resume');
  expect(told('hibernate', hourly, 'fr')).toContain('le disque de travail peut être vide à la reprise');
  expect(told('hibernate', { ...hourly, workDisk: 'scratch' })).toContain('everything on the work disk is lost');
  expect(told('hibernate', { ...hourly, workDisk: 'scratch' }, 'fr')).toContain('est perdu');
  expect(told('hibernate', { ...hourly, workDisk: 'kept' })).toContain('the work disk may be empty when you resume');
  expect(told('stop', hourly)).toContain('A stopped server is still billed.');
});

test('every action says something in both languages', () => {
  for (const action of [...ServerAction.options, 'delete'] as const) {
    for (const server of [hourly, prepaid, renewed]) {
      expect(told(action, server).length).toBeGreaterThan(20);
      expect(told(action, server, 'fr')).not.toBe(told(action, server));
    }
  }
});
