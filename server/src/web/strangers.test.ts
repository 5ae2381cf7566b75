import { OperatorRequest } from '@boreal/contract/operator/requests.ts';
import { OperatorOverview } from '@boreal/contract/operator/oversight.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { creditAccount } from '../core/commerce/credit-by-hand/credit-account.ts';
import { decideRequest } from '../core/commerce/operator-requests/decide-request.ts';
import { zeroBits } from '../core/money/accounts/sign-up-puzzle.ts';
import type { SignInRules } from '../kit/sign-in-rules.ts';
import { data, errorOf } from './test-answers.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud, type WebCloud } from './testing.ts';

const clouds: WebCloud[] = [];
after(async () => {
  for (const web of clouds) {
    await closeWithoutBugs(web);
  }
});
async function open(rules: Partial<SignInRules>): Promise<WebCloud> {
  const web = await openWebCloud({ hosts: {}, rules });
  clouds.push(web);
  return web;
}

const someone = (n: number) => ({
  name: 'Somebody',
  email: `new-${n}@example.com`,
  password: 'marmite orage piano 42',
  acceptedTerms: TERMS_VERSION,
});

test('an operator without a second factor does nothing but set it up; with it, everything', async () => {
  const web = await open({ operatorsNeedSecondFactor: true });
  const operator = await web.person({ email: 'operator@example.com', operates: 'owner' });
  for (const [method, path] of [
    ['GET', '/accounts'],
    ['POST', '/accounts/acc_1/credit'],
    ['GET', '/servers'],
  ] as const) {
    const answer = await operator.ask({ method, path: `/api/console/operator${path}`, ...(method === 'POST' && { text: '{}' }) });
    assert.deepEqual([answer.status, errorOf(answer)], [403, 'SECOND_FACTOR_REQUIRED'], path);
  }
  const Me = z.object({ data: z.looseObject({ secondFactorRequired: z.boolean() }) });
  assert.equal(Me.parse((await operator.get('/api/console/me')).json).data.secondFactorRequired, true);
  assert.equal((await operator.get('/api/auth/passkey/list-user-passkeys')).status, 200);
  await web.cloud.db.pool.query('update users set two_factor_enabled = true where id = $1', [operator.userId]);
  assert.equal((await operator.get('/api/console/operator/accounts')).status, 200);
  const customer = await web.person({ email: 'customer@example.com' });
  assert.equal(errorOf(await customer.get('/api/console/operator/accounts')), 'NOT_FOUND', 'to customers there is nothing');
});

test('one network opens only so many accounts a day, and others go on', async () => {
  const web = await open({ signUpsADay: 3 });
  const from = (address: string, n: number) => web.browser().post('/api/console/sign-up', someone(n), { 'x-forwarded-for': address });
  for (let n = 0; n < 3; n += 1) assert.equal((await from(`2001:db8:1:1::${n}`, n)).status, 201);
  const fourth = await from('2001:db8:1:1:ffff::1', 4);
  assert.deepEqual([fourth.status, errorOf(fourth)], [429, 'Too many requests'], 'the same /64');
  assert.equal(fourth.headers.get('retry-after'), '3600', 'it is told when to come back');
  assert.equal((await from('2001:db8:1:2::1', 5)).status, 201);
  await web.cloud.db.pool.query(`update sign_ups set at = at - interval '1 day'`);
  assert.equal((await from('2001:db8:1:1::9', 6)).status, 201);
});

test('where the operator wishes, an account is opened only after some work, and each work opens one', async () => {
  const web = await open({ signUpWorkBits: 8 });
  const Puzzle = z.object({ data: z.object({ puzzle: z.string(), bits: z.int() }) });
  const solve = async (browser: Browser) => {
    const { data } = Puzzle.parse((await browser.post('/api/console/sign-up/puzzle')).json);
    let nonce = 0;
    while (zeroBits(`${data.puzzle}:${nonce}`) < data.bits) nonce += 1;
    return { puzzle: data.puzzle, nonce };
  };
  const browser = web.browser();
  const signUp = (n: number, work?: object) => browser.post('/api/console/sign-up', { ...someone(n), ...(work && { work }) });
  const work = await solve(browser);
  let wrong = work.nonce + 1;
  while (zeroBits(`${work.puzzle}:${wrong}`) >= 8) wrong += 1;
  for (const bad of [undefined, { puzzle: 'made.up', nonce: 0 }, { ...work, nonce: wrong }]) {
    assert.equal(errorOf(await signUp(1, bad)), 'INVALID_REQUEST');
  }
  assert.equal((await signUp(1, work)).status, 201);
  assert.equal(errorOf(await signUp(2, work)), 'INVALID_REQUEST', 'a second account by the same work');
});

