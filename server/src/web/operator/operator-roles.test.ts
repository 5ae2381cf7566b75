import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as files from '@boreal/contract/api/console-files.ts';
import { OperatorRole } from '@boreal/contract/operator/role.ts';
import {
  isOperatorPermission,
  operatorMay,
  operatorPermissions,
  operatorRolePermissions,
  rolesThatMay,
} from '@boreal/contract/operator/roles.ts';
import { Me } from '@boreal/contract/people/people.ts';
import { z } from 'zod';
import { changeOperatorRole } from '../../core/ground/operators/set-operator-role.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { operatorEndpoints } from '../console-tables.ts';
import type { Browser, BrowserAnswer } from '../test-browser.ts';
import { closeWithoutBugs, openWebCloud, type WebCloud } from '../testing.ts';

const AT = '/api/console/operator';
let web: WebCloud;
const operators = new Map<OperatorRole, Browser & { readonly userId: string }>();

before(async () => {
  web = await openWebCloud();
  for (const role of OperatorRole.options) operators.set(role, await web.person({ email: `${role}@example.com`, operates: role }));
});
after(() => closeWithoutBugs(web));

const who = (role: OperatorRole) => {
  const browser = operators.get(role);
  assert.ok(browser);
  return browser;
};
const operatorFiles = Object.values(files).filter(({ scope }) => scope === 'operator');
const Refusal = z.object({ error: z.string(), message: z.string() });
const errorOf = (answer: BrowserAnswer) => Refusal.safeParse(answer.json).data?.error ?? null;

/** A request that names nothing that is there, with a body that says nothing. */
function probe(browser: Browser, { method, path }: { method: string; path: string }): Promise<BrowserAnswer> {
  return browser.ask({
    method,
    path: `${AT}${path.replaceAll(/:[A-Za-z]+/g, 'none')}`,
    ...(method !== 'GET' && { text: '{}' }),
  });
}

describe('every endpoint of operators', () => {
  for (const endpoint of [...operatorEndpoints, ...operatorFiles]) {
    test(`${endpoint.method} ${endpoint.path} is for the roles that the table says, and for no other`, async () => {
      const { needs } = endpoint;
      assert.ok(isOperatorPermission(needs));
      for (const role of OperatorRole.options) {
        const answer = await probe(who(role), endpoint);
        assert.ok(answer.status < 500, answer.text);
        if (operatorMay(role, needs)) assert.notEqual(errorOf(answer), 'PERMISSION_DENIED', `${role}: ${answer.text}`);
        else {
          assert.deepEqual([answer.status, errorOf(answer)], [403, 'PERMISSION_DENIED'], `${role}: ${answer.text}`);
          const { message } = Refusal.parse(answer.json);
          for (const other of rolesThatMay(needs)) assert.ok(message.includes(other), message);
        }
      }
    });
  }

  test('is needed by somebody: each permission stands in a row, and an owner has them all', () => {
    const needed = new Set(operatorEndpoints.map(({ needs }) => needs));
    assert.deepEqual(
      operatorPermissions.filter((permission) => !needed.has(permission)),
      [],
    );
    assert.deepEqual(operatorRolePermissions.owner, operatorPermissions);
    for (const role of OperatorRole.options) assert.ok(operatorMay(role, 'overview.read'), `${role} has a first page`);
  });
});

async function linesOf(action: 'operator.refused' | 'operator.looked' | 'person.role_changed', actorId: string) {
  const query = web.cloud.db.sql.selectFrom('auditEntries').select(['accountId', 'target', 'detail', 'door']);
  return query.where('action', '=', action).where('actorId', '=', actorId).orderBy('id').execute();
}

test('a refusal stands in the audit log, once an hour for each endpoint', async () => {
  const curious = await web.person({ email: 'curious@example.com', operates: 'fleet' });
  for (const _ of [1, 2, 3]) assert.equal((await curious.get(`${AT}/accounts`)).status, 403);
  assert.equal((await curious.get(`${AT}/tickets`)).status, 403);
  const lines = await linesOf('operator.refused', curious.userId);
  assert.deepEqual(
    lines.map(({ detail, door }) => [detail, door]),
    [
      [{ of: 'GET /accounts', role: 'fleet', permission: 'customers.read', refused: 'PERMISSION_DENIED' }, 'console'],
      [{ of: 'GET /tickets', role: 'fleet', permission: 'tickets.read', refused: 'PERMISSION_DENIED' }, 'console'],
    ],
  );
});

