import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPerson } from '../core/testing/people.ts';
import { startOperatedCloud } from './testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('somebody who has signed up becomes an operator in a role and a customer again, whatever the case of the address', async () => {
  const { ctx } = await cloud.customer('0');
  const boss = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'owner' });
  const person = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'owner' });
  const role = async () => {
    const query = cloud.db.sql.selectFrom('users').select(['role', 'operatorRole']).where('id', '=', person.id);
    return Object.values(await query.executeTakeFirstOrThrow());
  };
  const set = (email: string, to: string) => cloud.attempt('person', 'set-role', email, to);
  assert.equal((await set(boss.email, 'owner')).code, 0);
  const made = await set(person.email.toUpperCase(), 'support');
  assert.equal(made.code, 0, made.err);
  assert.deepEqual(await role(), ['operator', 'support']);
  assert.equal((await set(person.email, 'customer')).code, 0);
  assert.deepEqual(await role(), ['customer', null]);
  assert.equal((await set(person.email, 'operator')).code, 0, 'as before there were roles');
  assert.deepEqual(await role(), ['operator', 'owner']);
  const listed = await cloud.attempt('person', 'operators');
  assert.match(listed.out, new RegExp(`${person.email} +owner +none`));
  assert.equal((await set(person.email, 'king')).code, 2);
  assert.equal((await set('nobody@example.com', 'owner')).code, 1);
  assert.equal((await set(boss.email, 'fleet')).code, 0);
  const last = await set(person.email, 'customer');
  assert.equal(last.code, 1);
  assert.match(last.err, /Make another operator an owner first/);
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