test('a new account that has paid nothing invites nobody yet', async () => {
  const web = await open({ invitesAfterHours: 24 });
  const { ctx } = await web.cloud.customer('10');
  const { accountId } = ctx;
  const owner = await web.person({ email: 'owner@example.com', belongs: { accountId, role: 'owner' } });
  const invite = () => owner.post(`/api/console/accounts/${accountId}/invitations`, { email: 'friend@example.com', role: 'viewer' });
  const early = await invite();
  assert.deepEqual([early.status, errorOf(early)], [400, 'INVALID_REQUEST']);
  assert.match(early.text, /24 hours after it was opened/);
  await web.cloud.db.pool.query(`update accounts set created_at = created_at - interval '25 hours' where id = $1`, [accountId]);
  assert.equal((await invite()).status, 201);
});

test('credit above what one operator may move alone waits for another, who is never the same', async () => {
  const web = await open({ creditAloneMicros: 100_000_000n });
  const [one, two] = [
    await web.person({ email: 'one@example.com', operates: 'owner' }),
    await web.person({ email: 'two@example.com', operates: 'owner' }),
  ];
  const { ctx } = await web.cloud.customer('10');
  const { accountId } = ctx;
  const Moved = z.object({ data: z.object({ requestId: z.string().nullable(), moved: z.boolean(), balance: z.number() }) });
  const give = async (amount: number, key: string) => {
    const answer = await one.post(`/api/console/operator/accounts/${accountId}/credit`, { amount, reason: 'a present', key });
    return Moved.parse(answer.json).data;
  };
  const decide = (by: Browser, id: string | null, decision = 'approved') => by.post(`/api/console/operator/requests/${id}`, { decision });

  assert.deepEqual(await give(60, 'a'), { requestId: null, moved: true, balance: 70 });
  const second = await give(60, 'b');
  assert.deepEqual([second.moved, second.balance], [false, 70], 'two of sixty are more than a hundred');
  assert.equal((await give(60, 'b')).requestId, second.requestId, 'asked again it is the same');
  const waiting = data(await two.get('/api/console/operator/requests?status=waiting'), z.array(OperatorRequest));
  assert.partialDeepStrictEqual(waiting, [
    { id: second.requestId, deed: { kind: 'credit', as: 'adjustment', amount: 60, reason: 'a present' } },
  ]);
  const toDo = async () => data(await two.get('/api/console/operator/overview'), OperatorOverview).requests;
  assert.equal(await toDo(), 1, 'the other operators are told of it');
  assert.equal(errorOf(await decide(one, second.requestId)), 'SECOND_OPERATOR_REQUIRED');
  assert.equal((await decide(two, second.requestId)).status, 200);
  assert.equal(errorOf(await decide(two, second.requestId)), 'REQUEST_NOT_WAITING');
  assert.equal(await toDo(), 0);
  assert.deepEqual(await give(60, 'b'), { requestId: null, moved: false, balance: 130 });

  const third = await give(500, 'c');
  assert.equal((await decide(two, third.requestId, 'declined')).status, 200);
  assert.deepEqual(data(await two.get('/api/console/operator/requests?status=waiting'), z.array(OperatorRequest)), []);

  const byCommand = {
    ...web.ctx,
    actor: { type: 'operator', id: null, name: 'root' },
    rules: { ...web.ctx.rules, creditAloneMicros: 1n },
  } as const;
  const asked = await creditAccount(byCommand, { accountId, amountMicros: 5_000_000n, reason: 'by command' });
  assert.deepEqual([asked.moved, asked.transactionId], [false, null]);
  const requestId = asked.requestId ?? '';
  await assert.rejects(decideRequest(byCommand, { requestId, decision: 'approved' }), { code: 'SECOND_OPERATOR_REQUIRED' });
  assert.equal((await decide(one, requestId)).status, 200);
  const { rows } = await web.cloud.db.pool.query<{ action: string }>(
    `select action from audit_entries where action like 'request.%' or action = 'account.credited' order by id`,
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    [
      'account.credited',
      'request.asked',
      'request.approved',
      'account.credited',
      'request.asked',
      'request.declined',
      'request.asked',
      'request.approved',
      'account.credited',
    ],
  );
});