test('a look at a customer’s data stands in the audit log, once an hour for each account and kind, and never in the customer’s own', async () => {
  const one = (await web.cloud.customer('10')).ctx.accountId;
  const other = (await web.cloud.customer('10')).ctx.accountId;
  const reader = await web.person({ email: 'reader@example.com', operates: 'support' });
  for (const _ of [1, 2]) {
    for (const path of [`/accounts/${one}`, `/accounts/${one}/transactions`, `/accounts/${other}`, `/servers?accountId=${one}`, '/servers'])
      assert.equal((await reader.get(`${AT}${path}`)).status, 200, path);
  }
  assert.equal((await reader.get(`${AT}/accounts/none`)).status, 404);
  assert.equal((await reader.get(`${AT}/plans`)).status, 200);
  const lines = await linesOf('operator.looked', reader.userId);
  assert.deepEqual(
    lines.map(({ accountId, target, detail }) => [accountId, target, detail]),
    [
      [null, one, { of: 'getAccount' }],
      [null, one, { of: 'listAccountTransactions' }],
      [null, other, { of: 'getAccount' }],
      [null, one, { of: 'listAllServers' }],
      [null, null, { of: 'listAllServers' }],
    ],
  );
});

test('an account is found in what is shown of it, too', async () => {
  const customer = await web.cloud.customer('100');
  const id = await customer.deploy('l4-x1');
  const reader = await web.person({ email: 'server-reader@example.com', operates: 'fleet' });
  assert.equal((await reader.get(`${AT}/servers/${id}`)).status, 200);
  const lines = await linesOf('operator.looked', reader.userId);
  assert.deepEqual(
    lines.map(({ target, detail }) => [target, detail]),
    [[customer.ctx.accountId, { of: 'explainServer' }]],
  );
});

test('a look is written down for the account that was looked at, whatever else the address names', async () => {
  const customer = await web.cloud.customer('100');
  const { accountId: scapegoat } = (await web.cloud.customer('10')).ctx;
  const id = await customer.deploy('l4-x1');
  const reader = await web.person({ email: 'sly-reader@example.com', operates: 'support' });
  for (const path of [`/servers/${id}`, '/accounts', '/mail', `/accounts/${customer.ctx.accountId}`])
    assert.equal((await reader.get(`${AT}${path}?accountId=${scapegoat}`)).status, 200, path);
  const lines = await linesOf('operator.looked', reader.userId);
  assert.deepEqual(
    lines.map(({ target, detail }) => [target, detail]),
    [
      [customer.ctx.accountId, { of: 'explainServer' }],
      [null, { of: 'listAccounts' }],
      [scapegoat, { of: 'listMail' }],
      [customer.ctx.accountId, { of: 'getAccount' }],
    ],
  );
});

test('from where an operator works is in the house’s log, and not in the customer’s', async () => {
  const { accountId } = (await web.cloud.customer('10')).ctx;
  const owner = await web.person({ email: 'told-little@example.com', belongs: { accountId, role: 'owner' } });
  const from = { 'x-forwarded-for': '203.0.113.200' };
  const suspended = await who('support').post(`${AT}/accounts/${accountId}/suspend`, { reason: 'Chargebacks' }, from);
  assert.equal(suspended.status, 200, suspended.text);
  const Lines = z.object({
    data: z.array(z.looseObject({ action: z.string(), actor: z.looseObject({ type: z.string() }), address: z.string().nullable() })),
  });
  const lineIn = (answer: { json: unknown }) => Lines.parse(answer.json).data.find(({ action }) => action === 'account.suspended');
  const theirs = lineIn(await owner.get(`/api/console/accounts/${accountId}/audit`));
  assert.deepEqual([theirs?.actor.type, theirs?.address], ['operator', null]);
  const ours = lineIn(await who('support').get(`${AT}/audit?accountId=${accountId}`));
  assert.equal(ours?.address, '203.0.113.200');
});

test('a role that is taken away while signed in is gone with the next request, and one that is given is there', async () => {
  const clerk = await web.person({ email: 'clerk@example.com', operates: 'finance' });
  const me = async () => Me.parse(z.object({ data: z.unknown() }).parse((await clerk.get('/api/console/me')).json).data);
  assert.equal((await clerk.get(`${AT}/revenue`)).status, 200);
  assert.equal((await who('owner').put(`${AT}/operators/${clerk.userId}`, { role: 'support' })).status, 200);
  assert.deepEqual([(await clerk.get(`${AT}/revenue`)).status, (await me()).operatorRole], [403, 'support']);
  assert.equal((await clerk.get(`${AT}/tickets`)).status, 200);
  assert.equal((await who('owner').remove(`${AT}/operators/${clerk.userId}`)).status, 200);
  assert.deepEqual([(await clerk.get(`${AT}/tickets`)).status, (await me()).operatorRole], [404, null]);
  assert.equal((await who('owner').put(`${AT}/operators/${clerk.userId}`, { role: 'owner' })).status, 404, 'they are no operator any more');
  const lines = await linesOf('person.role_changed', who('owner').userId);
  assert.deepEqual(
    lines.map(({ target, detail }) => [target, detail]),
    [
      [clerk.userId, { before: 'finance', role: 'support' }],
      [clerk.userId, { before: 'support', role: 'customer' }],
    ],
  );
  const subjects = (await web.mailTo('clerk@example.com')).map(({ subject }) => subject);
  assert.deepEqual(subjects, ['Your role as an operator was changed', 'You are no longer an operator']);
  assert.ok((await web.mailTo('owner@example.com')).some(({ text }) => text.includes('clerk@example.com')));
});

