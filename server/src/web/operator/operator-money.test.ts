import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  Company,
  OperatorInvoice,
  OperatorInvoiceSummary,
  OperatorOrder,
  OperatorPayment,
  OperatorPaymentDetail,
  OperatorRefund,
  Taxes,
} from '@boreal/contract/operator/oversight.ts';
import { RefundAnswer } from '@boreal/contract/operator/requests.ts';
import { z } from 'zod';
import { createOrder } from '../../core/commerce/orders/create-order.ts';
import { assertBooks, payingCustomer } from '../../core/testing/paying-customer.ts';
import { createTopUp } from '../../core/commerce/top-ups/create-top-up.ts';
import { settlePayment } from '../../core/commerce/settlement/settle-payment.ts';
import { data, errorOf } from '../test-answers.ts';
import type { BrowserAnswer } from '../test-browser.ts';
import { openWebCloud } from '../testing.ts';

const AT = '/api/console/operator';
const web = await openWebCloud();
const operator = await web.person({ email: 'boss@example.com', operates: 'owner' });
const customer = await payingCustomer(web.cloud);
const { paymentId } = await createTopUp(customer.ctx, { amountCad: 100 });
await settlePayment(web.cloud.ctx, web.cloud.payments, paymentId);
after(async () => {
  await assertBooks(web.cloud).finally(() => web.close());
  assert.deepEqual(web.bugs, [], 'something was answered with 500');
});

const refundOf = (answer: BrowserAnswer) => {
  const { refund } = data(answer, RefundAnswer);
  assert.ok(refund !== null);
  return refund;
};

describe('a payment', () => {
  test('is listed with its account, and tells how much of it can go back', async () => {
    const { accountId } = customer.ctx;
    const [listed, ...others] = data(await operator.get(`${AT}/payments?accountId=${accountId}`), z.array(OperatorPayment));
    assert.equal(others.length, 0);
    assert.partialDeepStrictEqual(listed, { id: paymentId, accountId, accountName: 'Customer', provider: 'sandbox', total: 114.98 });
    assert.deepEqual(data(await operator.get(`${AT}/payments?status=failed`), z.array(OperatorPayment)), []);
    const detail = data(await operator.get(`${AT}/payments/${paymentId}`), OperatorPaymentDetail);
    assert.deepEqual([detail.refundable, detail.refunds], [100, []]);
  });

  test('is found by its ids, its account and the end of its card’s number', async () => {
    const found = async (search: string) =>
      data(await operator.get(`${AT}/payments?search=${encodeURIComponent(search)}`), z.array(OperatorPayment)).map(({ id }) => id);
    const { ref, card } = data(await operator.get(`${AT}/payments/${paymentId}`), OperatorPaymentDetail);
    assert.ok(ref !== null);
    for (const search of [paymentId, ref, 'custo', customer.ctx.accountId, card.last4]) {
      assert.deepEqual(await found(search), [paymentId], search);
    }
    for (const search of ['%', '0000', 'nobody']) assert.deepEqual(await found(search), [], search);
  });

  test('goes back in part with a reason, once for each key, and its credit note can be read and printed', async () => {
    const path = `${AT}/payments/${paymentId}/refunds`;
    const body = { amount: 40, reason: 'Bought by mistake', key: 'ticket-7' };
    const first = refundOf(await operator.post(path, body));
    assert.deepEqual([first.net, first.tax, first.isNew], [40, 5.99, true]);
    assert.equal(refundOf(await operator.post(path, body)).isNew, false);
    assert.equal(errorOf(await operator.post(path, { ...body, amount: 41 })), 'IDEMPOTENCY_CONFLICT');
    await web.cloud.tendMoney();

    const detail = data(await operator.get(`${AT}/payments/${paymentId}`), OperatorPaymentDetail);
    assert.equal(detail.refundable, 60);
    const [refund] = detail.refunds;
    assert.partialDeepStrictEqual(refund, { id: first.id, status: 'succeeded', total: 45.99, reason: 'Bought by mistake' });
    assert.deepEqual(data(await operator.get(`${AT}/refunds`), z.array(OperatorRefund)), detail.refunds);
    const note = data(await operator.get(`${AT}/invoices/${refund?.invoiceId}`), OperatorInvoice);
    assert.deepEqual([note.kind, note.content.about?.reason], ['credit_note', 'Bought by mistake']);
    const [pdf, french] = [
      await operator.get(`${AT}/invoices/${note.id}/pdf`),
      await operator.get(`${AT}/invoices/${note.id}/pdf?language=fr`),
    ];
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    assert.ok(pdf.text.startsWith('%PDF-') && french.text !== pdf.text);
    assert.match(pdf.headers.get('content-disposition') ?? '', new RegExp(`filename="${note.number}\\.pdf"`));
  });

  test('that cannot go back as asked is refused, and nothing moves', async () => {
    const path = `${AT}/payments/${paymentId}/refunds`;
    const before = await customer.balance();
    const tooMuch = await operator.post(path, { amount: 60.01, reason: 'More', key: 'more' }, { 'accept-language': 'fr' });
    assert.deepEqual([tooMuch.status, errorOf(tooMuch)], [409, 'NOT_REFUNDABLE']);
    assert.match(tooMuch.text, /60,00/);
    for (const body of [
      { reason: 'No key' },
      { amount: 1.005, reason: 'x', key: 'x' },
      { amount: 0, reason: 'x', key: 'x' },
      { amount: 1, reason: ' ', key: 'x' },
    ])
      assert.equal((await operator.post(path, body)).status, 400, JSON.stringify(body));
    assert.equal((await operator.post(`${AT}/payments/pay_none/refunds`, { reason: 'x', key: 'x' })).status, 404);
    assert.equal(await customer.balance(), before);
  });
});

