import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isPermission, mayDo, MemberRole } from '@boreal/contract/people/members.ts';
import { Me } from '@boreal/contract/people/people.ts';
import { TIME_HEADER } from '@boreal/contract/api/time-header.ts';
import { z } from 'zod';
import { chargesRoutes } from './charges.routes.ts';
import { customerEndpoints, operatorEndpoints } from './console-tables.ts';
import { createSandboxPayments } from '../payments/sandbox/sandbox-payments.ts';
import { handClock } from '../kit/hand-clock.ts';
import { personRoutes } from './person.routes.ts';
import { data, errorOf } from './test-answers.ts';
import type { BrowserAnswer, Browser } from './test-browser.ts';
import { closeWithoutBugs, linkToken, openWebCloud, type WebCloud } from './testing.ts';

let web: WebCloud;
let accountId: string;
const members = new Map<MemberRole, Browser>();
let stranger: Browser;
let operator: Browser;
let ownerId: string;

before(async () => {
  web = await openWebCloud();
  const customer = await web.cloud.customer('1000');
  ({ accountId } = customer.ctx);
  for (const role of MemberRole.options) {
    const person = await web.person({ email: `${role}@example.com`, belongs: { accountId, role } });
    members.set(role, person);
    if (role === 'owner') ownerId = person.userId;
  }
  stranger = await web.person({ email: 'stranger@example.com' });
  operator = await web.person({ email: 'boss@example.com', operates: 'owner' });
});
after(() => closeWithoutBugs(web));

const who = (role: MemberRole): Browser => {
  const browser = members.get(role);
  assert.ok(browser);
  return browser;
};
const at = (path: string) => `/api/console/accounts/${accountId}${path}`;

/** A request to an endpoint that names nothing that is there, with a body that says nothing. */
function probe(browser: Browser, prefix: string, endpoint: { method: string; path: string }, headers = {}): Promise<BrowserAnswer> {
  const path = `${prefix}${endpoint.path.replaceAll(/:[A-Za-z]+/g, 'none')}`;
  return browser.ask({ method: endpoint.method, path, ...(endpoint.method !== 'GET' && { text: '{}' }), headers });
}

// What they ask the provider for does not matter here: they are only counted up.
const chargeRows = chargesRoutes({ payments: createSandboxPayments({ query: async () => [], clock: handClock(new Date(0)) }) });

test('the console’s page brings who is signed in, as the request for it would answer, and to nobody else', async () => {
  const toldIn = ({ text }: BrowserAnswer): unknown => {
    const [, told] = /<script type="application\/json" id="me">([^<]*)<\/script>/.exec(text) ?? [];
    return told === undefined ? null : JSON.parse(told);
  };
  const owner = who('owner');
  assert.deepEqual(toldIn(await owner.get('/console/servers')), (await owner.get('/api/console/me')).json);
  assert.equal(toldIn(await web.browser().get('/console/servers')), null);
  const forged = await web.browser().get('/console', { cookie: 'better-auth.session_token=forged' });
  assert.deepEqual([forged.status, toldIn(forged)], [200, null]);
});

describe('every operation of an account', () => {
  for (const endpoint of [...customerEndpoints, ...chargeRows]) {
    describe(`${endpoint.method} ${endpoint.path}`, () => {
      test('is for those whose role allows it, and for nobody else', async () => {
        // Everybody may leave an account, but not remove anybody else: the operation itself requires more.
        const needs = endpoint.name === 'removeMember' ? 'members.write' : endpoint.needs;
        assert.ok(isPermission(needs));
        for (const role of MemberRole.options) {
          const answer = await probe(who(role), `/api/console/accounts/${accountId}`, endpoint);
          if (mayDo(role, needs)) assert.notEqual(errorOf(answer), 'PERMISSION_DENIED', `${role}: ${answer.text}`);
          else assert.deepEqual([answer.status, errorOf(answer)], [403, 'PERMISSION_DENIED'], `${role}: ${answer.text}`);
          assert.ok(answer.status < 500, answer.text);
        }
      });

      test('is 401 without a session, and 404 for who belongs to another account or operates the place', async () => {
        const nobody = await probe(web.browser(), `/api/console/accounts/${accountId}`, endpoint);
        assert.deepEqual([nobody.status, errorOf(nobody)], [401, 'NOT_SIGNED_IN']);
        for (const other of [stranger, operator]) {
          const answer = await probe(other, `/api/console/accounts/${accountId}`, endpoint);
          assert.deepEqual([answer.status, errorOf(answer)], [404, 'NOT_FOUND'], answer.text);
        }
      });

      if (endpoint.method !== 'GET') {
        test('is refused when another site’s page sends it, or nobody says whose page it is', async () => {
          for (const origin of ['https://evil.example', 'null', null]) {
            const answer = await probe(who('owner'), `/api/console/accounts/${accountId}`, endpoint, { origin });
            assert.deepEqual([answer.status, errorOf(answer)], [403, 'FORBIDDEN_ORIGIN']);
          }
        });
      }
    });
  }
});

