import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SpendByDay } from '@boreal/contract/billing/billing.ts';
import { INVOICES_ZIP } from '@boreal/contract/api/console-files.ts';
import { InvoiceSummary, INVOICES_ZIP_MAX } from '@boreal/contract/billing/invoices.ts';
import { Costs } from '@boreal/contract/billing/costs.ts';
import { Order, OrderBegun, RenewalBegun, RenewalQuote } from '@boreal/contract/billing/orders.ts';
import {
  CardProvider,
  CardSaved,
  CardSetup,
  Payment,
  PaymentAction,
  PaymentBegun,
  type SandboxCard,
} from '@boreal/contract/billing/payments.ts';
import { GeneratedSshKey } from '@boreal/contract/people/ssh-keys.ts';
import { addMs } from '../kit/clock.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { moveTo } from '../core/testing/paying-customer.ts';
import { data, errorOf } from './test-answers.ts';
import { freshAddress } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud } from './testing.ts';

const web = await openWebCloud();
const customer = await web.cloud.customer('0');
await moveTo(customer, 'QC');
const owner = await member('owner');
const viewer = await member('viewer');
const stranger = await web.person({ email: 'stranger@example.com' });
after(() => closeWithoutBugs(web));

function member(role: 'owner' | 'viewer') {
  return web.person({ email: `${role}@example.com`, belongs: { accountId: customer.ctx.accountId, role } });
}

const at = (path: string) => `/api/console/accounts/${customer.ctx.accountId}${path}`;

async function addCard(card: SandboxCard): Promise<string> {
  const { cardId } = data(await owner.post(at('/cards')), CardSetup);
  const saved = data(await owner.post(at(`/cards/${cardId}/sandbox`), { card }), CardSaved);
  assert.equal(saved.card?.id, cardId);
  return cardId;
}

async function topUp(cardId: string, more: object = {}): Promise<Payment> {
  const { paymentId } = data(await owner.post(at('/top-ups'), { amountCad: 25, cardId, ...more }), PaymentBegun);
  return data(await owner.post(at(`/payments/${paymentId}/look`)), Payment);
}

const balance = async () => data(await viewer.get(at('/credits?summary=1')), z.object({ balance: z.number() })).balance;

describe('a card', () => {
  test('is saved with the provider: a number never comes here', async () => {
    const provider = data(await viewer.get(at('/card-provider')), CardProvider);
    assert.deepEqual(provider, { provider: 'sandbox', publishableKey: null });
    const setup = data(await owner.post(at('/cards')), CardSetup);
    assert.equal(data(await owner.post(at(`/cards/${setup.cardId}/finish`)), CardSaved).card, null);
    const entered = data(await owner.post(at(`/cards/${setup.cardId}/sandbox`), { card: 'visa' }), CardSaved);
    assert.deepEqual([entered.card?.last4, entered.card?.default], ['4242', true]);
    assert.equal(data(await owner.post(at(`/cards/${setup.cardId}/finish`)), CardSaved).card?.last4, '4242');
    for (const [answer, code] of [
      [await owner.post(at(`/cards/${setup.cardId}/sandbox`), { card: '4242424242424242' }), 'INVALID_REQUEST'],
      [await owner.post(at('/cards/card_none/sandbox'), { card: 'visa' }), 'NOT_FOUND'],
      [await owner.post(at('/cards/card_none/finish')), 'NOT_FOUND'],
      [await viewer.post(at('/cards')), 'PERMISSION_DENIED'],
      [await stranger.post(at('/cards')), 'NOT_FOUND'],
    ] as const) {
      assert.equal(errorOf(answer), code, answer.text);
    }
  });

  test('cannot be added while the provider is away, and the refusal says to try again', async () => {
    const { payments } = web.cloud;
    const { beginCardSetup } = payments;
    const { PaymentsError } = await import('../payments/port.ts');
    payments.beginCardSetup = async () => Promise.reject(new PaymentsError('unreachable', 'no answer'));
    try {
      const answer = await owner.post(at('/cards'), undefined, { 'accept-language': 'fr' });
      assert.deepEqual([answer.status, errorOf(answer)], [503, 'PAYMENTS_UNAVAILABLE']);
      assert.match(answer.text, /Réessayez dans une minute/);
    } finally {
      payments.beginCardSetup = beginCardSetup;
    }
  });
});

