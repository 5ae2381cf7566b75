import { expect, test } from 'vitest';
import { changedIn } from './changed-in.ts';

test('what was shown and is unchanged is not asked for', () => {
  const shown: { name: string; city: string | null; taxIds: object[] } = {
    name: 'Nord Calcul',
    city: null,
    taxIds: [{ kind: 'qst', number: '1' }],
  };
  expect(changedIn(shown, shown)).toEqual({});
  expect(changedIn({ ...shown, city: 'Montréal' }, shown)).toEqual({ city: 'Montréal' });
  // A field that was emptied is sent, to be refused or cleared.
  expect(changedIn({ ...shown, name: '' }, shown)).toEqual({ name: '' });
  expect(changedIn({ ...shown, taxIds: [] }, shown)).toEqual({ taxIds: [] });
});

test('what was not shown is asked for', () => {
  const shown: { name: string; address?: string } = { name: 'Nord Calcul' };
  expect(changedIn({ ...shown, address: '1, rue Sherbrooke' }, shown)).toEqual({ address: '1, rue Sherbrooke' });
});