describe('every operation of an operator', () => {
  for (const endpoint of operatorEndpoints) {
    test(`${endpoint.method} ${endpoint.path} is not there for customers, 401 for nobody, and answers an operator`, async () => {
      const nobody = await probe(web.browser(), '/api/console/operator', endpoint);
      assert.equal(nobody.status, 401);
      for (const customer of [who('owner'), stranger]) {
        const answer = await probe(customer, '/api/console/operator', endpoint);
        assert.deepEqual([answer.status, errorOf(answer)], [404, 'NOT_FOUND'], answer.text);
      }
      const answer = await probe(operator, '/api/console/operator', endpoint);
      assert.ok([200, 400, 404].includes(answer.status), answer.text);
      assert.doesNotMatch(answer.text, /nothing at this address/);
      if (endpoint.method !== 'GET') {
        const foreign = await probe(operator, '/api/console/operator', endpoint, { origin: 'https://evil.example' });
        assert.deepEqual([foreign.status, errorOf(foreign)], [403, 'FORBIDDEN_ORIGIN']);
      }
    });
  }
});

test('what is answered is never read as if it were typed: a transform on its way out would be a 500', () => {
  const typed = [...customerEndpoints, ...chargeRows, ...operatorEndpoints, ...personRoutes]
    .filter(({ answer }) => transforms(answer, new Set()))
    .map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(typed, []);
});

/** Whether a schema, or one of its parts, contains a transform. */
function transforms(part: unknown, seen: Set<unknown>): boolean {
  if (typeof part !== 'object' || part === null || seen.has(part)) return false;
  seen.add(part);
  if (part instanceof z.ZodTransform) return true;
  const inner = part instanceof z.ZodType ? part.def : part;
  return Object.values(inner).some((value) => transforms(value, seen));
}

describe('every operation about oneself', () => {
  for (const endpoint of personRoutes) {
    test(`${endpoint.method} ${endpoint.path} needs a session, and for a write our own page`, async () => {
      assert.equal((await probe(web.browser(), '/api/console', endpoint)).status, 401);
      if (endpoint.method === 'GET') return;
      assert.equal((await probe(stranger, '/api/console', endpoint, { origin: 'https://evil.example' })).status, 403);
    });
  }
});

