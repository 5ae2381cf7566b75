import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { easyRules } from '../../../kit/sign-in-rules.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { setRoleByEmail } from '../../ground/operators/set-operator-role.ts';
import { startCloud } from '../../testing/cloud.ts';
import { assertBooks } from '../../testing/paying-customer.ts';
import { addOperator } from '../../testing/people.ts';
import { creditAccount } from '../credit-by-hand/credit-account.ts';
import { decideRequest } from './decide-request.ts';
import { expireRequests } from './expire-requests.ts';

const cloud = await startCloud();
after(() => cloud.close());

const CAD = 1_000_000n;
const rules = { ...easyRules, creditAloneMicros: 100n * CAD };
const ROUNDS = 5;

async function operator() {
  const { ctx, email } = await addOperator(cloud.ctx, 'finance');
  return { ctx: { ...ctx, rules } satisfies Ctx, email };
}

/** A request for 500 dollars and its outcome: each line of the log, and the customer's credit. */
async function asked() {
  const [asker, other] = [await operator(), await operator()];
  const customer = await cloud.customer('0');
  const { requestId } = await creditAccount(asker.ctx, { accountId: customer.ctx.accountId, amountMicros: 500n * CAD, reason: 'Goodwill' });
  assert.ok(requestId !== null);
  const decide = (ctx: Ctx, decision: 'approved' | 'declined') => decideRequest(ctx, { requestId, decision });
  const outcome = async () => {
    const { rows } = await cloud.db.pool.query<{ action: string }>(
      `select action from audit_entries where (target = $1 and action <> 'request.asked') or (action = 'account.credited' and detail->>'requestId' = $1)
       order by action`,
      [requestId],
    );
    const told = await cloud.db.pool.query(`select from notices where kind = 'second_operator_decided' and data->>'requestId' = $1`, [
      requestId,
    ]);
    // A requester who withdraws their own request is not told of it.
    assert.ok(told.rows.length <= 1, 'whoever asked is told once');
    return { lines: rows.map(({ action }) => action), balance: await customer.balance() };
  };
  return { asker, other, decide, outcome };
}

const given = { lines: ['account.credited', 'request.approved'], balance: 500n * CAD };
const nothing = (how: 'declined' | 'expired') => ({ lines: [`request.${how}`], balance: 0n });

test('approved while whoever asked withdraws it, it is the one or the other, and never both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { asker, other, decide, outcome } = await asked();
    const [approval, withdrawal] = await Promise.allSettled([decide(other.ctx, 'approved'), decide(asker.ctx, 'declined')]);
    assert.notEqual(approval.status, withdrawal.status);
    assert.deepEqual(await outcome(), approval.status === 'fulfilled' ? given : nothing('declined'));
  }
});

test('from two sessions at once nobody approves their own, while another does', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { asker, other, decide, outcome } = await asked();
    const own = { ...asker.ctx, requestId: `req_${round}`, address: '203.0.113.10' };
    const [first, second, approval] = await Promise.allSettled([
      decide(asker.ctx, 'approved'),
      decide(own, 'approved'),
      decide(other.ctx, 'approved'),
    ]);
    assert.deepEqual([first.status, second.status, approval.status], ['rejected', 'rejected', 'fulfilled']);
    assert.deepEqual(await outcome(), given);
  }
});

test('approved twice and withdrawn while the role of whoever asked is taken away, it is done once or not at all', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { asker, other, decide, outcome } = await asked();
    const third = await operator();
    const [demotion, ...decisions] = await Promise.allSettled([
      setRoleByEmail(cloud.ctx, { email: asker.email, role: 'support' }),
      decide(other.ctx, 'approved'),
      decide(third.ctx, 'approved'),
    ]);
    assert.equal(demotion.status, 'fulfilled');
    const done = decisions.filter(({ status }) => status === 'fulfilled').length;
    assert.ok(done <= 1);
    if (done === 0) await decide(third.ctx, 'declined');
    assert.deepEqual(await outcome(), done === 1 ? given : nothing('declined'));
  }
});

test('approved as it expires, it is not done', async () => {
  const { other, decide, outcome } = await asked();
  cloud.clock.advance(72 * HOUR_MS);
  const [approval] = await Promise.allSettled([decide(other.ctx, 'approved'), expireRequests(cloud.ctx), expireRequests(cloud.ctx)]);
  assert.equal(approval.status, 'rejected');
  await expireRequests(cloud.ctx);
  assert.deepEqual(await outcome(), nothing('expired'));
  await assertBooks(cloud);
});
