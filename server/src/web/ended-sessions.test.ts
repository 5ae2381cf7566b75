import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { z } from 'zod';
import { authRoutes, type AuthRoute } from './auth/auth-routes.ts';
import { removeTwoFactor } from '../core/ground/people/remove-two-factor.ts';
import { customerEndpoints, operatorEndpoints } from './console-tables.ts';
import { personRoutes } from './person.routes.ts';
import { testAuthenticator } from './test-authenticator.ts';
import { errorOf } from './test-answers.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, linkToken, openWebCloud, PASSWORD } from './testing.ts';

const web = await openWebCloud({ hosts: {} });
const customer = await web.cloud.customer('10');
const { accountId } = customer.ctx;
after(() => closeWithoutBugs(web));

let people = 0;

/** An owner who is also an operator, so that only the session limits them. */
async function person() {
  people += 1;
  const email = `ended-${people}@example.com`;
  const browser = await web.person({ email, operates: 'owner', belongs: { accountId, role: 'owner' } });
  return { ...browser, email };
}

/** A browser with all cookies of another: what somebody who obtained them has. */
function thiefOf(browser: Browser): Browser {
  const thief = web.browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  return thief;
}

type Person = Awaited<ReturnType<typeof person>>;

/** How a session ends while somebody else has its cookies. */
const ends: Readonly<Record<string, (victim: Person) => Promise<unknown>>> = {
  'signed out': (victim) => victim.post('/api/auth/sign-out'),
  'ended with all others': async ({ email }) => (await signedIn(email)).post('/api/console/me/sessions/revoke-others'),
  'ended by itself': async ({ email }) => {
    const other = await signedIn(email);
    const Sessions = z.object({ data: z.array(z.object({ id: z.string(), current: z.boolean() })) });
    const { data } = Sessions.parse((await other.get('/api/console/me/sessions')).json);
    for (const { id } of data.filter(({ current }) => !current)) await other.remove(`/api/console/me/sessions/${id}`);
  },
  'ended by a changed password': async ({ email }) =>
    (await signedIn(email)).post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'quite another horse staple' }),
  'ended by a new password by link': async ({ email }) => {
    await web.browser().post('/api/auth/request-password-reset', { email });
    const token = linkToken((await web.mailTo(email)).at(-1));
    await web.browser().post('/api/auth/reset-password', { token, newPassword: 'quite another horse staple' });
  },
  'ended by the operator’s command': ({ email }) => removeTwoFactor(web.ctx, { email }),
};

