import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../testing/cloud.ts';
import { whileUncommitted } from '../../testing/while-uncommitted.ts';
import { readCompany } from './company.store.ts';
import { setCompany } from './set-company.ts';

const cloud = await startCloud();
after(() => cloud.close());

type Change = Parameters<typeof setCompany>[1];

const atOnce = (first: Change, second: Change) =>
  whileUncommitted(
    cloud,
    (ctx) => setCompany(ctx, first),
    () => setCompany(cloud.ctx, second),
  );

test('two operators who say different things of the seller at once are both heard, also the first time', async () => {
  await atOnce({ name: 'Nord Calcul inc.' }, { city: 'Montréal' });
  assert.partialDeepStrictEqual(await readCompany(cloud.db.sql), { name: 'Nord Calcul inc.', city: 'Montréal', country: 'CA' });
  await atOnce({ name: 'Nord Calcul ltée', email: 'facturation@example.com' }, { city: null, province: 'QC' });
  assert.partialDeepStrictEqual(await readCompany(cloud.db.sql), {
    name: 'Nord Calcul ltée',
    email: 'facturation@example.com',
    city: null,
    province: 'QC',
  });
});

test('what is left out stays', async () => {
  const before = await readCompany(cloud.db.sql);
  assert.deepEqual(await setCompany(cloud.ctx, { website: 'nord.example', name: undefined }), {
    name: 'Nord Calcul ltée',
    addressLine1: null,
    addressLine2: null,
    city: null,
    province: 'QC',
    postalCode: null,
    country: 'CA',
    email: 'facturation@example.com',
    website: 'nord.example',
  });
  assert.deepEqual(await readCompany(cloud.db.sql), { ...before, website: 'nord.example' });
});
