import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { testDatabase } from '../../../db/testing.ts';
import { isAppError } from '../../../kit/errors.ts';
import { handClock } from '../../../kit/hand-clock.ts';
import { createLog } from '../../../kit/log.ts';
import { assertTold } from '../../../kit/testing.ts';
import { createCtx } from '../../create-ctx.ts';
import type { CustomerCtx } from '../ctx.ts';
import { addSshKey } from './add-ssh-key.ts';
import { deleteSshKey } from './delete-ssh-key.ts';
import { wire } from './testing/key-files.ts';
import { listSshKeys } from './list-ssh-keys.ts';
import { findOwnSshKey } from './ssh-keys.store.ts';

const clock = handClock(new Date('2026-03-01T12:00:00.000Z'));
const db = await testDatabase();
after(() => db.close());

test('a key is listed with its fingerprint and its text is kept for new servers', async () => {
  const ctx = await customer('acc_add');
  const publicKey = someKey();
  const added = await addSshKey(ctx, { name: 'laptop', publicKey: ` ${publicKey}  me@laptop\n` });
  assert.match(added.id, /^ssh_/);
  assert.equal(added.createdAt, clock.now().toISOString());
  assert.deepEqual(await listSshKeys(ctx), { items: [added], nextCursor: null });
  assert.equal((await findOwnSshKey(db.sql, { accountId: 'acc_add', id: added.id }))?.publicKey, `${publicKey} me@laptop`);
});

test('text that is no key is refused with the field named, and nothing is kept', async () => {
  const ctx = await customer('acc_bad');
  await assert.rejects(addSshKey(ctx, { name: 'laptop', publicKey: 'ssh-dss AAAA' }), refusedOn('publicKey', /DSA/));
  assert.deepEqual((await listSshKeys(ctx)).items, []);
});

test('a key is on an account once, also when it is sent many times at once; another account may have it too', async () => {
  const ctx = await customer('acc_twice');
  const publicKey = someKey();
  const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => addSshKey(ctx, { name: `try ${n}`, publicKey })));
  assert.equal(tries.filter((each) => each.status === 'fulfilled').length, 1);
  for (const each of tries) if (each.status === 'rejected') assert.ok(refusedOn('publicKey', /already/)(each.reason));
  assert.equal((await listSshKeys(ctx)).items.length, 1);
  await addSshKey(await customer('acc_other'), { name: 'same', publicKey });
});

test('an account keeps at most 100 keys, also when many are added at once', async () => {
  const ctx = await customer('acc_many');
  for (let n = 0; n < 97; n += 1) await addSshKey(ctx, { name: `key ${n}`, publicKey: someKey() });
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => addSshKey(ctx, { name: 'more', publicKey: someKey() })));
  assert.equal(tries.filter((each) => each.status === 'fulfilled').length, 3);
  await assert.rejects(addSshKey(ctx, { name: 'more', publicKey: someKey() }), refusedOn('publicKey', /at most 100/));

  const { items } = await listSshKeys(ctx);
  assert.equal(items.length, 100);
  await deleteSshKey(ctx, { id: items[0]?.id ?? '' });
  await addSshKey(ctx, { name: 'room again', publicKey: someKey() });
});

test('pages go through all keys in the order they were added', async () => {
  const ctx = await customer('acc_pages');
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push((await addSshKey(ctx, { name, publicKey: someKey() })).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listSshKeys(ctx, { limit: 2, cursor });
    seen.push(...page.items.map((key) => key.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  assert.deepEqual(seen, ids);
  await assert.rejects(listSshKeys(ctx, { cursor: 'x!' }), refusedOn('cursor', /cursor/));
});

test('a deleted key is gone, and deleting it again or deleting somebody else’s is not found', async () => {
  const [ctx, other] = [await customer('acc_own'), await customer('acc_thief')];
  const { id } = await addSshKey(ctx, { name: 'laptop', publicKey: someKey() });
  const notFound = (error: unknown) => isAppError(error, 'NOT_FOUND') && error.details.what === 'ssh key';
  await assert.rejects(deleteSshKey(other, { id }), notFound);
  assert.equal(await findOwnSshKey(db.sql, { accountId: 'acc_thief', id }), null);
  assert.deepEqual(await deleteSshKey(ctx, { id }), { id, status: 'deleted' });
  await assert.rejects(deleteSshKey(ctx, { id }), notFound);
  assert.deepEqual((await listSshKeys(ctx)).items, []);
});

async function customer(accountId: string): Promise<CustomerCtx> {
  await db.sql.insertInto('accounts').values({ id: accountId, name: accountId, createdAt: clock.now() }).execute();
  return { ...createCtx({ db, clock, log: createLog('silent') }), accountId };
}

function someKey(): string {
  return `ssh-ed25519 ${wire('ssh-ed25519', randomBytes(32)).toString('base64')}`;
}

function refusedOn(path: string, says: RegExp): (error: unknown) => boolean {
  return (error) => {
    if (!isAppError(error, 'INVALID_REQUEST')) return false;
    for (const issue of error.details.issues) assertTold(issue.message);
    return error.details.issues[0]?.path === path && says.test(error.message);
  };
}