describe('buying credit', () => {
  test('settles, and one click that is sent twice is one charge', async () => {
    const cardId = await addCard('visa');
    const body = { amountCad: 25, cardId, expectedTotalCad: 28.74 };
    const headers = { 'idempotency-key': 'one click' };
    const first = data(await owner.post(at('/top-ups'), body, headers), PaymentBegun);
    const again = await owner.post(at('/top-ups'), body, headers);
    assert.deepEqual([data(again, PaymentBegun), again.headers.get('idempotency-replayed')], [first, 'true']);
    const before = await balance();
    const paid = data(await owner.post(at(`/payments/${first.paymentId}/look`)), Payment);
    assert.deepEqual([paid.status, paid.total, paid.taxes.length], ['succeeded', 28.74, 2]);
    assert.equal(data(await owner.post(at(`/payments/${first.paymentId}/look`)), Payment).status, 'succeeded');
    assert.equal(await balance(), before + 25);
    const changed = await owner.post(at('/top-ups'), { ...body, expectedTotalCad: 25 });
    assert.deepEqual([changed.status, errorOf(changed)], [400, 'PRICE_CHANGED']);
    const little = await owner.post(at('/top-ups'), { amountCad: 24.99 });
    assert.deepEqual([little.status, errorOf(little)], [400, 'INVALID_REQUEST']);
  });

  test('that is declined says why and gives nothing', async () => {
    const before = await balance();
    const declined = await topUp(await addCard('insufficient_funds'));
    assert.deepEqual([declined.status, declined.declineReason], ['failed', 'insufficient_funds']);
    assert.equal(await balance(), before);
  });

  test('asks the cardholder to prove who they are, and goes on or not as they do', async () => {
    const cardId = await addCard('authentication');
    const waiting = await topUp(cardId);
    assert.equal(waiting.status, 'requires_action');
    const { action } = data(await owner.get(at(`/payments/${waiting.id}/action`)), PaymentAction);
    assert.equal(action?.provider, 'sandbox');
    const before = await balance();
    const proven = data(await owner.post(at(`/payments/${waiting.id}/sandbox`), { proven: true }), Payment);
    assert.equal(proven.status, 'succeeded');
    assert.equal(await balance(), before + 25);
    assert.equal(data(await owner.get(at(`/payments/${waiting.id}/action`)), PaymentAction).action, null);
    const other = await topUp(cardId);
    const failed = data(await owner.post(at(`/payments/${other.id}/sandbox`), { proven: false }), Payment);
    assert.deepEqual([failed.status, failed.declineReason], ['failed', 'authentication_failed']);
    assert.equal(errorOf(await stranger.post(at(`/payments/${other.id}/look`))), 'NOT_FOUND');
    assert.equal(errorOf(await owner.get(at('/payments/pay_none/action'))), 'NOT_FOUND');
  });

  test('leaves a receipt that is a PDF in either language', async () => {
    const { invoiceId } = await topUp(await addCard('mastercard'));
    const english = await viewer.get(at(`/invoices/${invoiceId}/pdf?language=en`));
    const french = await viewer.get(at(`/invoices/${invoiceId}/pdf?language=fr`));
    for (const file of [english, french]) {
      assert.equal(file.status, 200);
      assert.equal(file.headers.get('content-type'), 'application/pdf');
      assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="INV-\d{6}\.pdf"$/);
      assert.match(file.text, /^%PDF-/);
    }
    assert.notEqual(english.text, french.text);
    for (const [path, status] of [
      [`/invoices/${invoiceId}/pdf?language=de`, 400],
      ['/invoices/inv_none/pdf', 404],
      ['/invoices/%20/pdf', 404],
    ] as const) {
      assert.equal((await viewer.get(at(path))).status, status, path);
    }
    assert.equal((await stranger.get(at(`/invoices/${invoiceId}/pdf`))).status, 404);
    assert.equal((await web.browser().get(at(`/invoices/${invoiceId}/pdf`))).status, 401);
  });
});

