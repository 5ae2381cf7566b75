import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPerson } from '../../core/testing/people.ts';
import { startOperatedCloud } from '../testing.ts';

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

test('a link to choose a password is made for somebody who is there, replaces the one before, and stands in the audit log without its token', async () => {
  const { ctx } = await cloud.customer('0');
  const person = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'owner' });
  const links = [await cloud.done('person', 'link', person.email), await cloud.done('person', 'link', person.email, '--json')];
  const tokens = links.map((printed) => /reset-password#(\w{32})/.exec(printed)?.[1]);
  assert.ok(tokens[0] && tokens[1] && tokens[0] !== tokens[1]);
  const stored = await cloud.db.sql.selectFrom('verifications').select(['identifier']).where('value', '=', person.id).execute();
  assert.equal(stored.length, 1);
  assert.ok(!tokens.some((token) => JSON.stringify(stored).includes(token ?? '')), 'what is stored opens nothing');
  const logged = await cloud.db.sql.selectFrom('auditEntries').selectAll().where('target', '=', person.id).execute();
  assert.equal(logged.filter(({ action }) => action === 'password.link_made').length, 2);
  assert.ok(!tokens.some((token) => JSON.stringify(logged.map(({ detail }) => detail)).includes(token ?? '')));
  assert.match(await cloud.refused('person', 'link', 'nobody@example.com'), /There is no such person/);
});
