import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { HOUR_MS } from '../../../kit/clock.ts';
import { setRoleByEmail } from '../../ground/operators/set-operator-role.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { easyRules } from '../../../kit/sign-in-rules.ts';
import { setAccountBudget } from '../../money/budgets/set-account-budget.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { addOperator } from '../../testing/people.ts';
import { creditAccount } from '../credit-by-hand/credit-account.ts';
import { debitAccount } from '../credit-by-hand/debit-account.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { setBudgetByHand } from './budget-by-hand.ts';
import { decideRequest } from './decide-request.ts';
import { expireRequests } from './expire-requests.ts';
import { listRequests } from './list-requests.ts';
import { setPriceByHand } from './price-by-hand.ts';
import { refundByHand } from './refund-by-hand.ts';

const cloud = await startCloud();
after(() => cloud.close());

const CAD = 1_000_000n;
const PLAN = 'h100-sxm-x1';
const rules = { ...easyRules, creditAloneMicros: 100n * CAD, priceAlonePercent: 20 };
const careful = (ctx: Ctx): Ctx => ({ ...ctx, rules });

/** Two operators, under rules; each test has its own, so that their daily totals do not add up. */
async function twoOperators(): Promise<[Ctx, Ctx]> {
  const [one, two] = [await addOperator(cloud.ctx), await addOperator(cloud.ctx)];
  return [careful(one.ctx), careful(two.ctx)];
}
const approve = (ctx: Ctx, requestId: string | null) => decideRequest(ctx, { requestId: requestId ?? '', decision: 'approved' });
const decline = (ctx: Ctx, requestId: string | null) => decideRequest(ctx, { requestId: requestId ?? '', decision: 'declined' });
const give = (ctx: Ctx, to: Customer, cad: bigint, key?: string) =>
  creditAccount(ctx, { accountId: to.ctx.accountId, amountMicros: cad * CAD, reason: 'Goodwill', key });
async function statusOf(requestId: string | null): Promise<string | undefined> {
  const { items } = await listRequests(cloud.ctx, { role: null });
  return items.find(({ id }) => id === requestId)?.status;
}
async function paid(amountCad: number): Promise<Customer & { paymentId: string }> {
  const customer = await payingCustomer(cloud);
  const { paymentId } = await createTopUp(customer.ctx, { amountCad });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  return { ...customer, paymentId };
}

test('many small movements of one day count as one, whatever they are: credit, debits and refunds', async () => {
  const [thief, colleague] = await twoOperators();
  const customer = await paid(200);
  assert.equal((await give(thief, customer, 40n)).moved, true);
  const { paymentId } = customer;
  const refund = await refundByHand(thief, { paymentId, netMicros: 40n * CAD, reason: 'Bought twice', key: 'a' });
  assert.equal(refund.requestId, null);
  assert.equal(
    (await debitAccount(thief, { accountId: customer.ctx.accountId, amountMicros: 20n * CAD, reason: 'Corrected' })).moved,
    true,
  );
  const more = await refundByHand(thief, { paymentId, netMicros: CAD, reason: 'Bought twice', key: 'b' });
  assert.ok(more.requestId !== null, 'one dollar above the hundred');
  assert.equal((await give(thief, customer, 1n)).moved, false);
  assert.equal((await give(colleague, customer, 100n)).moved, true, 'the others have their own hundred');
  cloud.clock.advance(24 * HOUR_MS + 1);
  assert.equal((await give(thief, customer, 100n)).moved, true, 'and a day later there is another');
  await cloud.tendMoney();
  await assertBooks(cloud);
});

test('two movements at the same moment cannot both be below the limit', async () => {
  const [thief] = await twoOperators();
  const customers = [await cloud.customer('0'), await cloud.customer('0')] as const;
  const moved = await Promise.all(customers.map((customer) => give(thief, customer, 60n)));
  assert.deepEqual(moved.map((each) => each.moved).sort(), [false, true]);
});

test('a refund above the limit is refunded when another operator approves it, once, and its audit lines name the request', async () => {
  const [one, two] = await twoOperators();
  const customer = await paid(200);
  const ask = () => refundByHand(one, { paymentId: customer.paymentId, reason: 'Closing the account', key: 'all' });
  const { requestId } = await ask();
  assert.equal(await customer.balance(), 200n * CAD, 'nothing yet');
  assert.equal((await ask()).requestId, requestId, 'asked again it is the same');
  await approve(two, requestId);
  assert.equal(await customer.balance(), 0n);
  const again = await ask();
  assert.deepEqual([again.requestId, again.refund?.isNew], [null, false]);
  const lines = await cloud.db.sql
    .selectFrom('auditEntries')
    .select(['action', 'actorId', 'detail'])
    .where('action', '=', 'payment.refunded')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  assert.partialDeepStrictEqual(lines, [{ actorId: two.actor.id, detail: { requestId } }]);
  await cloud.tendMoney();
  await assertBooks(cloud);
});

