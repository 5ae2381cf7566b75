import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AccountClosed, AccountClosing } from '@boreal/contract/account/closing.ts';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import { Me } from '@boreal/contract/people/people.ts';
import { z } from 'zod';
import type { Customer } from '../core/testing/cloud.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud, PASSWORD, type WebCloud } from './testing.ts';

let web: WebCloud;
before(async () => {
  web = await openWebCloud();
});
after(() => closeWithoutBugs(web));

interface Tenant {
  readonly customer: Customer;
  readonly owner: Browser & { readonly userId: string };
  at(path: string): string;
}

let tenants = 0;
async function tenant(cad = '100'): Promise<Tenant> {
  tenants += 1;
  const customer = await web.cloud.customer(cad);
  const owner = await web.person({ email: `owner-${tenants}@example.com` });
  await join(customer, owner.userId, 'owner');
  return { customer, owner, at: (path) => `/api/console/accounts/${customer.ctx.accountId}${path}` };
}

async function join(customer: Customer, userId: string, role: MemberRole): Promise<void> {
  const { accountId } = customer.ctx;
  await web.cloud.db.sql.insertInto('memberships').values({ accountId, userId, role, createdAt: web.ctx.clock.now() }).execute();
}

const data = <S extends z.ZodType>(answer: { status: number; text: string; json: unknown }, schema: S): z.output<S> => {
  assert.equal(answer.status, 200, answer.text);
  return schema.parse(z.object({ data: z.unknown() }).parse(answer.json).data);
};
const errorOf = (answer: { json: unknown }) => z.looseObject({ error: z.string(), message: z.string() }).parse(answer.json);
const me = async (browser: Browser) => data(await browser.get('/api/console/me'), Me);
const closes = { confirmName: 'Customer', deleteServerIds: [] };

async function makeProofOld({ userId }: { userId: string }): Promise<void> {
  await web.cloud.db.sql
    .updateTable('sessions')
    .set({ provenAt: new Date(Date.now() - 3_600_000) })
    .where('userId', '=', userId)
    .execute();
}

test('an owner closes the account at the console, after proving who they are, and reads what is left', async () => {
  const { customer, owner, at } = await tenant();
  const serverId = await customer.deploy();
  await web.cloud.settle();
  const told = data(await owner.get(at('/closing')), AccountClosing);
  assert.deepEqual([told.name, told.servers.map(({ id }) => id)], ['Customer', [serverId]]);

  await makeProofOld(owner);
  const unproven = await owner.post(at('/close'), { ...closes, deleteServerIds: [serverId] });
  assert.deepEqual([unproven.status, errorOf(unproven).error], [403, 'PROOF_REQUIRED']);
  await owner.post('/api/console/me/proof', { by: 'password', password: PASSWORD });
  const blocked = await owner.post(at('/close'), closes);
  assert.deepEqual([blocked.status, errorOf(blocked).error], [409, 'ACCOUNT_NOT_CLOSABLE']);
  assert.match(errorOf(blocked).message, /servers that you have not agreed to delete/);
  const french = await owner.post(at('/close'), closes, { 'accept-language': 'fr' });
  assert.match(errorOf(french).message, /^Le compte n’a pas été fermé\./);
  const misnamed = await owner.post(at('/close'), { confirmName: 'Other', deleteServerIds: [serverId] });
  assert.equal(misnamed.status, 400);

  const closed = data(await owner.post(at('/close'), { ...closes, deleteServerIds: [serverId] }), AccountClosed);
  assert.deepEqual([closed.serversDeleted, closed.credit], [1, told.credit]);
  const [account] = (await me(owner)).accounts;
  assert.equal(account?.closedAt, closed.closedAt);
  assert.ok(account.permissions.every((permission) => permission.endsWith('.read')));
  const mail = (await web.mailTo('owner-1@example.com')).map(({ subject }) => subject);
  assert.ok(mail.includes('Your account Customer is closed'), mail.join('; '));
});

