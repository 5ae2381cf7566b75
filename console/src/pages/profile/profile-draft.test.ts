import { UpdateProfileRequest, type Profile } from '@boreal/contract/account/profile.ts';
import { expect, test } from 'vitest';
import { draftOf, requestOf } from './profile-draft.ts';

const profile: Profile = {
  name: 'Aurore',
  company: null,
  address: { line1: '355 rue Sainte-Catherine Ouest', line2: null, city: 'Montréal', province: 'QC', postalCode: 'H3B 1A5', country: 'CA' },
  language: 'fr',
  taxIds: [{ kind: 'gst_hst', number: '123456789RT0001' }],
};

test('a profile that nobody touched is sent as it was', () => {
  expect(UpdateProfileRequest.parse(requestOf(draftOf(profile)))).toEqual(profile);
});

test('a new account, which has no address yet, can save its name alone', () => {
  const empty = { line1: null, line2: null, city: null, province: null, postalCode: null, country: 'CA' };
  const sent = requestOf({ ...draftOf({ ...profile, address: empty }), name: 'Boréale' });
  expect(sent).not.toHaveProperty('address');
  expect(UpdateProfileRequest.parse(sent).name).toBe('Boréale');
});

test('who moves abroad leaves the province behind', () => {
  const draft = draftOf(profile);
  const sent = requestOf({ ...draft, address: { ...draft.address, country: 'FR', city: 'Paris', postalCode: '75001' } });
  expect(UpdateProfileRequest.parse(sent).address).toMatchObject({ country: 'FR', province: null, postalCode: '75001' });
});
