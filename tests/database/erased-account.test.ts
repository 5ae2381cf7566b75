import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OperatorAccountDetail } from '@boreal/contract/operator/operator.ts';
import { z } from 'zod';
import { creditAccount } from '../../server/src/core/commerce/credit-by-hand/credit-account.ts';
import { decideRequest } from '../../server/src/core/commerce/operator-requests/decide-request.ts';
import { linkIdentity } from '../../server/src/core/ground/people/link-identity.ts';
import { addMember } from '../../server/src/core/ground/members/members.store.ts';
import { acceptInvitation } from '../../server/src/core/ground/members/accept-invitation.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { settlePayment } from '../../server/src/core/commerce/settlement/settle-payment.ts';
import { assertBooks, giveCard } from '../../server/src/core/testing/paying-customer.ts';
import type { Customer } from '../../server/src/core/testing/cloud.ts';
import { addOperator } from '../../server/src/core/testing/people.ts';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { MCP_PATH } from '../../server/src/mcp/mcp-door.ts';
import { linkToken, PASSWORD, type WebCloud } from '../../server/src/web/testing.ts';
import type { Browser, BrowserAnswer } from '../../server/src/web/test-browser.ts';
import { agentOf, Quoted } from '../testing/agent-cloud.ts';
import { openEveryDoor, type EveryDoor } from '../testing/every-door.ts';

/** What nobody but these people would write: it stands in everything that they name, write or are. */
const WORD = 'zyxwvut';
/** From where they ask. */
const ADDRESS = '203.0.113.77';
const EMAIL = `${WORD}@example.com`;
const PUBLIC_KEY = `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ ${WORD}@laptop`;

/** Where they may stay, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'invoices.content': 'the tax law asks for invoices as they were issued, with their billing address',
};

let every: EveryDoor;
let web: WebCloud;
let customer: Customer;
let owner: Browser & { readonly userId: string };
let operator: Browser;
before(async () => {
  every = await openEveryDoor();
  web = every.web;
  customer = await web.cloud.customer('100');
  owner = await web.member(customer, { email: EMAIL, role: 'owner' });
  operator = await web.person({ email: 'boss@example.com', operates: 'owner' });
});
after(async () => {
  await every.close();
  assert.deepEqual(web.bugs, []);
});

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;
const behind = (path: string) => `/api/console/operator/accounts/${customer.ctx.accountId}${path}`;
const from = { 'x-forwarded-for': ADDRESS, 'user-agent': `Browser of ${WORD}` } as const;
const Made = z.object({ data: z.looseObject({}) });

/** A request that must succeed; what it answers. */
async function done(answering: Promise<BrowserAnswer>): Promise<Record<string, unknown>> {
  const answer = await answering;
  assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
  return Made.parse(answer.json).data;
}
const say = (path: string, body?: unknown) => done(owner.post(path, body, from));
const text = (value: unknown) => z.string().parse(value);