test('an owner makes somebody an operator who has signed up, by an address that is confirmed', async () => {
  const colleague = await web.person({ email: 'colleague@example.com' });
  const squatter = await web.person({ email: 'squatter@example.com' });
  await web.cloud.db.sql.updateTable('users').set({ emailVerified: false }).where('id', '=', squatter.userId).execute();
  const add = (email: string) => who('owner').post(`${AT}/operators`, { email, role: 'fleet' });
  assert.equal((await add('nobody@example.com')).status, 404);
  assert.equal((await add('squatter@example.com')).status, 404);
  assert.equal((await add('Colleague@example.com')).status, 201);
  assert.equal((await colleague.get(`${AT}/hosts`)).status, 200);
  assert.equal((await colleague.post(`${AT}/operators`, { email: 'colleague@example.com', role: 'owner' })).status, 403);
});

test('the last owner can neither take another role nor leave, also when two owners demote each other at once', async () => {
  const others = await web.cloud.db.sql.selectFrom('users').select('id').where('operatorRole', '=', 'owner').execute();
  const one = await web.person({ email: 'one@example.com', operates: 'owner' });
  const two = await web.person({ email: 'two@example.com', operates: 'owner' });
  for (const { id } of others) assert.equal((await one.put(`${AT}/operators/${id}`, { role: 'support' })).status, 200);
  const answers = await Promise.all([
    one.put(`${AT}/operators/${two.userId}`, { role: 'finance' }),
    two.remove(`${AT}/operators/${one.userId}`),
  ]);
  assert.deepEqual(answers.map(({ status }) => status === 200).toSorted(), [false, true], answers.map(({ text }) => text).join('\n'));
  const left = await web.cloud.db.sql.selectFrom('users').select('id').where('operatorRole', '=', 'owner').execute();
  assert.equal(left.length, 1);
  const [last, lost] = left[0]?.id === one.userId ? [one, two] : [two, one];
  assert.deepEqual(
    [
      errorOf(await last.put(`${AT}/operators/${last.userId}`, { role: 'fleet' })),
      errorOf(await last.remove(`${AT}/operators/${last.userId}`)),
    ],
    ['LAST_OWNER', 'LAST_OWNER'],
  );
  assert.ok([403, 404].includes((await lost.put(`${AT}/operators/${lost.userId}`, { role: 'owner' })).status));
  for (const { id } of others) assert.equal((await last.put(`${AT}/operators/${id}`, { role: 'owner' })).status, 200);
});

test('an owner who was demoted while their request was on its way is refused inside it', async () => {
  const former = await web.person({ email: 'was-owner@example.com', operates: 'owner' });
  const before: Ctx = { ...web.ctx, actor: { type: 'operator', id: former.userId, name: 'Former' }, door: 'console' };
  await changeOperatorRole(before, { userId: former.userId, role: 'support' });
  await assert.rejects(changeOperatorRole(before, { userId: former.userId, role: 'owner' }), { code: 'PERMISSION_DENIED' });
});

test('an operator from before there were roles is an owner', async () => {
  const old = await web.person({ email: 'old@example.com', operates: 'owner' });
  await web.cloud.db.sql.updateTable('users').set({ operatorRole: null }).where('id', '=', old.userId).execute();
  assert.equal((await old.get(`${AT}/operators`)).status, 200);
  assert.match((await old.get(`${AT}/operators`)).text, new RegExp(`${old.userId}[^}]*"role":"owner"`));
});

test('revenue is told to those who may read the books', async () => {
  const revenue = async (role: OperatorRole) =>
    z.object({ data: z.looseObject({ revenue: z.unknown() }) }).parse((await who(role).get(`${AT}/overview`)).json).data.revenue;
  assert.equal(await revenue('support'), null);
  assert.equal(await revenue('fleet'), null);
  assert.notEqual(await revenue('finance'), null);
});

test('mail about tickets goes to operators who may read them', async () => {
  const customer = await web.cloud.customer('10');
  const { accountId } = customer.ctx;
  const person = await web.person({ email: 'asks@example.com', belongs: { accountId, role: 'owner' } });
  const asked = await person.post(`/api/console/accounts/${accountId}/tickets`, { subject: 'Help', message: 'It is slow.' });
  assert.equal(asked.status, 201, asked.text);
  assert.ok((await web.mailTo('support@example.com')).some(({ kind }) => kind === 'ticket_opened'));
  assert.ok(!(await web.mailTo('fleet@example.com')).some(({ kind }) => kind === 'ticket_opened'));
});
