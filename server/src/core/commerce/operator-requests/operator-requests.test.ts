import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { setRoleByEmail } from '../../ground/operators/set-operator-role.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { easyRules } from '../../../kit/sign-in-rules.ts';
import { setAccountBudget } from '../../money/budgets/set-account-budget.ts';
import { addModel } from '../../money/catalog/add-model.ts';
import { addPlan } from '../../money/catalog/add-plan.ts';
import { reinstateModel, retireModel } from '../../money/catalog/retire-model.ts';
import { reinstatePlan, retirePlan } from '../../money/catalog/retire-plan.ts';
import { findPrice } from '../../money/prices/price-in-force.store.ts';
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
import { setPriceByHand, withdrawPriceByHand } from './price-by-hand.ts';
import { refundByHand } from './refund-by-hand.ts';

const cloud = await startCloud();
after(() => cloud.close());

const CAD = 1_000_000n;
const PLAN = 'h100-sxm-x1';
const rules = { ...easyRules, creditAloneMicros: 100n * CAD, priceAlonePercent: 20 };
const careful = (ctx: Ctx): Ctx => ({ ...ctx, rules });

/** Two operators of the same house, under rules; each test has its own, whose days do not add up. */
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
const priceNow = async (accountId: string | null = null) =>
  (await findPrice(cloud.ctx.db.sql, { planId: PLAN, accountId, at: cloud.clock.now() }))?.hourlyMicros;

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
  // As an erased account: no door of ours removes one that has books.
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

test('a price far from the one before takes two, up or down, in many small steps too, and from another price it is outdated', async () => {
  const [one, two] = await twoOperators();
  const before = (await priceNow()) ?? 0n;
  const price = (percent: bigint) => ((before * percent) / 100n / 10_000n) * 10_000n;
  const set = (ctx: Ctx, percent: bigint) => {
    cloud.clock.advance(1);
    return setPriceByHand(ctx, { planId: PLAN, hourlyMicros: price(percent) });
  };
  assert.equal((await set(one, 85n)).requestId, null);
  const slice = await set(one, 70n);
  assert.ok(slice.requestId !== null, 'two steps of fifteen percent are thirty');
  assert.ok((await set(one, 150n)).requestId !== null, 'customers of the next hour would pay it');
  assert.equal(await priceNow(), price(85n));
  assert.equal((await set(one, 90n)).requestId, null);
  await assert.rejects(approve(two, slice.requestId), { code: 'REQUEST_OUTDATED' });
  const third = await set(one, 60n);
  await approve(two, third.requestId);
  assert.equal(await priceNow(), price(60n));
});

test('a price asked for from one that a dated price has replaced meanwhile is outdated', async () => {
  const [one, two] = await twoOperators();
  const before = (await priceNow()) ?? 0n;
  cloud.clock.advance(1);
  const validFrom = addMs(cloud.clock.now(), HOUR_MS);
  await setPrice(cloud.ctx, { planId: PLAN, validFrom, hourlyMicros: before * 3n });
  const { requestId } = await setPriceByHand(one, { planId: PLAN, hourlyMicros: before * 2n });
  assert.ok(requestId !== null);
  cloud.clock.moveTo(addMs(validFrom, 1));
  // It was to rise from what it was; now it would fall.
  await assert.rejects(approve(two, requestId), { code: 'REQUEST_OUTDATED', details: { of: 'price' } });
  assert.equal(await priceNow(), before * 3n);
  await decline(two, requestId);
});

test('a first price far below what a GPU of the model costs elsewhere takes two: a plan made for the purpose sells nothing cheap', async () => {
  const [one] = await twoOperators();
  const size = { vcores: 8, ramGb: 64, storageGb: 100, storageType: 'NVMe', localStorageGb: 0 };
  const { id: planId } = await addPlan(one, {
    gpuModel: 'h100-sxm',
    gpuCount: 3,
    spot: false,
    hourlyOnly: true,
    ...size,
  });
  const cheap = await setPriceByHand(one, { planId, hourlyMicros: 10_000n });
  assert.ok(cheap.requestId !== null);
  assert.equal((await setPriceByHand(one, { planId, hourlyMicros: 27_000_000n })).requestId, null);
});

