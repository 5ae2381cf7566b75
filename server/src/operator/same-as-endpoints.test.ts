import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as accounts from '@boreal/contract/endpoints/operator/accounts.ts';
import { getAccountBudget } from '@boreal/contract/endpoints/console/budget.ts';
import * as incidents from '@boreal/contract/endpoints/operator/incidents.ts';
import * as mail from '@boreal/contract/endpoints/operator/mail.ts';
import * as payments from '@boreal/contract/endpoints/operator/payments.ts';
import * as requests from '@boreal/contract/endpoints/operator/requests.ts';
import type { EndpointRow } from '@boreal/contract/api/endpoint.ts';
import { z } from 'zod';
import { creditAccount } from '../core/commerce/credit-by-hand/credit-account.ts';
import { createOrder } from '../core/commerce/orders/create-order.ts';
import { settlePayment } from '../core/commerce/settlement/settle-payment.ts';
import { addressNotices } from '../core/ground/mail/address-notices.ts';
import { recordNotice } from '../core/ground/notices/record-notice.ts';
import { payingCustomer } from '../core/testing/paying-customer.ts';
import { addPerson } from '../core/testing/people.ts';
import { jsonOf, startOperatedCloud } from './testing.ts';

const cloud = await startOperatedCloud();
const customer = await payingCustomer(cloud);
const { accountId } = customer.ctx;
const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: true, name: 'box' } as const;
const { paymentId } = await createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId });
await settlePayment(cloud.ctx, cloud.payments, paymentId);
assert.equal((await cloud.attempt('refund', 'create', paymentId, '--amount', '1', '--reason', 'A blink')).code, 0);
await addPerson(cloud.ctx, { accountId, role: 'owner' });
const notice = { accountId, kind: 'budget_reached', serverId: null, data: { serverName: 'box' } } as const;
await cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, notice));
await addressNotices(cloud.ctx);
const mails = cloud.db.sql.selectFrom('mailDeliveries').select('id').where('accountId', '=', accountId);
const mailId = (await mails.limit(1).executeTakeFirstOrThrow()).id;
const careful = {
  ...cloud.ctx,
  actor: { type: 'operator', id: null, name: 'root' },
  rules: { ...cloud.ctx.rules, creditAloneMicros: 1n },
} as const;
await creditAccount(careful, { accountId, amountMicros: 5_000_000n, reason: 'Takes two' });
after(() => cloud.close());

const told = ['--title', 'Away', '--title-fr', 'Absente', '--text', 'Away.', '--text-fr', 'Absente.'] as const;
const described = ['--component', 'api', '--impact', 'outage', ...told] as const;

/** Commands that say what an endpoint says. */
const SAME: readonly [command: () => readonly string[], endpoint: EndpointRow][] = [
  [() => ['account', 'list'], accounts.listAccounts],
  [() => ['account', 'suspend', accountId, '--reason', 'The card was reported stolen'], accounts.suspendAccount],
  [() => ['account', 'reactivate', accountId], accounts.reactivateAccount],
  [() => ['budget', 'show', accountId], getAccountBudget],
  [() => ['request', 'list'], requests.listOperatorRequests],
  [() => ['budget', 'set', accountId, '--monthly', '500'], accounts.setAnyAccountBudget],
  [() => ['incident', 'open', ...described, '--key', 'one'], incidents.openIncident],
  [() => ['incident', 'announce', ...told, '--key', 'two'], incidents.announce],
  [() => ['incident', 'list'], incidents.listIncidents],
  [() => ['incident', 'subscribers'], incidents.countSubscribers],
  [() => ['mail', 'list'], mail.listMail],
  [() => ['mail', 'show', mailId], mail.getMail],
  [() => ['mail', 'retry', mailId], mail.retryMail],
  [() => ['order', 'list'], payments.listAllOrders],
  [() => ['payment', 'list'], payments.listAllPayments],
  [() => ['payment', 'show', paymentId], payments.getAnyPayment],
  [() => ['refund', 'list'], payments.listRefunds],
  [() => ['invoice', 'list'], payments.listAllInvoices],
];

for (const [command, endpoint] of SAME) {
  test(`${endpoint.method} ${endpoint.path} and a command print the same shape`, async () => {
    const outcome = await cloud.attempt(...command(), '--json');
    assert.equal(outcome.code, 0, outcome.err);
    const printed = jsonOf(outcome);
    const told = endpoint.kind === 'list' ? z.strictObject({ items: z.json(), nextCursor: z.null() }).parse(printed).items : printed;
    if (Array.isArray(told)) assert.ok(told.length > 0, 'an empty list shows nothing');
    // What the schema does not know, it drops.
    assert.deepEqual(told, endpoint.data.parse(told));
  });
}