/** Everything that people of an account can name or write, at every door, and what operators write of them. */
async function liveALife(): Promise<{ paymentId: string; memberId: string }> {
  const { accountId } = customer.ctx;
  await done(owner.put('/api/console/me', { name: `Ann ${WORD}` }, from));
  const address = { line1: `1 ${WORD} Street`, line2: `Suite ${WORD}`, city: WORD, province: 'QC', postalCode: 'H3B 1A5', country: 'CA' };
  await done(owner.put(at('/profile'), { name: `${WORD} inc.`, company: `${WORD} inc.`, address }, from));
  const { id: sshKeyId } = await say(at('/settings/ssh-keys'), { name: `key of ${WORD}`, publicKey: PUBLIC_KEY });
  const settings = { name: `agent ${WORD}`, permissions: ['launch'], caps: {}, approvalAbove: 1 };
  const { id: keyId, key: agentKey } = await say(at('/mcp-keys'), settings);
  const { key: restKey } = await say(at('/v1/api-keys'), { name: `ci ${WORD}`, access: 'full' });
  const byKey = { authorization: `Bearer ${text(restKey)}`, ...from };
  const rest = await web
    .browser()
    .post('/api/servers', { productId: 'l4-x1', sshKeyId, name: `trainer ${WORD}` }, { ...byKey, 'idempotency-key': 'one' });
  assert.equal(rest.status, 201, rest.text);
  const serverId = text(Made.parse(rest.json).data['id']);
  await web.cloud.settle();
  const description = { name: `renamed ${WORD}`, labels: [{ key: WORD, value: WORD }], note: `A note by ${WORD}` };
  await done(owner.put(at(`/servers/${serverId}/description`), description, from));
  await say(at(`/servers/${serverId}/firewall`), {
    direction: 'ingress',
    protocol: 'tcp',
    portRangeMin: 443,
    remoteIpPrefix: `${ADDRESS}/32`,
  });
  const agent = agentOf({ url: new URL(MCP_PATH, web.url), customer, key: text(agentKey), keyId: text(keyId) });
  const launch = { productId: 'l4-x1', sshKeyId: text(sshKeyId), name: `asked by ${WORD}` };
  const { quote } = await agent.ok('svc_quote_server', launch, Quoted);
  const confirmed = { ...launch, confirmationToken: quote.confirmationToken };
  const { approvalId } = await agent.refused('svc_create_server', confirmed, 'APPROVAL_REQUIRED');
  await say(at(`/approvals/${text(approvalId)}`), { decision: 'refused' });
  const { id: ticketId } = await say(at('/tickets'), { subject: `About ${WORD}`, message: `It is ${WORD} who asks.` });
  await done(operator.post(`/api/console/operator/tickets/${text(ticketId)}/messages`, { message: `Dear ${WORD}` }));
  await giveCard(web.cloud, customer);
  const { paymentId } = await say(at('/top-ups'), { amountCad: 25 });
  await settlePayment(web.ctx, web.cloud.payments, text(paymentId));
  await done(operator.post(behind('/credit'), { amount: 1, reason: `Goodwill for ${WORD}`, key: 'gift' }));
  await done(operator.post(behind('/suspend'), { reason: `A look at ${WORD}` }));
  await done(operator.post(behind('/reactivate')));
  await askSecondOperator(accountId);
  await done(operator.post(`/api/console/operator/servers/${serverId}/actions`, { action: 'stop', reason: `A favour to ${WORD}` }));
  await web.cloud.settle();
  await done(owner.put('/api/console/me/subscription', { subscribed: true, language: 'fr' }, from));
  const asked = await web.browser().ask({
    method: 'POST',
    path: '/status/subscribe',
    text: `email=${encodeURIComponent(EMAIL)}`,
    headers: { ...from, 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(asked.status, 200, asked.text);
  await say(at('/invitations'), { email: `friend-${WORD}@example.com`, role: 'viewer' });
  const elsewhere = { userId: owner.userId, provider: 'github', subject: `${WORD}-4711`, label: `${WORD} at GitHub` } as const;
  await linkIdentity({ ...web.ctx, actor: { type: 'user', id: owner.userId, name: `Ann ${WORD}` }, address: ADDRESS }, elsewhere);
  await owner.post('/api/auth/change-email', { newEmail: `other-${EMAIL}` }, from);
  await web.browser().post('/api/auth/sign-in/email', { email: EMAIL, password: 'not the password' }, from);
  await web.browser().post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }, from);

  // A member who belongs to another account, too, which stays.
  const other = await web.cloud.customer('1');
  const member = await web.member(other, { email: 'colleague@example.com', role: 'owner' });
  await say(at('/invitations'), { email: 'colleague@example.com', role: 'developer' });
  const token = linkToken((await web.mailTo('colleague@example.com')).at(-1));
  const actor = { type: 'user', id: member.userId, name: 'Somebody' } as const;
  assert.equal((await acceptInvitation({ ...web.ctx, actor }, { token })).accountId, accountId);
  await done(member.post(at('/v1/api-keys'), { name: `Another ${WORD}`, access: 'full' }));

  // And one who did, and was removed.
  const former = await web.member(other, { email: 'former@example.com', role: 'owner' });
  await web.ctx.transact((tx) => addMember(tx, { accountId, userId: former.userId, role: 'viewer', createdAt: web.ctx.clock.now() }));
  await done(owner.remove(at(`/members/${former.userId}`), undefined, from));
  await done(owner.put(at(`/members/${member.userId}`), { role: 'owner' }, from));
  return { paymentId: text(paymentId), memberId: member.userId };
}

/** Two movements of credit that take a second operator: one approved, one declined. */
async function askSecondOperator(accountId: string): Promise<void> {
  const rules = { ...web.ctx.rules, creditAloneMicros: 1n };
  const [one, two] = [await addOperator({ ...web.ctx, rules }), await addOperator({ ...web.ctx, rules })];
  for (const decision of ['approved', 'declined'] as const) {
    const wish = { accountId, amountMicros: 1_000_000n, reason: `Also for ${WORD}`, key: decision };
    const { requestId } = await creditAccount(one.ctx, wish);
    assert.ok(requestId !== null);
    await decideRequest(two.ctx, { requestId, decision });
  }
}

interface Found {
  readonly column: string;
  readonly rows: number;
}

/** Every column of our tables that can hold a text, by the database's own catalogue. */
async function search(word: string): Promise<Found[]> {
  const { pool } = web.cloud.db;
  const { rows: columns } = await pool.query<{ schema: string; name: string; field: string; type: string }>(`
    select c.table_schema as schema, c.table_name as name, c.column_name as field, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
      -- The provider's and the engine's own worlds, which only happen to be in this database.
      and c.table_schema not in ('pg_catalog', 'information_schema', 'sandbox_payments', 'simulated_engine')
    order by 1, 2, 3`);
  assert.ok(columns.length > 200, 'the columns were not found');
  const found: Found[] = [];
  for (const { schema, name, field, type } of columns) {
    const value = type === 'bytea' ? `encode("${field}", 'escape')` : `"${field}"::text`;
    const { rows } = await pool.query<{ count: string | number | bigint }>(
      `select count(*) from "${schema}"."${name}" where position($1 in lower(${value})) > 0`,
      [word],
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count > 0) found.push({ column: schema === 'public' ? `${name}.${field}` : `${schema}.${name}.${field}`, rows: count });
  }
  // A partition holds what its table does.
  return found.filter(({ column }) => !/_\d{4}_\d{2}\./.test(column));
}

const places = async (word: string) => (await search(word)).map(({ column }) => column).filter((column) => ALLOWED[column] === undefined);
const erase = () => operator.post(behind('/erase'), { confirmId: customer.ctx.accountId });

test('nothing that people of an erased account wrote or were is left in any column, except in invoices', async () => {
  const { accountId } = customer.ctx;
  const { paymentId, memberId } = await liveALife();
  await web.mailTo(EMAIL);
  await web.cloud.pass(HOUR_MS);
  const before = await places(WORD);
  for (const column of ['credentials.label', 'credentials.provider_account_id']) assert.ok(before.includes(column), column);
  assert.ok(before.length > 35, `the life was too quiet to prove anything: ${before.join(' ')}`);

  const open = await erase();
  assert.equal(open.status, 409, open.text);
  assert.match(open.text, /The account is not closed/);
  const { servers } = z.object({ servers: z.array(z.looseObject({ id: z.string() })) }).parse(await done(owner.get(at('/closing'))));
  await say(at('/close'), { confirmName: `${WORD} inc.`, deleteServerIds: servers.map(({ id }) => id) });
  // It stays suspended, as one does that operators close.
  await done(operator.post(behind('/suspend'), { reason: `Another look at ${WORD}` }));
  const early = await erase();
  assert.match(early.text, /Credit is left.*machines.*statement/s, early.text);
  await web.cloud.settle();
  await done(operator.post(`/api/console/operator/payments/${paymentId}/refunds`, { reason: `To ${WORD}`, key: 'rest' }));
  await web.cloud.pass(HOUR_MS);
  const { balance } = z.object({ balance: z.number() }).parse(await done(operator.get(behind(''))));
  await done(operator.post(behind('/debit'), { amount: balance, reason: `The rest of ${WORD}`, key: 'rest' }));
  assert.match((await erase()).text, /statement/);
  web.cloud.clock.advance(32 * DAY_MS);
  await web.cloud.runSchedules(['meter', 'statements']);
  await web.mailTo(EMAIL);
  const missed = await operator.post(behind('/erase'), { confirmId: 'acc_other' });
  assert.equal(missed.status, 400);

  const erased = await done(erase());
  assert.deepEqual([erased['people'], erased['changed']], [1, true]);
  assert.deepEqual(await places(WORD), []);
  assert.deepEqual(await places(ADDRESS), []);
  assert.deepEqual((await done(erase()))['changed'], false);

  // What stays, stays whole.
  assert.ok(
    (await search(WORD)).some(({ column }) => column === 'invoices.content'),
    'invoices keep their buyer',
  );
  await assertBooks(web.cloud);
  assert.deepEqual(
    (await verifyLedger(web.cloud.db.sql)).filter(({ broken }) => broken.length > 0),
    [],
  );
  const told = await done(operator.get(behind('')));
  const detail: Pick<OperatorAccountDetail, 'id'> & Record<string, unknown> = { ...told, id: accountId };
  assert.ok(detail['erasedAt']);
  for (const path of ['/transactions', '/members']) assert.equal((await operator.get(behind(path))).status, 200, path);
  const log = await operator.get(`/api/console/operator/audit?accountId=${accountId}`);
  assert.match(log.text, /account\.erased/);
  assert.equal((await owner.get('/api/console/me')).status, 401);
  assert.equal((await web.browser().post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status, 401);
  const kept = await web.cloud.db.sql.selectFrom('users').select('email').where('id', '=', memberId).executeTakeFirstOrThrow();
  assert.equal(kept.email, 'colleague@example.com', 'who belongs elsewhere stays');
});
