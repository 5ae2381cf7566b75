import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { pastMonthlyLimit } from '@boreal/contract/billing/payments.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { PaymentsError, type Payments } from '../../../payments/port.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { startCloud } from '../../testing/cloud.ts';
import { readNotices } from '../../testing/notices.ts';
import { listCards } from '../cards/list-cards.ts';
import { removeCard } from '../cards/remove-card.ts';
import { setDefaultCard } from '../cards/set-default-card.ts';
import { getInvoice } from '../invoices/get-invoice.ts';
import { getCustomerAction } from '../payments/get-customer-action.ts';
import { warnLowCredit } from '../credit-warnings/warn-low-credit.ts';
import { getPayment } from '../payments/get-payment.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { tendPayments } from '../settlement/tend-payments.ts';
import { faultyPayments } from '../../testing/faulty-payments.ts';
import { assertBooks, giveCard, moveTo, payingCustomer } from '../../testing/paying-customer.ts';
import { createTopUp } from './create-top-up.ts';
import { getAutoReload } from './get-auto-reload.ts';
import { listTopUps } from './list-top-ups.ts';
import { quoteTopUp } from './quote-top-up.ts';
import { reloadLowCredit } from './reload-low-credit.ts';
import { setAutoReload } from './set-auto-reload.ts';

const cloud = await startCloud();
after(() => cloud.close());

const noticesOf = async (accountId: string) =>
  (await cloud.db.sql.selectFrom('notices').select('kind').where('accountId', '=', accountId).orderBy('id').execute()).map(
    (row) => row.kind,
  );

test('25 CAD of credit in Québec cost 28.74 with both taxes, and are there the moment the provider says so', async () => {
  const customer = await payingCustomer(cloud);
  const quote = await quoteTopUp(customer.ctx, { amountCad: 25 });
  assert.deepEqual(
    quote.taxes.map(({ code, amount }) => [code, amount]),
    [
      ['GST', 1.25],
      ['QST', 2.49],
    ],
  );
  assert.equal(quote.total, 28.74);
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25, expectedTotalCad: 28.74 });
  assert.equal(await customer.balance(), 0n);
  assert.equal((await getPayment(customer.ctx, { paymentId })).status, 'pending');
  assert.equal(await settlePayment(cloud.ctx, cloud.payments, paymentId), 'settled');
  assert.equal(await customer.balance(), 25_000_000n);
  const payment = await getPayment(customer.ctx, { paymentId });
  assert.equal(payment.status, 'succeeded');
  assert.deepEqual(payment.card, { brand: 'visa', last4: '4242' });
  const receipt = await getInvoice(customer.ctx, { invoiceId: payment.invoiceId ?? '' });
  assert.deepEqual([receipt.kind, receipt.net, receipt.tax, receipt.total], ['receipt', 25, 3.74, 28.74]);
  assert.deepEqual(await noticesOf(customer.ctx.accountId), ['receipt']);
  await assertBooks(cloud);
});

test('a top-up of one key is one charge, and another amount under it is refused', async () => {
  const customer = await payingCustomer(cloud);
  const first = await createTopUp(customer.ctx, { amountCad: 30, key: 'once' });
  assert.deepEqual(await createTopUp(customer.ctx, { amountCad: 30, key: 'once' }), first);
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 31, key: 'once' }), (error) => isAppError(error, 'IDEMPOTENCY_CONFLICT'));
  await Promise.all([1, 2, 3].map(() => settlePayment(cloud.ctx, cloud.payments, first.paymentId)));
  assert.equal(await customer.balance(), 30_000_000n);
  assert.equal((await listTopUps(customer.ctx)).items.length, 1);
  await assertBooks(cloud);
});

test('without a card or an address nothing is charged, and the caller is told which', async () => {
  const customer = await cloud.customer('0');
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 25 }), (error) => isAppError(error, 'INVALID_REQUEST'));
  await moveTo(customer, 'ON');
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 25 }), (error) => {
    assert.ok(isAppError(error, 'PAYMENT_REQUIRED'));
    return error.details.requiredMicros === 28_250_000n;
  });
  const stranger = await payingCustomer(cloud);
  await assert.rejects(createTopUp(stranger.ctx, { amountCad: 25, expectedTotalCad: 28.25 }), (error) =>
    isAppError(error, 'PRICE_CHANGED'),
  );
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 25, cardId: stranger.cardId }), (error) => isAppError(error, 'NOT_FOUND'));
});

test('a declined card gives no credit and is told, with the reason', async () => {
  const customer = await payingCustomer(cloud, { card: 'insufficient_funds' });
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  const payment = await getPayment(customer.ctx, { paymentId });
  assert.deepEqual([payment.status, payment.declineReason, payment.invoiceId], ['failed', 'insufficient_funds', null]);
  assert.equal(await customer.balance(), 0n);
  assert.deepEqual(await noticesOf(customer.ctx.accountId), ['card_declined']);
});