describe('documents together', () => {
  const zipped = (query = '') => viewer.get(at(`/invoices.zip${query}`));
  const count = ({ text }: { text: string }) => new Set(text.match(/[A-Z]{3}-\d{6}\.pdf/g)).size;

  test('are one archive of those that the list has, for whoever may read one', async () => {
    await topUp(await addCard('visa'));
    await topUp(await addCard('visa'));
    const listed = data(await viewer.get(at('/invoices')), z.array(InvoiceSummary));
    assert.ok(listed.length > 1);
    const all = await zipped();
    assert.deepEqual([all.status, all.headers.get('content-type'), all.headers.get('cache-control')], [200, 'application/zip', 'no-store']);
    assert.match(all.headers.get('content-disposition') ?? '', /^attachment; filename="invoices-acc_\w+\.zip"$/);
    assert.match(all.text, /^PK/);
    assert.equal(count(all), listed.length);
    const one = await zipped(`?search=${listed[0]?.number}`);
    assert.equal(count(one), 1);
    assert.ok(one.text.includes(`${listed[0]?.number}.pdf`));
    assert.notEqual((await zipped(`?search=${listed[0]?.number}&language=fr`)).text, one.text);
  });

  test('are refused to others, and where there is none or the question is wrong', async () => {
    assert.equal((await stranger.get(at('/invoices.zip'))).status, 404);
    assert.equal((await web.browser().get(at('/invoices.zip'))).status, 401);
    for (const [query, status] of [
      ['?from=2020-01-01&to=2020-01-31', 404],
      ['?from=2020-02-01&to=2020-01-31', 400],
      ['?language=de', 400],
      ['?kind=bill', 400],
    ] as const) {
      assert.equal((await zipped(query)).status, status, query);
    }
  });

  test('of more than fit into one archive are refused with a sentence that says how many do, a few times a minute', async () => {
    const { ctx: many } = await web.cloud.customer('0');
    const reader = await web.person({ email: 'many@example.com', belongs: { accountId: many.accountId, role: 'viewer' } });
    const zip = `/api/console/accounts/${many.accountId}/invoices.zip`;
    await sql`
      insert into invoices select r.* from generate_series(0, ${INVOICES_ZIP_MAX}) n, (select i from invoices i limit 1) t,
        lateral jsonb_populate_record(t.i, jsonb_build_object('id', 'inv_01zzzzzzzzzzzzzzzzzzzz' || lpad(n::text, 4, '0'),
          'account_id', ${many.accountId}::text, 'sequence', 900000 + n, 'number', 'INV-' || 900000 + n, 'payment_id', null)) r
    `.execute(web.cloud.db.sql);
    const refused = await reader.get(zip, { 'accept-language': 'fr' });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /Un fichier contient au plus 200 documents/);
    const from = { 'x-forwarded-for': freshAddress() };
    const statuses = [];
    for (let n = 0; n < INVOICES_ZIP.limit + 1; n += 1) statuses.push((await reader.get(`${zip}?language=de`, from)).status);
    assert.deepEqual(statuses, [400, 400, 400, 429]);
  });
});

