import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPerson } from '../core/testing/people.ts';
import { startOperatedCloud } from './testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('somebody who has signed up becomes an operator and a customer again, whatever the case of the address', async () => {
  const { ctx } = await cloud.customer('0');
  const person = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'owner' });
  const role = async () =>
    (await cloud.db.sql.selectFrom('users').select('role').where('id', '=', person.id).executeTakeFirstOrThrow()).role;
  const made = await cloud.run('person', 'set-role', person.email.toUpperCase(), 'operator');
  assert.equal(made.code, 0, made.err);
  assert.equal(await role(), 'operator');
  assert.equal((await cloud.attempt('person', 'set-role', person.email, 'customer')).code, 0);
  assert.equal(await role(), 'customer');
  assert.equal((await cloud.attempt('person', 'set-role', person.email, 'king')).code, 2);
  const nobody = await cloud.attempt('person', 'set-role', 'nobody@example.com', 'operator');
  assert.equal(nobody.code, 1);
});

test('a lost second factor is removed, and with it every session', async () => {
  const { ctx } = await cloud.customer('0');
  const person = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'owner' });
  const at = cloud.ctx.clock.now();
  await cloud.db.sql.insertInto('twoFactors').values({ id: 'tf', userId: person.id, secret: 'x', backupCodes: 'x' }).execute();
  await cloud.db.sql
    .insertInto('sessions')
    .values({ id: 's', userId: person.id, token: 't', expiresAt: at, createdAt: at, updatedAt: at })
    .execute();
  const removed = await cloud.attempt('person', 'remove-two-factor', person.email);
  assert.equal(removed.code, 0, removed.err);
  for (const table of ['twoFactors', 'sessions'] as const) {
    assert.deepEqual(await cloud.db.sql.selectFrom(table).select('id').where('userId', '=', person.id).execute(), []);
  }
});