test('orders and documents of every account are listed, filtered and told', async () => {
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: false } as const;
  const begun = await createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId });
  await settlePayment(web.cloud.ctx, web.cloud.payments, begun.paymentId);
  const [listed] = data(await operator.get(`${AT}/orders?status=active`), z.array(OperatorOrder));
  assert.partialDeepStrictEqual(listed, { id: begun.orderId, accountName: 'Customer', status: 'active' });
  assert.deepEqual(data(await operator.get(`${AT}/orders/${begun.orderId}`), OperatorOrder), listed);
  assert.equal((await operator.get(`${AT}/orders/ord_none`)).status, 404);
  const found = async (search: string) =>
    data(await operator.get(`${AT}/orders?search=${encodeURIComponent(search)}`), z.array(OperatorOrder)).map(({ id }) => id);
  for (const search of [begun.orderId, begun.serverId, 'custom', listed?.serverName.slice(1, -1) ?? '']) {
    assert.deepEqual(await found(search), [begun.orderId], search);
  }
  for (const search of ['nobody', '%', begun.orderId.slice(0, -1)]) assert.deepEqual(await found(search), [], search);
  const charges = data(await operator.get(`${AT}/payments?orderId=${begun.orderId}`), z.array(OperatorPayment));
  assert.deepEqual(
    charges.map(({ id, orderId }) => [id, orderId]),
    [[begun.paymentId, begun.orderId]],
  );
  const invoices = data(await operator.get(`${AT}/invoices?kind=invoice`), z.array(OperatorInvoiceSummary));
  assert.deepEqual(
    invoices.map(({ kind, accountName }) => [kind, accountName]),
    [['invoice', 'Customer']],
  );
  const document = data(await operator.get(`${AT}/invoices/${invoices[0]?.id}`), OperatorInvoice);
  assert.equal(document.accountName, 'Customer', 'by the account’s name, as in the list, and not by the company that it was made out to');
  assert.equal((await operator.get(`${AT}/invoices?kind=bill`)).status, 400);
  assert.equal((await operator.get(`${AT}/invoices/inv_none/pdf`)).status, 404);
  assert.equal((await operator.get(`${AT}/invoices/${invoices[0]?.id}/pdf?language=de`)).status, 400);
  await customer.remove(begun.serverId);
  await web.cloud.settle();
  // It never ran: what was paid goes back to the card.
  await web.cloud.tendMoney();
});

test("another's document is not there for customers, nor for nobody", async () => {
  const somebody = await web.person({ email: 'somebody@example.com' });
  assert.equal((await somebody.get(`${AT}/invoices/none/pdf`)).status, 404);
  assert.equal((await web.browser().get(`${AT}/invoices/none/pdf`)).status, 401);
});

test('who sells is said in part, and what is left out stays', async () => {
  const set = data(await operator.put(`${AT}/company`, { name: 'Nord Calcul inc.', city: 'Montréal', country: 'CA' }), Company);
  assert.deepEqual([set.name, set.city, set.email], ['Nord Calcul inc.', 'Montréal', null]);
  const more = data(await operator.put(`${AT}/company`, { email: 'factures@example.com', city: null }), Company);
  assert.deepEqual([more.name, more.city, more.email], ['Nord Calcul inc.', null, 'factures@example.com']);
  assert.deepEqual(data(await operator.get(`${AT}/company`), Company), more);
  for (const body of [{ email: 'nobody' }, { country: 'Canada' }, { name: '' }, { vat: 'x' }])
    assert.equal((await operator.put(`${AT}/company`, body)).status, 400, JSON.stringify(body));
});

test('taxes are dated: a registration begins today or later, a second one ends the first, and none is lost', async () => {
  const before = data(await operator.get(`${AT}/taxes`), Taxes);
  const quebec = before.rates.filter(({ province }) => province === 'QC').at(-1);
  assert.deepEqual(
    quebec?.taxes.map(({ code, ratePercent }) => [code, ratePercent]),
    [
      ['GST', 5],
      ['QST', 9.975],
    ],
  );
  const noted = await operator.post(`${AT}/tax-registrations`, { tax: 'PST_BC', number: 'PST-1', from: '2027-01-01' });
  assert.equal(noted.status, 201, noted.text);
  const after = data(await operator.post(`${AT}/tax-registrations`, { tax: 'PST_BC', number: 'PST-2', from: '2028-01-01' }), Taxes);
  assert.deepEqual(
    after.registrations.filter(({ tax }) => tax === 'PST_BC').map(({ number, validFrom, validUntil }) => [number, validFrom, validUntil]),
    [
      ['PST-1', '2027-01-01', '2028-01-01'],
      ['PST-2', '2028-01-01', null],
    ],
  );
  const past = await operator.post(`${AT}/tax-registrations`, { tax: 'QST', number: 'Q', from: '2020-01-01' }, { 'accept-language': 'fr' });
  assert.equal(past.status, 400);
  assert.match(past.text, /ne peut pas commencer dans le passé/);
  assert.equal((await operator.post(`${AT}/tax-registrations/PST_BC/end`, { from: '2029-01-01' })).status, 200);
  assert.equal((await operator.post(`${AT}/tax-registrations/PST_BC/end`, {})).status, 400, 'there is no open one left');
  assert.equal((await operator.post(`${AT}/tax-registrations/VAT/end`, {})).status, 400);
});
