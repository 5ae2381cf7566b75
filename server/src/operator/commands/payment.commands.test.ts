import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { createOrder } from '../../core/commerce/orders/create-order.ts';
import { settlePayment } from '../../core/commerce/settlement/settle-payment.ts';
import { payingCustomer } from '../../core/testing/paying-customer.ts';
import { createTopUp } from '../../core/commerce/top-ups/create-top-up.ts';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
const folder = await mkdtemp(join(tmpdir(), 'boreal-operator-'));
after(async () => {
  await cloud.close();
  await rm(folder, { recursive: true, force: true });
});

async function paid() {
  const customer = await payingCustomer(cloud);
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 100 });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  return { ...customer, paymentId };
}

test('payments are listed with what became of them', async () => {
  const { paymentId, ctx } = await paid();
  const listed = await cloud.run('payment', 'list', '--account', ctx.accountId);
  assert.equal(listed.code, 0);
  assert.match(listed.out, new RegExp(`${paymentId} +${ctx.accountId} +topup +succeeded +100\\.00 +114\\.98 +sandbox ch_`));
  const json = jsonOf(await cloud.attempt('payment', 'list', '--json', '--account', ctx.accountId));
  assert.partialDeepStrictEqual(json, { items: [{ id: paymentId, amount: 100, total: 114.98 }], nextCursor: null });
});

test('a refund is begun once for a key, and the credit is taken', async () => {
  const { paymentId, ctx, balance } = await paid();
  const create = ['refund', 'create', paymentId, '--amount', '40', '--reason', 'Bought twice', '--key', 'ticket-1'];
  const begun = await cloud.run(...create);
  assert.equal(begun.code, 0, begun.err);
  assert.match(begun.out, /^Giving 45\.99 CAD \(5\.99 of it tax\) back to the card of acc_\w+\. .* Refund: rfd_\w+\n$/);
  assert.match((await cloud.attempt(...create)).out, /^Nothing new: the key "ticket-1" gave 45\.99 CAD/);
  assert.equal(await balance(), 60_000_000n);
  // The command is on the real clock, hours after the cloud's.
  cloud.clock.moveTo(new Date());
  await cloud.tendMoney();
  const listed = await cloud.attempt('refund', 'list', '--account', ctx.accountId);
  assert.match(listed.out, new RegExp(`${idIn(begun, 'rfd')} .* refund +succeeded +45\\.99 .* Bought twice`));
  const tooMuch = await cloud.attempt('refund', 'create', paymentId, '--amount', '60.01', '--reason', 'x');
  assert.equal(tooMuch.code, 1);
  assert.match(tooMuch.err, /At most \$60\.00 of this payment, before tax, can be refunded now/);
  assert.equal((await cloud.attempt('refund', 'create', 'pay_none', '--reason', 'x')).code, 1);
  assert.equal((await cloud.attempt('refund', 'create', paymentId)).code, 2);
});

test('a payment is shown with what went back of it, and nothing that has its answer is tried again', async () => {
  const { paymentId } = await paid();
  const refunded = await cloud.attempt('refund', 'create', paymentId, '--amount', '40', '--reason', 'Bought twice');
  const shown = await cloud.run('payment', 'show', paymentId);
  assert.match(shown.out, /^Payment +pay_\w+\n.*\nBefore tax +100\.00 CAD\nTax +14\.98 CAD\nTotal +114\.98 CAD\n/s);
  assert.match(shown.out, /\nCan go back +60\.00 CAD before tax\n\nID .*\nrfd_\w+ .* refund +pending +45\.99 .* Bought twice\n$/s);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('payment', 'show', paymentId, '--json')), {
    id: paymentId,
    refundable: 60,
    refunds: [{ id: idIn(refunded, 'rfd'), status: 'pending', net: 40 }],
  });
  assert.match((await cloud.attempt('refund', 'retry', idIn(refunded, 'rfd'))).out, /^The running Boreal asks the provider now/);
  assert.match((await cloud.attempt('payment', 'retry', paymentId)).err, /^This has already been answered/);
  assert.match((await cloud.attempt('payment', 'show', 'pay_none')).err, /^There is no such payment\. .* payment list\n$/);
  assert.match((await cloud.attempt('refund', 'retry', 'rfd_none')).err, /^There is no such refund\. .* refund list\n$/);
});