test('a first monthly or annual price far below what its hours come to takes two: a fair hour beside it sells no month for a cent', async () => {
  const [one, two] = await twoOperators();
  const size = { vcores: 8, ramGb: 64, storageGb: 100, storageType: 'NVMe', localStorageGb: 0 };
  const { id: planId } = await addPlan(one, {
    id: 'a100-by-the-month',
    gpuModel: 'a100-80gb',
    gpuCount: 5,
    spot: false,
    hourlyOnly: false,
    ...size,
  });
  const fair = { planId, hourlyMicros: 11n * CAD };
  const cent = 10_000n;
  for (const cheap of [{ monthlyMicros: cent }, { annualMicros: cent }, { monthlyMicros: 4_700n * CAD }]) {
    const { requestId } = await setPriceByHand(one, { ...fair, ...cheap });
    assert.ok(requestId !== null);
    await decline(two, requestId);
  }
  // Dearer is no gift, and a little below the usual discounts (6,023 and 4,818 dollars) is everybody's own.
  assert.equal((await setPriceByHand(one, { ...fair, monthlyMicros: 4_900n * CAD, annualMicros: 20_000n * CAD })).requestId, null);
});

test('a first price is compared with retired plans too: retiring all of a model frees none of its prices', async () => {
  const [one] = await twoOperators();
  await retireModel(one, { slug: 'l4' });
  await reinstateModel(one, { slug: 'l4' });
  const size = { vcores: 8, ramGb: 48, storageGb: 100, storageType: 'NVMe', localStorageGb: 250 };
  const { id: planId } = await addPlan(one, { id: 'l4-cheap', gpuModel: 'l4', gpuCount: 1, spot: false, hourlyOnly: true, ...size });
  assert.ok((await setPriceByHand(one, { planId, hourlyMicros: 10_000n })).requestId !== null);
  assert.equal((await setPriceByHand(one, { planId, hourlyMicros: 1_000_000n })).requestId, null);
  await retirePlan(one, { planId });
  await reinstatePlan(one, { planId: 'l4-x1' });
});

test('the first spot price of a model is compared with what its plans cost on demand, and the other way round', async () => {
  const [one, two] = await twoOperators();
  const size = { vcores: 8, ramGb: 64, storageGb: 100, storageType: 'NVMe', localStorageGb: 0, hourlyOnly: true };
  const { id: spot } = await addPlan(one, { gpuModel: 'b200-sxm', gpuCount: 1, spot: true, ...size });
  const { id: onDemand } = await addPlan(one, { gpuModel: 'b200-sxm', gpuCount: 2, spot: false, ...size });
  assert.equal((await setPriceByHand(one, { planId: onDemand, hourlyMicros: 20n * CAD })).requestId, null);
  const cheap = await setPriceByHand(one, { planId: spot, hourlyMicros: 10_000n });
  assert.ok(cheap.requestId !== null);
  await decline(two, cheap.requestId);
  // A GPU is 10 dollars, and spot usually 45 % of it.
  assert.equal((await setPriceByHand(one, { planId: spot, hourlyMicros: 4n * CAD })).requestId, null);
  const { id: cheaper } = await addPlan(one, { gpuModel: 'b200-sxm', gpuCount: 4, spot: true, ...size });
  assert.ok(
    (await setPriceByHand(one, { planId: cheaper, hourlyMicros: 10n * CAD })).requestId !== null,
    'compared with spot where there is one',
  );

  await addModel(one, { slug: 'spot-only', name: 'Spot only', memoryGb: 48, position: null, pciIds: [] });
  const { id: first } = await addPlan(one, { gpuModel: 'spot-only', gpuCount: 1, spot: true, ...size });
  assert.equal((await setPriceByHand(one, { planId: first, hourlyMicros: CAD })).requestId, null);
  const { id: later } = await addPlan(one, { gpuModel: 'spot-only', gpuCount: 1, spot: false, ...size });
  assert.ok((await setPriceByHand(one, { planId: later, hourlyMicros: 10_000n })).requestId !== null);
  assert.equal((await setPriceByHand(one, { planId: later, hourlyMicros: CAD })).requestId, null);
});

test('an account’s own price is compared with what it pays, also when it is withdrawn', async () => {
  const [one, two] = await twoOperators();
  const { accountId } = (await cloud.customer('0')).ctx;
  const list = (await priceNow()) ?? 0n;
  const own = { planId: PLAN, accountId, hourlyMicros: 10_000n };
  const { requestId } = await setPriceByHand(one, own);
  assert.equal(await priceNow(accountId), list);
  await approve(two, requestId);
  cloud.clock.advance(1);
  assert.equal(await priceNow(accountId), 10_000n);
  const back = await withdrawPriceByHand(one, { planId: PLAN, accountId });
  assert.equal(await priceNow(accountId), 10_000n, 'a hundred times more in the next hour: it takes two as well');
  await approve(two, back.requestId);
  cloud.clock.advance(1);
  assert.equal(await priceNow(accountId), list);
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
