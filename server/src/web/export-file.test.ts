import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { linkIdentity } from '../core/ground/people/link-identity.ts';
import type { Customer } from '../core/testing/cloud.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud, PASSWORD, type WebCloud } from './testing.ts';

let web: WebCloud;
let customer: Customer;
let owner: Browser & { readonly userId: string };
let billing: Browser;
let stranger: Browser;
let serverId: string;

before(async () => {
  web = await openWebCloud();
  customer = await web.cloud.customer('1000');
  owner = await web.member(customer, { email: 'owner@example.com', role: 'owner' });
  billing = await web.member(customer, { email: 'billing@example.com', role: 'billing' });
  stranger = await web.person({ email: 'stranger@example.com' });
  serverId = await customer.deploy('l4-x1', { name: 'entraîneur “1”' });
  await web.cloud.settle();
});
after(() => closeWithoutBugs(web));

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
const Exported = z.looseObject({
  format: z.literal(1),
  accountId: z.string(),
  you: z.looseObject({ email: z.string(), identities: z.array(z.looseObject({ provider: z.string(), label: z.string().nullable() })) }),
  people: z.looseObject({ members: z.array(z.looseObject({ email: z.string() })) }),
  servers: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      labels: z.array(z.unknown()),
      note: z.string().nullable(),
      firewall: z.array(z.unknown()),
      activity: z.array(z.looseObject({ message: z.string() })),
    }),
  ),
  transactions: z.array(z.looseObject({ amount: z.number() })),
  tickets: z.array(z.looseObject({ messages: z.array(z.looseObject({ message: z.string() })) })),
  apiKeys: z.array(z.looseObject({ name: z.string() })),
  incidentMail: z.array(z.strictObject({ email: z.string(), subscribed: z.boolean(), language: z.string() })),
  auditLog: z.array(z.looseObject({ action: z.string() })),
  complete: z.literal(true),
});

describe('an owner', () => {
  test('takes along everything that the account has here, in their language, and no secret', async () => {
    const keys = await owner.post(at('/v1/api-keys'), { name: 'ci' });
    const { key } = z.object({ data: z.looseObject({ key: z.string() }) }).parse(keys.json).data;
    await owner.put(at(`/servers/${serverId}/description`), { labels: [{ key: 'équipe', value: 'vision' }], note: 'Line 1\n"quoted"' });
    await owner.post(at('/tickets'), { subject: 'No answer', message: 'By SSH </script>.' });
    const gone = await customer.deploy('l4-x1', { name: 'long gone' });
    await web.cloud.settle();
    await customer.remove(gone);
    await web.cloud.settle();
    await web.cloud.db.sql
      .updateTable('servers')
      .set({ deletedAt: new Date(0) })
      .where('id', '=', gone)
      .execute();

    const elsewhere = { userId: owner.userId, provider: 'github', subject: '4711', label: 'owner-there' } as const;
    await linkIdentity(web.ctx, elsewhere);

    for (const [who, language] of [
      [owner, 'fr'],
      [billing, 'en'],
    ] as const) {
      assert.equal((await who.put('/api/console/me/subscription', { subscribed: true, language })).status, 200);
    }

    const answer = await owner.get(at('/export.json?language=fr'));
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="boreal-acc_\w+\.json"$/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const all = Exported.parse(JSON.parse(answer.text));
    assert.equal(all.you.email, 'owner@example.com');
    assert.partialDeepStrictEqual(all.you.identities, [{ provider: 'github', label: 'owner-there' }]);
    assert.deepEqual(all.incidentMail, [{ email: 'owner@example.com', subscribed: true, language: 'fr' }], 'and nobody else’s');
    assert.deepEqual(all.people.members.map(({ email }) => email).toSorted(), ['billing@example.com', 'owner@example.com']);
    assert.deepEqual(
      all.servers.map(({ name }) => name),
      ['entraîneur “1”', 'long gone'],
    );
    const [server] = all.servers;
    assert.deepEqual([server?.labels, server?.note], [[{ key: 'équipe', value: 'vision' }], 'Line 1\n"quoted"']);
    assert.ok(server && server.firewall.length > 0 && server.activity.some(({ message }) => message.startsWith('Le serveur')));
    assert.ok(all.transactions.length >= 3);
    assert.equal(all.tickets[0]?.messages[0]?.message, 'By SSH </script>.');
    assert.ok(all.apiKeys.some(({ name }) => name === 'ci'));
    assert.ok(
      all.auditLog.some(({ action }) => action === 'account.exported'),
      'that it was taken, too',
    );
    for (const secret of [key, PASSWORD, 'scrypt']) assert.ok(!answer.text.includes(secret));
  });

  test('is told by mail, because it may not have been them', async () => {
    const mails = (await web.mailTo('owner@example.com')).filter(({ subject }) => subject === 'Your account’s data was downloaded');
    assert.equal(mails.length, 1);
  });

  test('gets every server and movement of a long list once', async () => {
    const rows = Array.from({ length: 120 }, (_, n) => `srv_${String(n).padStart(26, '0')}`);
    const { id: _id, ...like } = await web.cloud.server(serverId);
    for (const id of rows) {
      await web.cloud.db.sql
        .insertInto('servers')
        .values({
          ...like,
          id,
          status: 'DELETED',
          goal: 'gone',
          convergeAt: null,
          ipv4: null,
          ipv6: null,
          hostId: null,
          deletedAt: new Date(0),
        })
        .execute();
    }
    const all = Exported.parse(JSON.parse((await owner.get(at('/export.json'))).text));
    const ids = all.servers.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const id of [...rows, serverId]) assert.ok(ids.includes(id), id);
  });
});

describe('what is refused', () => {
  test('a member who is no owner, a stranger, and nobody', async () => {
    assert.equal((await billing.get(at('/export.json'))).status, 403);
    assert.equal((await billing.post(at('/export'), {})).status, 403);
    assert.equal((await stranger.get(at('/export.json'))).status, 404);
    assert.equal((await web.browser().get(at('/export.json'))).status, 401);
  });

  test('a session whose proof of identity is old, until the password is given again', async () => {
    const late = await web.member(customer, { email: 'late@example.com', role: 'owner' });
    await web.cloud.db.sql
      .updateTable('sessions')
      .set({ provenAt: new Date(0) })
      .where('userId', '=', late.userId)
      .execute();
    for (const answer of [await late.get(at('/export.json')), await late.post(at('/export'), {})]) {
      assert.deepEqual([answer.status, answer.text.includes('PROOF_REQUIRED')], [403, true]);
    }
    assert.equal((await late.post('/api/console/me/proof', { by: 'password', password: PASSWORD })).status, 200);
    assert.equal((await late.post(at('/export'), {})).status, 200);
    assert.equal((await late.get(at('/export.json'))).status, 200);
  });

  test('a fourth file within a minute', async () => {
    const often = await web.member(customer, { email: 'often@example.com', role: 'owner' });
    const statuses: number[] = [];
    // From one network; seven, because a new minute may begin among them.
    const from = { 'x-forwarded-for': '203.0.113.77' };
    for (let n = 0; n < 7; n += 1) statuses.push((await often.get(at('/export.json'), from)).status);
    assert.ok(statuses.includes(429), statuses.join());
  });
});