async function signedIn(email: string): Promise<Browser> {
  const browser = web.browser();
  const answer = await browser.post('/api/auth/sign-in/email', { email, password: PASSWORD });
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

const consoleRows = [
  ...personRoutes.map((row) => ({ ...row, below: '' })),
  { method: 'POST', path: '/me/proof', below: '' } as const,
  ...customerEndpoints.map((row) => ({ ...row, below: `/accounts/:accountId` })),
  ...operatorEndpoints.map((row) => ({ ...row, below: '/operator' })),
];

for (const [how, end] of Object.entries(ends)) {
  test(`a session that was ${how} does nothing, by no route, for whoever kept its cookies`, async () => {
    const victim = await person();
    const thief = thiefOf(victim);
    assert.equal((await thief.get('/api/auth/get-session')).text === 'null', false, 'it ran before');
    await end(victim);
    const before = await sessionsOf(victim.userId);

    for (const route of authRoutes) {
      const answer = await ask(thiefOf(thief), `/api/auth${route.path}`, route);
      const told = `${route.method} ${route.path}: ${answer.status} ${answer.text}`;
      if (route.who !== 'anybody') assert.equal(answer.status, 401, told);
      assert.ok(!answer.text.includes(victim.email) && !answer.text.includes(victim.userId), told);
      assert.ok(
        answer.setCookies.every((line) => /max-age=0|^[^=]*passkey|^[^=]*challenge/i.test(line)),
        `${told} ${answer.setCookies.join()}`,
      );
    }
    for (const row of consoleRows) {
      const path = `/api/console${row.below}${row.path}`.replace(':accountId', accountId).replaceAll(/:\w+/g, 'x');
      const answer = await ask(thiefOf(thief), path, row);
      assert.equal(answer.status, 401, `${row.method} ${path}: ${answer.text}`);
    }
    assert.deepEqual(await sessionsOf(victim.userId), before, 'no session was begun or prolonged');
    assert.equal((await thief.get('/api/auth/get-session')).text, 'null');
  });
}

test('an ended session registers no passkey, and so makes itself permanent by none', async () => {
  const victim = await person();
  const device = testAuthenticator(web.siteUrl);
  const thief = thiefOf(victim);
  const Options = z.looseObject({ challenge: z.string() });
  const options = Options.parse((await thief.get('/api/auth/passkey/generate-register-options')).json);
  await victim.post('/api/auth/sign-out');
  const made = await thief.post('/api/auth/passkey/verify-registration', { response: device.create(options), name: 'mine' });
  assert.equal(made.status, 401, made.text);
  const { rows } = await web.cloud.db.pool.query('select 1 from passkeys where user_id = $1', [victim.userId]);
  assert.deepEqual(rows, []);
});

test('who is removed from the account, or is no operator any more, is refused from the next request on', async () => {
  const somebody = await person();
  const { pool } = web.cloud.db;
  await pool.query(`update users set role = 'customer' where id = $1`, [somebody.userId]);
  await pool.query('delete from memberships where user_id = $1', [somebody.userId]);
  for (const row of consoleRows.filter(({ below }) => below !== '')) {
    const path = `/api/console${row.below}${row.path}`.replace(':accountId', accountId).replaceAll(/:\w+/g, 'x');
    assert.equal((await ask(somebody, path, row)).status, 404, `${row.method} ${path}`);
  }
});

describe('what opens another way in asks for a late proof', () => {
  const INVITED = { email: 'new@example.com', role: 'viewer' };
  const MCP_KEY = { name: 'agent', readOnly: true, permissions: [], caps: {}, approvalAbove: null, stopAtCap: false };
  const asks: readonly [what: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object][] = [
    ['another address', 'POST', '/api/auth/change-email', { newEmail: 'mine@example.com' }],
    ['a passkey', 'GET', '/api/auth/passkey/generate-register-options'],
    ['a passkey', 'POST', '/api/auth/passkey/verify-registration', { response: { id: 'x', response: {} } }],
    ['no passkey', 'POST', '/api/auth/passkey/delete-passkey', { id: 'x' }],
    ['an account elsewhere', 'POST', '/api/auth/identity/begin-link', { provider: 'google' }],
    ['a REST key', 'POST', '/api/console/accounts/:a/v1/api-keys', { name: 'mine', access: 'full' }],
    ['an MCP key', 'POST', '/api/console/accounts/:a/mcp-keys', MCP_KEY],
    ['what an agent may do', 'PUT', '/api/console/accounts/:a/mcp-keys/x', { permissions: ['launch'] }],
    ['a member', 'POST', '/api/console/accounts/:a/invitations', INVITED],
    ['a role', 'PUT', '/api/console/accounts/:a/members/x', { role: 'owner' }],
  ];

  test('and is refused to an old session, whatever it names', async () => {
    const somebody = await person();
    await makeOld(somebody.userId);
    for (const [what, method, path, body] of asks) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const answer = await somebody.ask({ method, path: path.replace(':a', accountId), text });
      assert.deepEqual([answer.status, errorOf(answer)], [403, 'PROOF_REQUIRED'], `${what}: ${answer.text}`);
    }
    for (const path of ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes']) {
      const answer = await somebody.post(`/api/auth${path}`, { password: 'not the password' });
      assert.ok(['INVALID_PASSWORD', 'TWO_FACTOR_NOT_ENABLED'].includes(errorOf(answer) ?? ''), `${path}: ${answer.text}`);
    }
  });

  test('and is done after the password was given again, in this session and in no other', async () => {
    const somebody = await person();
    const other = await signedIn(somebody.email);
    await makeOld(somebody.userId);
    const make = (browser: Browser) => browser.post(`/api/console/accounts/${accountId}/v1/api-keys`, { name: 'mine', access: 'full' });
    assert.equal((await make(somebody)).status, 403);
    const wrong = await somebody.post('/api/console/me/proof', { by: 'password', password: 'not the password' });
    assert.deepEqual([wrong.status, errorOf(wrong)], [400, 'INVALID_REQUEST']);
    assert.equal((await make(somebody)).status, 403);
    const right = await somebody.post('/api/console/me/proof', { by: 'password', password: PASSWORD });
    assert.equal(right.status, 200, right.text);
    assert.equal((await make(somebody)).status, 201);
    assert.equal((await make(other)).status, 403, 'the other session has proven nothing');
  });

  test('and each is told to the person by mail, in their language', async () => {
    const somebody = await person();
    await somebody.put('/api/console/me', { language: 'fr' });
    const device = testAuthenticator(web.siteUrl);
    const options = z.looseObject({ challenge: z.string() });
    const { json } = await somebody.get('/api/auth/passkey/generate-register-options');
    await somebody.post('/api/auth/passkey/verify-registration', { response: device.create(options.parse(json)), name: 'mine' });
    await somebody.post(`/api/console/accounts/${accountId}/v1/api-keys`, { name: 'clé', access: 'full' });
    await somebody.post(`/api/console/accounts/${accountId}/mcp-keys`, MCP_KEY);
    await somebody.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'quite another horse staple' });
    const subjects = (await web.mailTo(somebody.email)).map(({ subject }) => subject);
    assert.deepEqual(subjects.toSorted(), [
      'Une clé API a été créée',
      'Une clé d’accès a été ajoutée',
      'Une clé d’agent a été créée',
      'Votre mot de passe a été changé',
    ]);
  });

  test('and no row that makes keys or members is left out', () => {
    const closes = ['revokeApiKey', 'revokeMcpKey', 'revokeInvitation', 'decideApproval'];
    const missing = customerEndpoints
      .filter(({ method, needs }) => method !== 'GET' && (needs === 'keys.write' || needs === 'members.write'))
      .filter(({ name, opensWayIn }) => !opensWayIn && !closes.includes(name))
      .map(({ name }) => name);
    assert.deepEqual(missing, []);
    const asked = new Set(asks.map(([, , path]) => path.replace('/api/auth', '')));
    const proven = authRoutes.filter(({ who }) => who === 'proven').filter(({ path }) => !asked.has(path));
    assert.deepEqual(proven, [], 'the table above has every route that the door asks a proof for');
  });
});