describe('an owner', () => {
  test('deploys a server with the rows that REST has, sees its state change, and deletes it', async () => {
    const owner = who('owner');
    const [key] = data(await owner.get(at('/settings/ssh-keys')), z.array(z.object({ id: z.string() })));
    const body = { productId: 'l4-x1', sshKeyId: key?.id, name: 'from the console' };
    const headers = { 'idempotency-key': 'one click' };
    const created = data(await owner.post(at('/servers'), body, headers), z.object({ id: z.string() }));
    const again = await owner.post(at('/servers'), body, headers);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal(data(again, z.object({ id: z.string() })).id, created.id);

    const States = z.array(z.looseObject({ id: z.string(), status: z.string(), allowedActions: z.array(z.string()) }));
    const first = await who('viewer').get(at('/server-states'));
    assert.deepEqual(
      data(first, States).map(({ id, status }) => [id, status]),
      [[created.id, 'PROVISIONING']],
    );
    const etag = first.headers.get('etag') ?? '';
    const same = await who('viewer').get(at('/server-states'), { 'if-none-match': etag });
    assert.deepEqual([same.status, same.text], [304, '']);
    for (const answer of [first, same, await who('viewer').get(at('/nothing'))])
      assert.equal(Number(answer.headers.get(TIME_HEADER)), web.ctx.clock.now().getTime(), 'every answer says what time it is');
    await web.cloud.settle();
    const changed = await who('viewer').get(at('/server-states'), { 'if-none-match': etag });
    assert.deepEqual(
      data(changed, States).map(({ status, allowedActions }) => [status, allowedActions]),
      [['ACTIVE', ['stop', 'reboot', 'hibernate']]],
    );

    const stakes = async (of: string) =>
      data(await who('viewer').get(at(`/server-stakes${of}`)), z.array(z.looseObject({ id: z.string() }))).map(({ id }) => id);
    assert.deepEqual(await stakes(''), [created.id]);
    assert.deepEqual(await stakes(`?serverId=${created.id}`), [created.id]);
    assert.deepEqual(await stakes('?serverId=srv_01kb3c9qj2v9x6t5r4e3w2q1az'), []);

    const { rows } = await web.cloud.db.pool.query('select actor_id, door from audit_entries where target = $1', [created.id]);
    assert.deepEqual(rows, [{ actor_id: ownerId, door: 'console' }]);
    assert.equal((await owner.put(at(`/servers/${created.id}/budget`), { monthlyLimit: 50 })).status, 200);
    assert.equal((await stranger.get(at(`/servers/${created.id}`))).status, 404);
    assert.equal((await owner.remove(at(`/servers/${created.id}`))).status, 200);
  });

  test('sets and lifts budgets, and reads them back', async () => {
    const Budget = z.looseObject({ monthlyLimit: z.number().nullable(), dailyLimit: z.number().nullable() });
    const set = data(await who('owner').put(at('/budget'), { monthlyLimit: 500.5, dailyLimit: 20 }), Budget);
    assert.deepEqual([set.monthlyLimit, set.dailyLimit], [500.5, 20]);
    const lifted = data(await who('billing').put(at('/budget'), { monthlyLimit: null }), Budget);
    assert.deepEqual([lifted.monthlyLimit, lifted.dailyLimit], [null, 20]);
    assert.equal((await who('owner').put(at('/budget'), { dailyLimit: null, monthlyLimit: -1 })).status, 400);
    await who('owner').put(at('/budget'), { dailyLimit: null });
  });

  test('invites somebody, who previews and joins by the link, works as a developer, and is removed again', async () => {
    const owner = who('owner');
    const email = 'invited@example.com';
    assert.equal((await owner.post(at('/invitations'), { email, role: 'developer' })).status, 201);
    const token = linkToken((await web.mailTo(email)).at(-1));
    const preview = await web.browser().post('/api/console/invitations/preview', { token });
    assert.deepEqual([preview.status, data(preview, z.looseObject({ role: z.string() })).role], [200, 'developer']);

    const invited = await web.person({ email });
    assert.equal((await stranger.post('/api/console/invitations/accept', { token })).status, 400, 'it is for another address');
    assert.equal((await invited.post('/api/console/invitations/accept', { token })).status, 200);
    assert.deepEqual(
      data(await invited.get('/api/console/me'), Me).accounts.map(({ id, role }) => [id, role]),
      [[accountId, 'developer']],
    );
    assert.equal((await invited.get(at('/servers'))).status, 200);
    assert.equal((await invited.remove(at(`/members/${ownerId}`))).status, 403);
    assert.equal((await owner.put(at(`/members/${invited.userId}`), { role: 'viewer' })).status, 200);
    assert.equal((await invited.post(at('/v1/api-keys'), { name: 'x' })).status, 403, 'the new role counts at once');
    assert.equal((await invited.remove(at(`/members/${invited.userId}`))).status, 200, 'everybody may leave');
    assert.equal((await invited.get(at('/servers'))).status, 404);
    const last = await owner.remove(at(`/members/${ownerId}`));
    assert.deepEqual([last.status, errorOf(last)], [409, 'LAST_OWNER']);
  });

  test('opens a ticket that an operator answers, with a mail to the customer', async () => {
    const ticket = data(
      await who('owner').post(at('/tickets'), { subject: 'No answer', message: 'By SSH.' }),
      z.looseObject({ id: z.string() }),
    );
    assert.equal((await stranger.get(`/api/console/accounts/${accountId}/tickets/${ticket.id}`)).status, 404);
    const answered = await operator.post(`/api/console/operator/tickets/${ticket.id}/messages`, { message: 'Try again.' });
    assert.equal(answered.status, 201, answered.text);
    assert.ok((await web.mailTo('owner@example.com')).some(({ kind }) => kind === 'ticket_answered'));
    const seen = data(
      await who('viewer').get(at(`/tickets/${ticket.id}`)),
      z.looseObject({ messages: z.array(z.looseObject({ from: z.string() })) }),
    );
    assert.deepEqual(
      seen.messages.map(({ from }) => from),
      ['customer', 'operator'],
    );
    assert.equal((await who('owner').post(at(`/tickets/${ticket.id}/close`))).status, 200);
  });

  test('takes the transactions as a file that a spreadsheet reads', async () => {
    const file = await who('viewer').get(at('/transactions.csv'), { 'accept-language': 'fr' });
    assert.equal(file.status, 200);
    assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
    assert.match(file.text, /^\uFEFF?id,date et heure,type,montant CAD/);
    assert.match(file.text, /,promo,1000,1000,,Test credit,\r\n/);
    assert.equal((await stranger.get(at('/transactions.csv'))).status, 404);
    assert.equal((await web.browser().get(at('/transactions.csv'))).status, 401);
    assert.equal((await who('viewer').get(at('/transactions.csv?from=yesterday'))).status, 400);
    assert.equal((await who('viewer').get(at('/transactions.csv?from=2026-02-02&to=2026-02-01'))).status, 400);
    const none = await who('viewer').get(at('/transactions.csv?to=2001-01-01'));
    assert.equal(none.text.trim().split('\r\n').length, 1);
  });
});

