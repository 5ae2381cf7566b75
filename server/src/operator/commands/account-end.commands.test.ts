import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { AccountClosed, AccountErased } from '@boreal/contract/account/closing.ts';
import { z } from 'zod';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
const folder = await mkdtemp(join(tmpdir(), 'boreal-export-'));
after(async () => {
  await rm(folder, { recursive: true });
  await cloud.close();
});

test('all data of an account is written to a new file that nobody else can read, and its audit log says so', async () => {
  const { accountId } = (await cloud.customer('5')).ctx;
  const file = join(folder, 'all.json');
  const said = await cloud.done('account', 'export', accountId, '--to', relative(process.cwd(), file));
  assert.ok(said.includes(`to ${file}. Send it`), `where it is, wherever whoever typed it was: ${said}`);
  const all = z.looseObject({ accountId: z.string(), complete: z.literal(true) }).parse(JSON.parse(await readFile(file, 'utf8')));
  assert.equal(all.accountId, accountId);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.match(await cloud.refused('account', 'export', accountId, '--to', file), /exists\. Name a file that does not/);
  assert.notEqual((await cloud.attempt('account', 'export', 'acc_nobody', '--to', join(folder, 'none.json'))).code, 0);
  const log = cloud.db.sql.selectFrom('auditEntries').select('action').where('accountId', '=', accountId);
  assert.ok((await log.execute()).some(({ action }) => action === 'account.exported'));
});

test('an account is closed with its servers only if that is said, by its name', async () => {
  const customer = await cloud.customer('50');
  const { accountId } = customer.ctx;
  const serverId = await customer.deploy();
  assert.match(await cloud.refused('account', 'close', accountId, '--name', 'Customer'), /servers that you have not agreed to delete/);
  const other = await cloud.attempt('account', 'close', accountId, '--name', 'Somebody', '--delete-servers');
  assert.notEqual(other.code, 0);
  const done = await cloud.attempt('account', 'close', accountId, '--name', 'Customer', '--delete-servers', '--json');
  assert.equal(done.code, 0, done.err);
  assert.deepEqual(AccountClosed.parse(jsonOf(done)).serversDeleted, 1);
  assert.equal((await cloud.server(serverId)).status, 'DELETED');
  assert.match(await cloud.done('account', 'list'), /CLOSED/);
});

test('it is erased only when it is closed, by its id typed twice, once', async () => {
  const { accountId } = (await cloud.customer('0')).ctx;
  assert.match(
    await cloud.refused('account', 'erase', accountId, '--confirm', accountId),
    /Nothing was erased\. The account is not closed/,
  );
  await cloud.done('account', 'close', accountId, '--name', 'Customer');
  assert.match(await cloud.refused('account', 'erase', accountId, '--confirm', 'acc_other'), /--confirm must be/);
  const done = await cloud.attempt('account', 'erase', accountId, '--confirm', accountId, '--json');
  assert.equal(done.code, 0, done.err);
  assert.equal(AccountErased.parse(jsonOf(done)).changed, true);
  assert.match(await cloud.done('account', 'erase', accountId, '--confirm', accountId), /already\. Nothing was changed\./);
});
