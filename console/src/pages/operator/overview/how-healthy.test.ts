import type { HouseHealth } from '@boreal/contract/operator/oversight.ts';
import { expect, test } from 'vitest';
import { formatsOf } from '../../../format/formats.ts';
import { en } from '../../../i18n/en/operator-overview.ts';
import { fr } from '../../../i18n/fr/operator-overview.ts';
import { howHealthy } from './how-healthy.ts';

const at = '2027-01-15T12:00:00Z';
const good: HouseHealth = {
  meter: { state: 'right', behindSeconds: 40 },
  hours: { state: 'right', unbilled: 0 },
  ledger: { state: 'right', provenAt: '2027-01-15T09:00:00Z', broken: 0 },
  copies: { state: 'right', keptBy: 'boreal', newestAt: '2027-01-15T07:00:00Z', ageSeconds: 5 * 3600 },
};
const told = (change: Partial<HouseHealth> = {}, language: 'en' | 'fr' = 'en') =>
  howHealthy({ ...good, ...change }, { t: language === 'en' ? en : fr, format: formatsOf(language), at }).map(({ text }) => text);

test('a healthy house says so in four lines, in both languages', () => {
  expect(told()).toEqual([
    'Billing is up to date.',
    'Every hour that has begun is billed.',
    'The ledger holds. Last proof: 3 hours ago.',
    'The database is backed up. Latest backup: 5 hours ago.',
  ]);
  expect(told({}, 'fr')[3]).toMatch(/^La base de données est sauvegardée\. Dernière sauvegarde : il y a 5.heures\.$/);
});

test('what is wrong says how much, and where to read on', () => {
  const broken: HouseHealth = {
    meter: { state: 'wrong', behindSeconds: 7200 },
    hours: { state: 'wrong', unbilled: 1 },
    ledger: { state: 'wrong', provenAt: '2027-01-12T12:00:00Z', broken: 2 },
    copies: { state: 'wrong', keptBy: 'nobody', newestAt: null, ageSeconds: null },
  };
  const lines = howHealthy(broken, { t: en, format: formatsOf('en'), at });
  expect(lines.map(({ text }) => text)).toEqual([
    'Nothing has been billed for 2 hours.',
    'One hour that has begun is not billed.',
    '2 checks of the ledger did not hold 3 days ago.',
    'The database is not backed up.',
  ]);
  expect(lines.map(({ page }) => page)).toEqual([
    'docs/runbooks/BorealMeterBehind.md',
    'docs/runbooks/BorealHoursUnbilled.md',
    'docs/runbooks/BorealLedgerBroken.md',
    'docs/operators-guide-backups.md',
  ]);
});

test('what is not known is not called right', () => {
  const unknown = { newestAt: null, ageSeconds: null } as const;
  expect(told({ ledger: { state: 'unknown', provenAt: null, broken: 0 } })[2]).toMatch(/not been proven yet/);
  expect(told({ copies: { state: 'unknown', keptBy: 'others', ...unknown } })[3]).toMatch(/Boreal does not see them/);
  expect(told({ copies: { state: 'unknown', keptBy: 'boreal', ...unknown } })[3]).toMatch(/has not answered yet/);
  expect(told({ copies: { state: 'wrong', keptBy: 'boreal', ...unknown } })[3]).toMatch(/no backup of the database yet/);
});