test('a cardholder who is there proves who they are and is charged; one who does not in half an hour is not', async () => {
  const customer = await payingCustomer(cloud, { card: 'authentication' });
  const begun = await createTopUp(customer.ctx, { amountCad: 25, present: true });
  assert.equal(await settlePayment(cloud.ctx, cloud.payments, begun.paymentId), 'waiting');
  const action = await getCustomerAction(customer.ctx, cloud.payments, begun);
  assert.ok(action?.clientSecret);
  const row = await cloud.db.sql.selectFrom('payments').select('ref').where('id', '=', begun.paymentId).executeTakeFirstOrThrow();
  await cloud.payments.sandbox.authenticate(row.ref ?? '', true);
  await cloud.tendMoney();
  assert.equal((await getPayment(customer.ctx, begun)).status, 'succeeded');
  assert.equal(await getCustomerAction(customer.ctx, cloud.payments, begun), null);

  const late = await createTopUp(customer.ctx, { amountCad: 25, present: true });
  await settlePayment(cloud.ctx, cloud.payments, late.paymentId);
  await cloud.pass(90 * MINUTE_MS, 5 * MINUTE_MS);
  const payment = await getPayment(customer.ctx, late);
  assert.deepEqual([payment.status, payment.declineReason], ['failed', 'canceled']);
  assert.equal(await customer.balance(), 25_000_000n);

  const away = await createTopUp(customer.ctx, { amountCad: 25 });
  await settlePayment(cloud.ctx, cloud.payments, away.paymentId);
  assert.equal((await getPayment(customer.ctx, away)).declineReason, 'authentication_required');
  await assertBooks(cloud);
});

test('a late answer, and news that come twice, credit once', async () => {
  for (const card of ['late', 'twice'] as const) {
    const customer = await payingCustomer(cloud, { card });
    const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
    await settlePayment(cloud.ctx, cloud.payments, paymentId);
    await cloud.pass(5 * MINUTE_MS);
    assert.equal((await getPayment(customer.ctx, { paymentId })).status, 'succeeded', card);
    assert.equal(await customer.balance(), 25_000_000n, card);
  }
  await assertBooks(cloud);
});

test('the first card is the default, another can be chosen, and removing it leaves the last added', async () => {
  const customer = await payingCustomer(cloud);
  const second = await giveCard(cloud, customer, 'mastercard');
  const third = await giveCard(cloud, customer, 'declined');
  const defaults = async () => (await listCards(customer.ctx)).filter((card) => card.default).map((card) => card.id);
  assert.deepEqual(await defaults(), [customer.cardId]);
  await setDefaultCard(customer.ctx, { cardId: second });
  assert.deepEqual(await defaults(), [second]);
  await removeCard(customer.ctx, { cardId: second });
  assert.deepEqual(await defaults(), [third]);
  await assert.rejects(removeCard(customer.ctx, { cardId: second }), (error) => isAppError(error, 'NOT_FOUND'));
  await cloud.tendMoney();
  const row = await cloud.db.sql.selectFrom('cards').select(['status', 'checkAt']).where('id', '=', second).executeTakeFirstOrThrow();
  assert.deepEqual(row, { status: 'removed', checkAt: null });
  const stranger = await cloud.customer('0');
  await assert.rejects(setDefaultCard(stranger.ctx, { cardId: third }), (error) => isAppError(error, 'NOT_FOUND'));
});

test('auto-reload buys before the next hour cannot be paid, at most once an hour and within its month', async () => {
  const customer = await payingCustomer(cloud, { cad: '3' });
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 0, amountCad: 25, monthlyLimitCad: 60 });
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  await cloud.pass(4 * HOUR_MS, 5 * MINUTE_MS);
  assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
  assert.equal((await getAutoReload(customer.ctx)).reloadedThisMonth, 25);
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 1000 });
  await cloud.pass(30 * MINUTE_MS, 5 * MINUTE_MS);
  assert.equal((await getAutoReload(customer.ctx)).reloadedThisMonth, 50);
  await cloud.pass(3 * HOUR_MS, 15 * MINUTE_MS);
  const reload = await getAutoReload(customer.ctx);
  assert.deepEqual([reload.reloadedThisMonth, pastMonthlyLimit(reload)], [50, true], 'a third would pass 60 CAD');
  assert.deepEqual(
    (await noticesOf(customer.ctx.accountId)).filter((kind) => kind === 'auto_reload_limit'),
    ['auto_reload_limit'],
    'they are told once',
  );
  await customer.remove(serverId);
  await setAutoReload(customer.ctx, { enabled: false });
  await assertBooks(cloud);
});