async function makeOld(userId: string): Promise<void> {
  await web.cloud.db.pool.query(`update sessions set proven_at = proven_at - interval '10 minutes 1 second' where user_id = $1`, [userId]);
}

async function sessionsOf(userId: string): Promise<unknown[]> {
  const { rows } = await web.cloud.db.pool.query('select id, expires_at from sessions where user_id = $1 order by id', [userId]);
  return rows;
}

const bodies: Readonly<Record<string, object>> = {
  '/sign-in/email': { email: 'nobody@example.com', password: 'whatever' },
  '/send-verification-email': { email: 'nobody@example.com' },
  '/request-password-reset': { email: 'nobody@example.com' },
  '/reset-password': { token: 'x', newPassword: 'quite another horse staple' },
  '/change-password': { currentPassword: PASSWORD, newPassword: 'quite another horse staple' },
  '/change-email': { newEmail: 'mine@example.com' },
  '/two-factor/enable': { password: PASSWORD },
  '/two-factor/disable': { password: PASSWORD },
  '/two-factor/generate-backup-codes': { password: PASSWORD },
  '/two-factor/verify-totp': { code: '123456' },
  '/two-factor/verify-backup-code': { code: 'abc' },
  '/passkey/verify-registration': { response: { id: 'x', response: {} } },
  '/passkey/verify-authentication': { response: { id: 'x', response: {} } },
  '/passkey/update-passkey': { id: 'x', name: 'mine' },
  '/passkey/delete-passkey': { id: 'x' },
};

function ask(browser: Browser, path: string, { method }: Pick<AuthRoute, 'path'> & { method: string }) {
  const body = bodies[path.replace('/api/auth', '')] ?? {};
  return browser.ask({
    method,
    path: path.endsWith('/verify-email') ? `${path}?token=x` : path,
    ...(method !== 'GET' && { text: JSON.stringify(body) }),
  });
}
