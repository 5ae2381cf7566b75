import type { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import { ServerAction } from '@boreal/contract/servers/servers.ts';
import { whatFollows } from '@boreal/contract/servers/what-follows.ts';
import { whatFollowsWords } from '@boreal/contract/servers/what-follows-words.ts';
import { expect, test } from 'vitest';
import { formatsOf } from '../../../format/formats.ts';
import type { Deed } from './act-on-many.ts';
import { groupByWhatFollows } from './group-by-what-follows.ts';

const hourly: ServerStake = { id: 'srv_h', everActive: true, workDisk: 'kept', keptGb: 850, hour: 'kept', terms: null, hourlyRate: 3.99 };
const term = { status: 'active', paidUntil: '2027-01-23T17:00:00Z', next: null } as const;
const prepaid: ServerStake = { ...hourly, id: 'srv_p', hour: null, hourlyRate: null, terms: term };
const renewed: ServerStake = {
  ...prepaid,
  id: 'srv_r',
  terms: { ...term, next: { start: '2027-01-23T17:00:00Z', end: '2027-02-23T17:00:00Z', paid: 1567.11 } },
};
const now = () => new Date('2026-11-26T12:00:00Z');
const sayings = {
  en: { words: whatFollowsWords.en, format: formatsOf('en', now) },
  fr: { words: whatFollowsWords.fr, format: formatsOf('fr', now) },
};
const told = (deed: Deed, server: ServerStake, language: 'en' | 'fr' = 'en', count = 1) =>
  whatFollows(deed, server, sayings[language], count).join(' ');

test('deleting what is paid ahead says until when it was paid, and what of it comes back', () => {
  expect(told('delete', prepaid)).toContain('It is paid until Jan 23, 2027. Deleting forfeits the rest of this term; nothing is refunded.');
  expect(told('delete', prepaid)).not.toContain('hour');
  expect(told('delete', renewed)).toContain(
    'from Jan 23, 2027 to Feb 23, 2027, has not started: the $1,567.11 paid for it, taxes included, is refunded to the card.',
  );
  expect(told('delete', renewed, 'fr')).toMatch(/payé jusqu’au 23 janv. 2027.*du 23 janv. 2027 au 23 févr. 2027.*remboursés/s);
  expect(told('delete', { ...prepaid, everActive: false })).toContain('so the term paid for it is refunded');
  expect(told('delete', { ...prepaid, everActive: false, terms: { ...term, status: 'pending', paidUntil: null } })).toContain(
    'The card is still being charged',
  );
  expect(told('delete', { ...prepaid, terms: { ...term, status: 'ended' } })).not.toMatch(/paid|refund/);
});

test('deleting what is paid by the hour says what becomes of the hour', () => {
  expect(told('delete', hourly)).toContain('The hour already paid is not refunded.');
  expect(told('delete', { ...hourly, everActive: false, hour: 'refunded' })).toContain('It never started, so its first hour is refunded');
  expect(told('delete', { ...hourly, hour: 'refunded' })).toContain('the hour paid to resume it is refunded');
  expect(told('delete', { ...hourly, hour: 'rest_refunded' })).toContain('the rest of its hour is refunded');
  expect(told('delete', { ...hourly, hour: 'over' })).not.toContain('refunded');
});

test('hibernating or stopping saves nothing of a term, and the work disk is never promised', () => {
  for (const deed of ['hibernate', 'stop'] as const) {
    expect(told(deed, prepaid)).toContain('You have paid until Jan 23, 2027. The term keeps running and nothing is refunded.');
    expect(told(deed, prepaid)).not.toMatch(/Billing stops|still billed/);
    expect(told(deed, { ...prepaid, terms: { ...term, status: 'ended' } })).not.toMatch(/Billing stops|still billed/);
  }
  expect(told('hibernate', hourly)).toContain('Billing stops at the end of the hour already paid.');
  expect(told('hibernate', hourly)).toContain('the work disk may be empty when you resume');
  expect(told('hibernate', hourly, 'fr')).toContain('le disque de travail peut être vide à la reprise');
  expect(told('hibernate', { ...hourly, workDisk: 'scratch' })).toContain('everything on the work disk is lost');
  expect(told('hibernate', { ...hourly, workDisk: 'scratch' }, 'fr')).toContain('est perdu');
  expect(told('hibernate', { ...hourly, workDisk: 'none' })).not.toContain('work disk');
  expect(told('stop', hourly)).toContain('A stopped server is still billed.');
});

test('resuming what is paid by the hour says what an hour costs now', () => {
  expect(told('hibernate-restore', hourly)).toContain('An hour costs $3.99.');
  expect(told('hibernate-restore', hourly, 'en', 2)).toContain('Each costs $3.99 an hour.');
  expect(told('hibernate-restore', hourly, 'fr')).toMatch(/Une heure coûte 3,99.\$\./);
  expect(told('hibernate-restore', prepaid)).not.toContain('costs');
  expect(told('start', hourly)).not.toContain('costs');
});

test('of several servers, those are told of together for which it means the same', () => {
  const other = { ...hourly, id: 'srv_o' };
  const never: ServerStake = { ...hourly, id: 'srv_n', everActive: false, hour: 'refunded' };
  const follows = (...stakes: readonly ServerStake[]) =>
    groupByWhatFollows(
      'delete',
      stakes.map((stake) => ({ stake })),
      sayings.en,
    );
  const { ofAll, groups } = follows(hourly, renewed, other, never, { ...hourly, id: 'srv_x', hour: 'over' });
  expect(ofAll).toEqual(['These servers, their disks and their backups are deleted.', 'This cannot be undone.']);
  expect(groups.map(({ servers }) => servers.map(({ stake }) => stake.id))).toEqual([['srv_x'], ['srv_h', 'srv_o'], ['srv_r'], ['srv_n']]);
  expect(groups.map(({ sentences }) => sentences[0])).toEqual([
    undefined,
    'The hours already paid are not refunded.',
    expect.stringContaining('It is paid until'),
    'It never started, so its first hour is refunded as credit.',
  ]);
  // Where it means the same for all, it is said once.
  expect(follows(hourly, other)).toEqual({
    ofAll: [
      'These servers, their disks and their backups are deleted.',
      'The hours already paid are not refunded.',
      'This cannot be undone.',
    ],
    groups: [{ servers: [{ stake: hourly }, { stake: other }], sentences: [] }],
  });
  expect(follows(never).ofAll).toContain('It never started, so its first hour is refunded as credit.');
});

test('every action says something in both languages, of one server and of several', () => {
  for (const deed of [...ServerAction.options, 'delete'] as const) {
    for (const server of [hourly, prepaid, renewed]) {
      for (const count of [1, 2]) {
        expect(told(deed, server, 'en', count).length).toBeGreaterThan(20);
        expect(told(deed, server, 'fr', count)).not.toBe(told(deed, server, 'en', count));
      }
    }
  }
});