test('documents are listed, shown and written as PDF in either language', async () => {
  const { ctx } = await paid();
  const listed = await cloud.attempt('invoice', 'list', '--account', ctx.accountId, '--kind', 'receipt');
  const id = idIn(listed, 'inv');
  assert.match(listed.out, /INV-\d{6} +receipt +acc_\w+ +100\.00 +14\.98 +114\.98/);
  const shown = await cloud.run('invoice', 'show', id);
  assert.match(shown.out, /Prepaid credit +100\.00\nGST 5% +5\.00\nQST 9\.975% +9\.98\nTotal +114\.98\n$/);
  const out = join(folder, 'receipt.pdf');
  const written = await cloud.run('invoice', 'pdf', id, '--out', relative(process.cwd(), out), '--language', 'fr');
  assert.match(written.out, /^Wrote INV-\d{6} to \/.*receipt\.pdf \(\d+ bytes\)\.\n$/);
  assert.equal((await readFile(out)).subarray(0, 5).toString(), '%PDF-');
  assert.equal((await stat(out)).mode & 0o077, 0, 'it says who a customer is, and is nobody else’s on this machine');
  const kept = join(folder, 'kept.txt');
  await writeFile(kept, 'something else');
  assert.match((await cloud.attempt('invoice', 'pdf', id, '--out', kept)).err, /kept\.txt exists\. Name a file that does not/);
  assert.equal(await readFile(kept, 'utf8'), 'something else');
  assert.equal((await cloud.attempt('invoice', 'pdf', id, '--out', join(folder, 'none', 'x.pdf'))).code, 1);
  assert.equal((await cloud.attempt('invoice', 'show', 'inv_none')).code, 1);
});

test('orders are listed with their terms', async () => {
  const { ctx, sshKeyId } = await payingCustomer(cloud);
  const input = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', sshKeyId, autoRenew: true, name: 'box' } as const;
  const begun = await createOrder(ctx, input);
  await settlePayment(cloud.ctx, cloud.payments, begun.paymentId);
  const listed = await cloud.attempt('order', 'list', '--account', ctx.accountId, '--status', 'active');
  assert.match(listed.out, new RegExp(`${begun.orderId} +acc_\\w+ +box +h100-sxm-x1 +monthly +active +yes +1 +2,185\\.00 `));
  assert.match((await cloud.attempt('order', 'list', '--status', 'failed')).out, /^There is no such order/);
  assert.match((await cloud.attempt('server', 'show', begun.serverId)).out, /Paid until +20/);
});

test('who sells, and where they are registered, is set and shown', async () => {
  assert.match((await cloud.attempt('company', 'show')).out, /^Name +Boreal\n/);
  assert.equal((await cloud.attempt('company', 'set')).code, 1);
  const set = await cloud.run('company', 'set', '--name', 'Nord Calcul inc.', '--city', 'Montréal', '--country', 'ca');
  assert.match(set.out, /Nord Calcul inc\..*Montréal CA/s);
  assert.equal((await cloud.attempt('company', 'set', '--country', 'Canada')).code, 2);
  assert.match((await cloud.attempt('tax', 'list')).out, /^No registration is noted/);
  assert.equal((await cloud.run('tax', 'register', 'PST_BC', 'PST-1')).code, 0);
  assert.match((await cloud.attempt('tax', 'list')).out, /PST_BC +PST-1 +20\d\d-\d\d-\d\d +–/);
  assert.equal((await cloud.attempt('tax', 'register', 'VAT', '1')).code, 2);
  assert.equal((await cloud.attempt('tax', 'register', 'QST', '1', '--from', '2020-01-01')).code, 1);
  assert.equal((await cloud.attempt('tax', 'unregister', 'QST')).code, 1);
  assert.equal((await cloud.attempt('tax', 'unregister', 'PST_BC', '--from', '2099-01-01')).code, 0);
});