describe('a term', () => {
  test('is bought, renewed by hand and read, and what was spent is told by day', async () => {
    const cardId = await addCard('visa');
    const made = data(await owner.post(at('/settings/ssh-keys/generate'), { name: 'made here' }), GeneratedSshKey);
    assert.match(made.privateKey, /^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
    assert.match(made.publicKey, /^ssh-ed25519 /);
    const order = { productId: 'h100-sxm-x1', cycle: 'monthly', sshKeyId: made.id, name: 'ahead', cardId };
    const begun = data(await owner.post(at('/orders'), order), OrderBegun);
    const paid = data(await owner.post(at(`/payments/${begun.paymentId}/look`)), Payment);
    assert.deepEqual([paid.status, paid.orderId], ['succeeded', begun.orderId]);
    const read = async () => data(await viewer.get(at(`/orders/${begun.orderId}`)), Order);
    assert.deepEqual([(await read()).status, (await read()).term], ['active', 1]);

    const quote = data(await viewer.get(at(`/orders/${begun.orderId}/renewal`)), RenewalQuote);
    assert.equal(quote.total, paid.total);
    const agreed = { expectedTotalCad: quote.total, expectedPeriodStart: quote.periodStart };
    assert.equal(errorOf(await owner.post(at(`/orders/${begun.orderId}/renew`), {})), 'INVALID_REQUEST');
    const stale = { ...agreed, expectedPeriodStart: addMs(new Date(quote.periodStart), 1).toISOString() };
    assert.equal(errorOf(await owner.post(at(`/orders/${begun.orderId}/renew`), stale)), 'ORDER_NOT_RENEWABLE');
    const renewed = data(await owner.post(at(`/orders/${begun.orderId}/renew`), { cardId, ...agreed }), RenewalBegun);
    const twice = await owner.post(at(`/orders/${begun.orderId}/renew`), agreed);
    assert.deepEqual([twice.status, errorOf(twice)], [409, 'PAYMENT_IN_PROGRESS']);
    assert.equal(data(await owner.post(at(`/payments/${renewed.paymentId}/look`)), Payment).status, 'succeeded');
    assert.equal((await read()).term, 2);
    assert.equal(errorOf(await viewer.get(at(`/orders/${begun.orderId}/renewal`))), 'ORDER_NOT_RENEWABLE');
    assert.equal(errorOf(await owner.post(at('/orders/ord_none/renew'), agreed)), 'NOT_FOUND');
    const canceled = await owner.post(at(`/orders/${begun.orderId}/cancel`), {}, { 'idempotency-key': 'no more' });
    assert.equal(data(canceled, Order).canceled, true, 'an answer that is kept tells what was done');
    const denied = await viewer.post(at('/orders'), order);
    assert.deepEqual([denied.status, errorOf(denied)], [403, 'PERMISSION_DENIED']);

    const spend = data(await viewer.get(at('/spend-by-day?days=7')), SpendByDay);
    assert.deepEqual([spend.days.length, spend.days.at(-1)?.orders, spend.total], [7, 2 * paid.amount, 2 * paid.amount]);
    assert.equal(data(await viewer.get(at('/spend-by-day')), SpendByDay).days.length, 30);
    for (const days of ['0', '367', 'x', '1.5']) assert.equal((await viewer.get(at(`/spend-by-day?days=${days}`))).status, 400, days);
    const costs = data(await viewer.get(at('/costs?days=7')), Costs);
    assert.deepEqual(
      costs.rows.map(({ id, orders, total }) => [id, orders, total]),
      [[(await read()).serverId, 2 * paid.amount, 2 * paid.amount]],
      'both terms are costs of their server',
    );
    assert.equal(costs.total, spend.total);
  });
});

test('a profile with tax numbers is read as it was written', async () => {
  const taxIds = [
    { kind: 'gst_hst', number: '123456789 rt0001' },
    { kind: 'qst', number: '1234567890TQ0001' },
    { kind: 'vat', number: 'FR 12 3' },
  ];
  const Told = z.looseObject({ taxIds: z.array(z.looseObject({ number: z.string() })) });
  const numbers = ['123456789RT0001', '1234567890TQ0001', 'FR 12 3'];
  for (const answer of [await owner.put(at('/profile'), { taxIds }), await viewer.get(at('/profile'))]) {
    assert.deepEqual(
      data(answer, Told).taxIds.map(({ number }) => number),
      numbers,
    );
  }
});