test('what can no longer be done is refused with its reason, and stays to be declined', async () => {
  const [one, two] = await twoOperators();
  const customer = await paid(200);
  const { requestId } = await refundByHand(one, { paymentId: customer.paymentId, reason: 'Closing', key: 'all' });
  await debitAccount(cloud.ctx, { accountId: customer.ctx.accountId, amountMicros: 150n * CAD, reason: 'Spent meanwhile' });
  await assert.rejects(approve(two, requestId), { code: 'NOT_REFUNDABLE' });
  assert.equal(await statusOf(requestId), 'waiting');
  const gone = await debitAccount(one, { accountId: customer.ctx.accountId, amountMicros: 500n * CAD, reason: 'Too much' });
  await assert.rejects(approve(two, gone.requestId), { code: 'INSUFFICIENT_CREDITS' });
  await decline(two, gone.requestId);
  assert.equal(await statusOf(gone.requestId), 'declined');
  await assert.rejects(approve(two, gone.requestId), { code: 'REQUEST_NOT_WAITING' });
  assert.equal(await customer.balance(), 50n * CAD);
});

test('what cannot be refunded is not even asked for', async () => {
  const [one] = await twoOperators();
  const customer = await paid(200);
  const ask = refundByHand(one, { paymentId: customer.paymentId, netMicros: 300n * CAD, reason: 'More than there is', key: 'x' });
  await assert.rejects(ask, { code: 'NOT_REFUNDABLE' });
});

test('of an account that is gone nothing is approved', async () => {
  const [one, two] = await twoOperators();
  const customer = await cloud.customer('0');
  const { requestId } = await give(one, customer, 500n);
  // Simulates an erased account: no door removes one that has transfers.
  await cloud.db.pool.query(
    `update operator_requests set account_id = 'acc_gone', deed = deed || '{"accountId": "acc_gone"}' where id = $1`,
    [requestId],
  );
  await assert.rejects(approve(two, requestId), { code: 'NOT_FOUND' });
  await decline(two, requestId);
});