test('auto-reload buys before the backups of the next hour cannot be paid, too', async () => {
  const customer = await payingCustomer(cloud, { cad: '2.19' });
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 0, amountCad: 25 });
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId, enabled: true });
  assert.equal(await customer.balance(), 1_100_000n, 'the next hour is 1.09, and 0.013685 for its backups');
  await cloud.pass(HOUR_MS + 5 * MINUTE_MS, 5 * MINUTE_MS);
  assert.equal((await cloud.server(serverId)).status, 'ACTIVE');
  assert.equal(await customer.balance(), 26_100_000n - 1_090_000n - 13_685n);
  await customer.remove(serverId);
  await setAutoReload(customer.ctx, { enabled: false });
  await assertBooks(cloud);
});

test('a warning of low credit says that auto-reload is on, while it is', async () => {
  const customer = await payingCustomer(cloud, { cad: '5' });
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  const told = async () => {
    await warnLowCredit(cloud.ctx);
    const notices = await readNotices(cloud, { accountId: customer.ctx.accountId, kind: 'low_credit' });
    return notices.map((data) => noticeShapes.low_credit.parse(data).autoReload ?? false);
  };
  assert.deepEqual(await told(), [false]);
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 0, amountCad: 25 });
  cloud.clock.advance(3 * HOUR_MS);
  await cloud.meter();
  assert.deepEqual(await told(), [false, true]);
  await customer.remove(serverId);
  await setAutoReload(customer.ctx, { enabled: false });
});

test('auto-reload stops after three declines, says so, and goes on when it is set again', async () => {
  const customer = await payingCustomer(cloud, { card: 'declined' });
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 10, amountCad: 25 });
  await cloud.pass(6 * HOUR_MS, 10 * MINUTE_MS);
  assert.equal((await getAutoReload(customer.ctx)).stopped, true);
  assert.deepEqual(await noticesOf(customer.ctx.accountId), ['card_declined', 'card_declined', 'card_declined', 'auto_reload_stopped']);
  await setDefaultCard(customer.ctx, { cardId: await giveCard(cloud, customer) });
  await setAutoReload(customer.ctx, { enabled: true });
  await cloud.pass(10 * MINUTE_MS);
  assert.equal(await customer.balance(), 25_000_000n);
  await setAutoReload(customer.ctx, { enabled: false });
});

test('while a reload has no answer no other is begun, however long the provider is away', async () => {
  const customer = await payingCustomer(cloud);
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 10, amountCad: 25 });
  const silent = async () => {
    throw new PaymentsError('unreachable', 'the wire is cut');
  };
  const confirmCharge: Payments['confirmCharge'] = async (input) => {
    await cloud.payments.confirmCharge(input);
    return silent();
  };
  const away: Payments = { ...cloud.payments, confirmCharge, readCharge: silent, cancelCharge: silent, sendEvents: async () => {} };
  for (let hours = 0; hours < 4; hours += 1) {
    await reloadLowCredit(cloud.ctx);
    await tendPayments(cloud.ctx, away);
    cloud.clock.advance(61 * MINUTE_MS);
  }
  await tendPayments(cloud.ctx, cloud.payments);
  assert.equal(await customer.balance(), 25_000_000n);
  assert.equal((await listTopUps(customer.ctx)).items.length, 1);
  await setAutoReload(customer.ctx, { enabled: false });
  await assertBooks(cloud);
});

test('a charge that the provider was not there for is no decline, and stops no auto-reload', async () => {
  const customer = await payingCustomer(cloud);
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 10, amountCad: 25 });
  const away = faultyPayments(
    cloud.payments,
    Array.from({ length: 100 }, () => 'unanswered before' as const),
  );
  for (let hours = 0; hours < 4; hours += 1) {
    await reloadLowCredit(cloud.ctx);
    cloud.clock.advance(61 * MINUTE_MS);
    await tendPayments(cloud.ctx, away);
  }
  const reasons = (await listTopUps(customer.ctx)).items.map(({ declineReason }) => declineReason);
  assert.deepEqual(reasons, ['canceled', 'canceled', 'canceled', 'canceled']);
  assert.equal((await getAutoReload(customer.ctx)).stopped, false);
  await setAutoReload(customer.ctx, { enabled: false });
});

test('auto-reload needs a card, an amount and a threshold', async () => {
  const customer = await cloud.customer('0');
  await moveTo(customer, 'AB');
  await assert.rejects(setAutoReload(customer.ctx, { enabled: true, thresholdCad: 5 }), (error) => isAppError(error, 'INVALID_REQUEST'));
  await assert.rejects(setAutoReload(customer.ctx, { enabled: true, thresholdCad: 5, amountCad: 25 }), (error) =>
    isAppError(error, 'PAYMENT_REQUIRED'),
  );
  assert.equal((await getAutoReload(customer.ctx)).enabled, false);
});
