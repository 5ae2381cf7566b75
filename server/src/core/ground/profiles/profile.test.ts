import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { UpdateProfileRequest, type Profile } from '@boreal/contract/account/profile.ts';
import { isAppError } from '../../../kit/errors.ts';
import { startCloud } from '../../testing/cloud.ts';
import { readProfile } from './read-profile.ts';
import { updateProfile } from './update-profile.ts';

const cloud = await startCloud();
after(() => cloud.close());

const request = UpdateProfileRequest.parse({
  company: 'Calcul inc.',
  address: { line1: '1 rue Une', city: 'Québec', province: 'QC', postalCode: 'G1R 4S9' },
  language: 'fr',
  taxIds: [{ kind: 'qst', number: '1234567890 TQ0001' }],
});

test('a new account is Canadian, writes English and has no address yet', async () => {
  const { ctx } = await cloud.customer('0');
  assert.deepEqual(await readProfile(cloud.db.sql, ctx.accountId), {
    name: 'Customer',
    company: null,
    address: { line1: null, line2: null, city: null, province: null, postalCode: null, country: 'CA' },
    language: 'en',
    taxIds: [],
  } satisfies Profile);
});

test('what is given is changed, what is left out stays, and null takes the company away', async () => {
  const { ctx } = await cloud.customer('0');
  const changed = await updateProfile(ctx, request);
  assert.deepEqual(changed, await readProfile(cloud.db.sql, ctx.accountId));
  assert.deepEqual(changed, { name: 'Customer', ...request });
  assert.deepEqual(await updateProfile(ctx, { name: 'Aurore' }), { ...changed, name: 'Aurore' });
  assert.deepEqual(await updateProfile(ctx, { company: null }), { ...changed, name: 'Aurore', company: null });
});

test('a change is in the audit log with what was before and what is after', async () => {
  const { ctx } = await cloud.customer('0');
  const before = await readProfile(cloud.db.sql, ctx.accountId);
  const after = await updateProfile({ ...ctx, door: 'mcp', address: '203.0.113.7' }, request);
  const entries = await cloud.db.sql.selectFrom('auditEntries').selectAll().where('accountId', '=', ctx.accountId).execute();
  assert.equal(entries.length, 1);
  assert.partialDeepStrictEqual(entries[0], {
    action: 'profile.updated',
    target: ctx.accountId,
    door: 'mcp',
    address: '203.0.113.7',
    actorType: 'api_key',
    detail: { before, after },
  });
});

test('an account that is not there has no profile', async () => {
  await assert.rejects(readProfile(cloud.db.sql, 'acc_none'), (error) => isAppError(error, 'NOT_FOUND'));
});