test('two approvals at the same moment: one does it, the other is told that it is done', async () => {
  const [one, two] = await twoOperators();
  const three = careful((await addOperator(cloud.ctx, 'finance')).ctx);
  const customer = await cloud.customer('0');
  const { requestId } = await give(one, customer, 500n);
  const both = await Promise.allSettled([approve(two, requestId), approve(three, requestId)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(await customer.balance(), 500n * CAD);
});

test('nobody approves their own, an owner neither; the command not what a command asked', async () => {
  const [one, two] = await twoOperators();
  const customer = await cloud.customer('0');
  const { requestId } = await give(one, customer, 500n);
  await assert.rejects(approve(one, requestId), { code: 'SECOND_OPERATOR_REQUIRED' });
  const command = careful({ ...cloud.ctx, actor: { type: 'operator', id: null, name: 'root' }, door: 'operator' });
  const asked = await give(command, customer, 700n);
  await assert.rejects(approve({ ...command, actor: { ...command.actor, name: 'somebody else' } }, asked.requestId), {
    code: 'SECOND_OPERATOR_REQUIRED',
  });
  await approve(two, asked.requestId);
  await approve(command, requestId);
  assert.equal(await customer.balance(), 1200n * CAD, 'a house of one: asked at one door, approved at the other');
  const { requestId: withdrawn } = await give(one, customer, 900n);
  await decline(one, withdrawn);
  assert.equal(await statusOf(withdrawn), 'declined', 'one may withdraw it');
});

test('a role that was lowered meanwhile neither approves nor has asked', async () => {
  const [one, two] = [await addOperator(cloud.ctx, 'finance'), await addOperator(cloud.ctx, 'finance')];
  const [third] = await twoOperators();
  const customer = await cloud.customer('0');
  const { requestId } = await give(careful(one.ctx), customer, 500n);
  await setRoleByEmail(cloud.ctx, { email: two.email, role: 'support' });
  await assert.rejects(approve(careful(two.ctx), requestId), { code: 'PERMISSION_DENIED' });
  await setRoleByEmail(cloud.ctx, { email: one.email, role: null });
  await assert.rejects(approve(third, requestId), { code: 'REQUEST_OUTDATED' });
  assert.equal(await customer.balance(), 0n);
  await decline(third, requestId);
});

test('a request that nobody decides in time expires: before the sweep too, and nothing was done', async () => {
  const [one, two] = await twoOperators();
  const customer = await cloud.customer('0');
  const { requestId } = await give(one, customer, 500n, 'late');
  cloud.clock.advance(72 * HOUR_MS);
  await assert.rejects(approve(two, requestId), { code: 'REQUEST_NOT_WAITING' });
  assert.equal(await statusOf(requestId), 'expired');
  await Promise.all([expireRequests(cloud.ctx), expireRequests(cloud.ctx)]);
  await assert.rejects(approve(two, requestId), { code: 'REQUEST_NOT_WAITING' });
  const lines = await cloud.db.sql
    .selectFrom('auditEntries')
    .select('id')
    .where('action', '=', 'request.expired')
    .where('target', '=', requestId)
    .execute();
  assert.equal(lines.length, 1);
  const { rows: told } = await cloud.db.pool.query<{ kind: string }>(
    `select kind from notices where data->>'requestId' = $1 and data->>'decision' = 'expired'`,
    [requestId],
  );
  assert.deepEqual(told, [{ kind: 'second_operator_decided' }], 'whoever asked is told, once');
  await assert.rejects(give(one, customer, 500n, 'late'), { code: 'IDEMPOTENCY_CONFLICT' }, 'its name is used up');
  assert.equal(await customer.balance(), 0n);
});

test('raising what a customer may spend takes two above the limit; lowering never, lifting always', async () => {
  const [one, two] = await twoOperators();
  const { accountId } = (await cloud.customer('0')).ctx;
  const set = (ctx: Ctx, cad: bigint | null) => setBudgetByHand(ctx, { accountId, monthLimitMicros: cad === null ? null : cad * CAD });
  assert.equal(await set(one, 500n), null, 'none had been set: it is lower');
  assert.equal(await set(one, 560n), null);
  const more = await set(one, 620n);
  assert.ok(more !== null, 'sixty and sixty');
  assert.equal(await set(one, 100n), null);
  await assert.rejects(approve(two, more), { code: 'REQUEST_OUTDATED' });
  const lifted = await set(two, null);
  assert.ok(lifted !== null);
  await approve(one, lifted);
  await setAccountBudget(cloud.ctx, { accountId, monthLimitMicros: CAD });
});

test('one operator cannot flood the others: so many requests wait, and those who may approve are told of each', async () => {
  const [one] = await twoOperators();
  const { email, id } = await addOperator(cloud.ctx, 'finance');
  const fleet = await addOperator(cloud.ctx, 'fleet');
  const customer = await cloud.customer('0');
  for (let n = 0; n < 20; n += 1) assert.equal((await give(one, customer, 500n, `k${n}`)).moved, false);
  await assert.rejects(give(one, customer, 500n, 'k20'), { code: 'INVALID_REQUEST' });
  const told = (to: string) => cloud.db.sql.selectFrom('notices').select('id').where('toEmail', '=', to).execute();
  assert.equal((await told(email)).length, 20, id);
  assert.equal((await told(fleet.email)).length, 0, 'who may not approve is not told');
});

test('what a process of the version before has asked is brought over, once', async () => {
  const [one, two] = await twoOperators();
  const customer = await cloud.customer('0');
  const old = 'crq_00000000000000000000000000';
  await cloud.db.pool.query(
    `insert into credit_requests (id, account_id, direction, type, amount_micros, reason, key, asked_by, asked_by_name, asked_at)
     values ($1, $2, 'give', 'promo', 700500000, 'Asked before', 'operator:old', $3, 'Old', $4)`,
    [old, customer.ctx.accountId, one.actor.id, cloud.clock.now()],
  );
  await Promise.all([expireRequests(cloud.ctx), expireRequests(cloud.ctx)]);
  await approve(two, old);
  assert.equal(await customer.balance(), 700_500_000n);
});

for (const when of ['before', 'after'] as const) {
  test(`an approver that is killed ${when} the commit has done it ${when === 'before' ? 'not at all' : 'once'}`, async () => {
    const [one, two] = await twoOperators();
    const customer = await cloud.customer('0');
    const { requestId } = await give(one, customer, 500n);
    const script = fileURLToPath(new URL('../../testing/approve-and-die.ts', import.meta.url));
    const args = [cloud.db.url, requestId ?? '', two.actor.id ?? '', cloud.clock.now().toISOString(), when];
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL');
    assert.equal(await customer.balance(), when === 'before' ? 0n : 500n * CAD);
    const again = approve(two, requestId);
    if (when === 'before') await again;
    else await assert.rejects(again, { code: 'REQUEST_NOT_WAITING' });
    assert.equal(await customer.balance(), 500n * CAD);
    await assertBooks(cloud);
  });
}

test('where no limit is set, one operator does everything', async () => {
  const { ctx } = await addOperator(cloud.ctx);
  const customer = await cloud.customer('0');
  assert.equal((await give(ctx, customer, 100_000n)).moved, true);
  cloud.clock.advance(1);
  assert.equal((await setPriceByHand(ctx, { planId: PLAN, hourlyMicros: 90_000_000n })).requestId, null);
  await setPrice(cloud.ctx, { planId: 'l4-x1', hourlyMicros: 1_000_000n });
});
