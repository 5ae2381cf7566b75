import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AtStake } from './at-stake.ts';
import { whatFollowsIn } from './what-follows-in.ts';

const renewed: AtStake = {
  everActive: true,
  workDisk: 'scratch',
  keptGb: 100,
  hour: null,
  terms: {
    status: 'active',
    paidUntil: '2027-01-01T17:00:00Z',
    next: { start: '2027-01-01T17:00:00Z', end: '2027-02-01T17:00:00Z', paid: 1567.11 },
  },
};

test('days have their year, amounts their currency, and French its own spaces', () => {
  assert.match(whatFollowsIn('en', 'delete', renewed).join(' '), /from January 1, 2027 to February 1, 2027, .*the 1,567\.11\u00a0CAD paid/);
  assert.match(whatFollowsIn('fr', 'delete', renewed).join(' '), /du 1er janvier 2027 au 1er février 2027, .*les 1.567,11\u00a0CAD payés/);
  assert.match(whatFollowsIn('fr', 'hibernate', renewed).join(' '), /conservé\u202f; tout/);
});

test('what is cancelled ends with the last term that is paid, and what was never paid has no end to tell of', () => {
  assert.match(whatFollowsIn('en', 'cancel', renewed).join(' '), /runs until February 1, 2027/);
  const begun = { ...renewed, terms: { status: 'active', paidUntil: '2027-01-01T17:00:00Z', next: null } } as const;
  assert.match(whatFollowsIn('en', 'cancel', begun).join(' '), /runs until January 1, 2027/);
  assert.deepEqual(whatFollowsIn('en', 'cancel', { ...renewed, terms: null }), []);
});