describe('an operator', () => {
  test('gives credit once for each key, sees it, and takes it back', async () => {
    const Moved = z.looseObject({ moved: z.boolean(), balance: z.number() });
    const body = { amount: 10.25, reason: 'Goodwill', key: 'outage-1' };
    const path = `/api/console/operator/accounts/${accountId}`;
    const first = data(await operator.post(`${path}/credit`, body), Moved);
    const second = data(await operator.post(`${path}/credit`, body), Moved);
    assert.deepEqual([first.moved, second.moved, second.balance], [true, false, first.balance]);
    const back = data(await operator.post(`${path}/debit`, { ...body, key: 'outage-1-back' }), Moved);
    assert.equal(back.balance, Math.round((first.balance - 10.25) * 100) / 100);
    assert.equal((await operator.post(`${path}/debit`, { ...body, amount: 1e6, key: 'too-much' })).status, 402);
    const { rows } = await web.cloud.db.pool.query("select actor_type, door from audit_entries where action = 'account.credited'");
    assert.deepEqual(rows, [{ actor_type: 'operator', door: 'console' }]);
  });

  test('drains a host, dates a price, changes a plan, and proves the ledger', async () => {
    const at = '/api/console/operator';
    const [host] = data(await operator.get(`${at}/hosts`), z.array(z.looseObject({ id: z.string(), gpus: z.array(z.unknown()) })));
    assert.ok(host && host.gpus.length > 0);
    const drained = data(await operator.put(`${at}/hosts/${host.id}`, { state: 'draining' }), z.looseObject({ state: z.string() }));
    assert.equal(drained.state, 'draining');
    await operator.put(`${at}/hosts/${host.id}`, { state: 'accepting' });
    const price = await operator.post(`${at}/prices`, { planId: 'l4-x1', accountId, hourly: 0.99 });
    assert.equal(price.status, 201, price.text);
    const Plans = z.array(z.looseObject({ id: z.string(), pricing: z.looseObject({ hourly: z.number() }).nullable() }));
    assert.equal(
      data(await who('viewer').get(at.replace('/operator', `/accounts/${accountId}/v1/gpu`)), Plans).find(({ id }) => id === 'l4-x1')
        ?.pricing?.hourly,
      0.99,
    );
    assert.equal((await operator.put(`${at}/plans/l4-x2`, { purchasable: false })).status, 200);
    const asked = await operator.post(`${at}/ledger-verification`, {});
    assert.equal(data(asked, z.looseObject({ underWaySince: z.string().nullable() })).underWaySince === null, false);
  });

  test('who is one no more is refused from the next request on', async () => {
    const former = await web.person({ email: 'former@example.com', operates: 'owner' });
    assert.equal((await former.get('/api/console/operator/accounts')).status, 200);
    await web.cloud.db.sql.updateTable('users').set({ role: 'customer' }).where('id', '=', former.userId).execute();
    assert.equal((await former.get('/api/console/operator/accounts')).status, 404);
  });
});