describe('at a closed account', () => {
  let closed: Tenant;
  let developer: Browser;
  before(async () => {
    closed = await tenant();
    const { customer, owner, at } = closed;
    const person = await web.person({ email: 'dev@example.com' });
    developer = person;
    await join(customer, person.userId, 'developer');
    assert.equal((await owner.post(at('/close'), closes)).status, 200);
  });

  const reads = ['/profile', '/servers', '/credits', '/invoices', '/orders', '/members', '/tickets', '/audit', '/closing', '/export.json'];
  for (const path of reads) {
    test(`its owner reads ${path}`, async () => {
      const answer = await closed.owner.get(closed.at(path));
      assert.equal(answer.status, 200, answer.text);
    });
  }

  const writes: readonly [method: 'POST' | 'PUT', path: string, body: unknown][] = [
    ['POST', '/servers', { productId: 'h100-sxm-x1', sshKeyId: 'key_x' }],
    ['POST', '/v1/api-keys', { name: 'again', access: 'full' }],
    ['POST', '/settings/ssh-keys', { name: 'again', publicKey: 'ssh-ed25519 AAAA' }],
    ['POST', '/invitations', { email: 'late@example.com', role: 'viewer' }],
    ['POST', '/tickets', { subject: 'Hello', message: 'Again' }],
    ['POST', '/top-ups', { amountCad: 25 }],
    ['PUT', '/profile', { name: 'Other' }],
    ['PUT', '/budget', { monthlyLimit: 5 }],
    ['POST', '/close', closes],
  ];
  for (const [method, path, body] of writes) {
    test(`its owner cannot ${method} ${path}, and is told why`, async () => {
      const answer = await closed.owner.ask({ method, path: closed.at(path), text: JSON.stringify(body) });
      assert.deepEqual([answer.status, errorOf(answer).error], [403, 'ACCOUNT_CLOSED'], answer.text);
    });
  }

  test('members who have no other account can still sign in and see that it is closed', async () => {
    const [account] = (await me(developer)).accounts;
    assert.ok(account?.closedAt);
    assert.equal((await developer.get(closed.at('/invoices'))).status, 200);
    assert.equal((await developer.get(closed.at('/export.json'))).status, 403, 'what only an owner may, stays with the owner');
  });

  test('a stranger learns nothing of it', async () => {
    const stranger = await web.person({ email: 'stranger@example.com' });
    assert.equal((await stranger.get(closed.at('/closing'))).status, 404);
    assert.equal((await stranger.post(closed.at('/close'), closes)).status, 404);
  });
});

describe('removing one’s own sign-in', () => {
  test('is refused under another address, while an account is open, and without proof', async () => {
    const { owner } = await tenant();
    const email = `owner-${tenants}@example.com`;
    const other = await owner.post('/api/console/me/remove', { email: 'other@example.com' });
    assert.equal(other.status, 400);
    const open = await owner.post('/api/console/me/remove', { email });
    assert.deepEqual([open.status, errorOf(open).error], [409, 'STILL_MEMBER']);
    assert.match(errorOf(open).message, /You still belong to Customer\./);
    await makeProofOld(owner);
    const unproven = await owner.post('/api/console/me/remove', { email });
    assert.deepEqual([unproven.status, errorOf(unproven).error], [403, 'PROOF_REQUIRED']);
  });

  test('is refused to operators', async () => {
    const operator = await web.person({ email: 'boss@example.com', operates: 'support' });
    const answer = await operator.post('/api/console/me/remove', { email: 'boss@example.com' });
    assert.deepEqual([answer.status, errorOf(answer).error], [409, 'STILL_MEMBER']);
    assert.match(errorOf(answer).message, /You operate this service/);
  });

  test('ends every session and frees the address, and nothing of who they were is left', async () => {
    const { owner, at } = await tenant();
    const email = `owner-${tenants}@example.com`;
    assert.equal((await owner.post(at('/close'), closes)).status, 200);
    assert.equal((await owner.post('/api/console/me/remove', { email: email.toUpperCase() })).status, 200);
    assert.equal((await owner.get('/api/console/me')).status, 401);
    const again = web.browser();
    assert.equal((await again.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status, 401);
    const left = await web.cloud.db.sql.selectFrom('users').select('id').where('email', '=', email).execute();
    assert.deepEqual(left, []);
    await web.person({ email });
  });
});
