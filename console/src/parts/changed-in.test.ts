import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedIn } from './changed-in.ts';

test('what was shown and is unchanged is not asked for', () => {
  const shown: { name: string; city: string | null; taxIds: object[] } = {
    name: 'Nord Calcul',
    city: null,
    taxIds: [{ kind: 'qst', number: '1' }],
  };
  assert.deepEqual(changedIn(shown, shown), {});
  assert.deepEqual(changedIn({ ...shown, city: 'Montréal' }, shown), { city: 'Montréal' });
  assert.deepEqual(changedIn({ ...shown, name: '' }, shown), { name: '' }, 'a field that was emptied is sent, to be refused or cleared');
  assert.deepEqual(changedIn({ ...shown, taxIds: [] }, shown), { taxIds: [] });
});

test('what was not shown is asked for', () => {
  const shown: { name: string; address?: string } = { name: 'Nord Calcul' };
  assert.deepEqual(changedIn({ ...shown, address: '1, rue Sherbrooke' }, shown), { address: '1, rue Sherbrooke' });
});
