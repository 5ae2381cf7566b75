import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { createKey } from '../../ground/keys/create-key.ts';
import { acceptInvitation } from '../../ground/members/accept-invitation.ts';
import { inviteMember } from '../../ground/members/invite-member.ts';
import { NO_CAPS } from '../../money/agents/agent-key.rules.ts';
import { createMcpKey } from '../../money/agents/create-mcp-key.ts';
import { suspendAccount } from '../../money/accounts/suspend-account.ts';
import { verifyLedger } from '../../money/verification/verify-ledger.ts';
import { setBackupOption } from '../../fleet/backups/set-backup-option.ts';
import { quoteDeployment } from '../../fleet/lifecycle/create/quote-deployment.ts';
import { setStockAlert } from '../../fleet/stock-alerts/set-stock-alert.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { addPerson, type TestPerson } from '../../testing/people.ts';
import { assertBooks, payingCustomer } from '../../testing/paying-customer.ts';
import { addCard } from '../cards/add-card.ts';
import { createOrder } from '../orders/create-order.ts';
import { renewOrder } from '../orders/renew-order.ts';
import { refundPayment } from '../refunds/refund-payment.ts';
import { debitAccount } from '../credit-by-hand/debit-account.ts';
import { settlePayment } from '../settlement/settle-payment.ts';
import { createTopUp } from '../top-ups/create-top-up.ts';
import { setAutoReload } from '../top-ups/set-auto-reload.ts';
import { closeAccount } from './close-account.ts';
import { previewClosing } from './preview-closing.ts';

const cloud = await startCloud();
after(async () => {
  await assertBooks(cloud).finally(() => cloud.close());
});

const NAME = 'Customer';
const isClosed = (error: unknown) => isAppError(error, 'ACCOUNT_CLOSED');
const blockedBy =
  (...blockers: string[]) =>
  (error: unknown) =>
    isAppError(error, 'ACCOUNT_NOT_CLOSABLE') && assert.deepEqual(error.details.blockers, blockers) === undefined;
const ownerOf = (customer: Customer) => addPerson(cloud.ctx, { accountId: customer.ctx.accountId, role: 'owner' });
const close = (owner: TestPerson, deleteServerIds: readonly string[] = []) =>
  closeAccount(owner.ctx, { confirmName: NAME, deleteServerIds });
const statusOf = async (id: string) => (await cloud.server(id)).status;

async function bought(customer: Customer, cad: number): Promise<string> {
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: cad });
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  return paymentId;
}

test('an account with nothing is closed, keeps its credit on the books, and nothing moves afterwards', async () => {
  const customer = await cloud.customer('10');
  const owner = await ownerOf(customer);
  const closed = await close(owner);
  assert.deepEqual([closed.serversDeleted, closed.credit], [0, 10]);
  await cloud.pass(2 * HOUR_MS);
  assert.equal(await customer.balance(), 10_000_000n);
  await assert.rejects(close(owner), isClosed);
});

test('servers are deleted with it only if each of them was named', async () => {
  const customer = await payingCustomer(cloud, { cad: '100' });
  const owner = await ownerOf(customer);
  const [running, asleep] = [await customer.deploy(), await customer.deploy()];
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId: running, enabled: true });
  await customer.act(asleep, 'hibernate');
  await cloud.settle();

  const before = await previewClosing(owner.ctx);
  assert.deepEqual(
    before.servers.map(({ id, status }) => [id, status]),
    [
      [running, 'ACTIVE'],
      [asleep, 'HIBERNATED'],
    ],
  );
  await assert.rejects(close(owner), blockedBy('servers'));
  await assert.rejects(close(owner, [running]), blockedBy('servers'));
  assert.equal(await statusOf(running), 'ACTIVE', 'a refused closing ends nothing');

  assert.equal((await close(owner, [running, asleep, 'srv_01kb3c9qj2v9x6t5r4e3w2q1az'])).serversDeleted, 2);
  const balance = await customer.balance();
  await cloud.settle();
  await cloud.pass(3 * HOUR_MS);
  assert.deepEqual(await Promise.all([running, asleep].map(statusOf)), ['DELETED', 'DELETED']);
  assert.equal(await customer.balance(), balance, 'it is billed no more');
  assert.equal(await cloud.gpusTaken(running), 0);
});

test('a server that never came up gives its first hour back to the closed account', async () => {
  const customer = await cloud.customer('20');
  const owner = await ownerOf(customer);
  const id = await customer.deploy();
  const { credit } = await close(owner, [id]);
  assert.equal(credit, 20);
  await cloud.settle();
  assert.equal(await customer.balance(), 20_000_000n);
});

test('a term that runs is forfeited, one that has not begun is refunded to the card, and its order ends', async () => {
  const customer = await payingCustomer(cloud);
  const owner = await ownerOf(customer);
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: true } as const;
  const { orderId, paymentId, serverId } = await createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId });
  await assert.rejects(close(owner, [serverId]), blockedBy('payment'));
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  await cloud.settle();
  const next = await renewOrder(customer.ctx, { orderId });
  await settlePayment(cloud.ctx, cloud.payments, next.paymentId);

  const [server] = (await previewClosing(owner.ctx)).servers;
  assert.ok(server?.terms?.paidUntil, 'what is forfeited is told');
  assert.ok(server.terms.next);
  assert.equal(server.terms.next.start, server.terms.paidUntil, 'and what is refunded');
  const promised = { ...server, terms: { ...server.terms, next: { ...server.terms.next, paid: server.terms.next.paid + 1 } } };
  const confirm = { confirmName: (await previewClosing(owner.ctx)).name, deleteServerIds: [serverId] };
  const closing = closeAccount(owner.ctx, { ...confirm, shown: [promised] });
  await assert.rejects(closing, { code: 'CONFIRM_AGAIN' }, 'it is not closed for less than its owner was shown');
  await closeAccount(owner.ctx, { ...confirm, shown: [server] });
  await cloud.pass(10 * MINUTE_MS);
  const refunds = await cloud.db.sql
    .selectFrom('paymentRefunds')
    .select(['paymentId', 'status'])
    .where('accountId', '=', customer.ctx.accountId)
    .execute();
  assert.deepEqual(refunds, [{ paymentId: next.paymentId, status: 'succeeded' }]);
  const { status, autoRenew } = await cloud.db.sql.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  assert.deepEqual([status, autoRenew], ['ended', false]);
  cloud.clock.advance(70 * DAY_MS);
  await cloud.tendMoney();
  const charges = await cloud.db.sql.selectFrom('payments').select('id').where('accountId', '=', customer.ctx.accountId).execute();
  assert.equal(charges.length, 2, 'nothing is renewed');
});

test('every way to spend, start or come in is refused afterwards', async () => {
  const customer = await payingCustomer(cloud, { cad: '100' });
  const { accountId } = customer.ctx;
  const owner = await ownerOf(customer);
  await bought(customer, 25);
  await setAutoReload(customer.ctx, { enabled: true, thresholdCad: 500, amountCad: 25 });
  await setStockAlert(owner.ctx, { productId: 'h200-sxm-x1' });
  const key = await createKey(owner.ctx, { accountId, access: 'full', name: 'ci' });
  const invited = await inviteMember(owner.ctx, { email: 'late@example.com', role: 'developer' });
  const { cardId: pending } = await addCard(customer.ctx, cloud.payments);
  await close(owner);

  await assert.rejects(customer.deploy(), isClosed);
  await assert.rejects(createTopUp(customer.ctx, { amountCad: 25 }), isClosed);
  const order = { productId: 'h100-sxm-x1', cycle: 'monthly', region: 'canada-montreal', autoRenew: false } as const;
  await assert.rejects(createOrder(customer.ctx, { ...order, sshKeyId: customer.sshKeyId }), isClosed);
  await assert.rejects(createKey(owner.ctx, { accountId, access: 'full', name: 'again' }), isClosed);
  const agent = { name: 'agent', readOnly: true, permissions: [], caps: NO_CAPS, approvalAbove: null, stopAtCap: false };
  await assert.rejects(createMcpKey(owner.ctx, { ...agent, accountId }), isClosed);
  await assert.rejects(inviteMember(owner.ctx, { email: 'later@example.com', role: 'viewer' }), isClosed);
  await assert.rejects(inviteMember({ ...owner.ctx, actor: cloud.ctx.actor }, { email: 'later@example.com', role: 'viewer' }), isClosed);
  await assert.rejects(setAutoReload(owner.ctx, { enabled: true, thresholdCad: 500, amountCad: 25 }), isClosed);
  const quote = await quoteDeployment(customer.ctx, { productId: 'h100-sxm-x1' }, { siteUrl: 'https://gpu.example', locale: 'en' });
  assert.deepEqual(quote.reasons, ['ACCOUNT_CLOSED']);

  const rows = cloud.db.sql;
  const { revokedAt } = await rows.selectFrom('apiKeys').select('revokedAt').where('id', '=', key.id).executeTakeFirstOrThrow();
  assert.ok(revokedAt);
  const invitation = await rows.selectFrom('invitations').select('revokedAt').where('id', '=', invited.id).executeTakeFirstOrThrow();
  assert.ok(invitation.revokedAt);
  await assert.rejects(acceptInvitation(owner.ctx, { token: 'x'.repeat(40) }), (error) => isAppError(error, 'NOT_FOUND'));
  assert.deepEqual(await rows.selectFrom('stockAlerts').select('id').where('accountId', '=', accountId).execute(), []);

  // A person was filling in the card form when the account was closed.
  const { setupRef } = await rows.selectFrom('cards').select('setupRef').where('id', '=', pending).executeTakeFirstOrThrow();
  await cloud.payments.sandbox?.enterCard(setupRef ?? '', 'visa');
  await cloud.pass(3 * HOUR_MS);
  const cards = await rows.selectFrom('cards').select(['id', 'status', 'checkAt', 'ref']).where('accountId', '=', accountId).execute();
  assert.deepEqual(
    cards.filter(({ status }) => status === 'active' || status === 'pending'),
    [],
  );
  assert.ok(
    cards.every(({ checkAt }) => checkAt === null),
    'the provider has forgotten them',
  );
  const charges = await rows.selectFrom('payments').select('id').where('accountId', '=', accountId).execute();
  assert.equal(charges.length, 1, 'no credit is bought by itself');
});

test('operators are told of credit that is left, refund what was bought, and take back the rest', async () => {
  const customer = await payingCustomer(cloud, { cad: '5' });
  const { accountId } = customer.ctx;
  const owner = await ownerOf(customer);
  const paymentId = await bought(customer, 25);
  const { credit, refundable } = await previewClosing(owner.ctx);
  assert.deepEqual([credit, refundable], [30, 25]);
  await close(owner);
  const notices = await cloud.db.sql.selectFrom('notices').select('kind').where('accountId', '=', accountId).orderBy('id').execute();
  assert.deepEqual(
    notices.map(({ kind }) => kind).filter((kind) => kind.startsWith('account_')),
    ['account_closed', 'account_closed_with_credit'],
  );
  await refundPayment(cloud.ctx, { paymentId, reason: 'The account was closed', key: 'closing' });
  await cloud.pass(10 * MINUTE_MS);
  await debitAccount(cloud.ctx, { accountId, amountMicros: 5_000_000n, reason: 'Promotional credit of a closed account' });
  assert.equal(await customer.balance(), 0n);
});

test('it is refused under another name, to whoever is not its owner, while it is suspended, and while a card is charged', async () => {
  const customer = await payingCustomer(cloud, { cad: '5' });
  const { accountId } = customer.ctx;
  const owner = await ownerOf(customer);
  await assert.rejects(closeAccount(owner.ctx, { confirmName: 'Costumer', deleteServerIds: [] }), (error) =>
    isAppError(error, 'INVALID_REQUEST'),
  );
  for (const role of ['billing', 'developer', 'viewer'] as const) {
    const other = await addPerson(cloud.ctx, { accountId, role });
    await assert.rejects(close(other), (error) => isAppError(error, 'PERMISSION_DENIED'));
    await assert.rejects(previewClosing(other.ctx), (error) => isAppError(error, 'PERMISSION_DENIED'));
  }
  const stranger = await addPerson(cloud.ctx, { accountId, role: null });
  await assert.rejects(close(stranger), (error) => isAppError(error, 'NOT_FOUND'));
  const { paymentId } = await createTopUp(customer.ctx, { amountCad: 25 });
  await suspendAccount(cloud.ctx, { accountId, reason: 'The card was reported stolen.' });
  assert.deepEqual((await previewClosing(owner.ctx)).blockers, ['suspended', 'payment']);
  await assert.rejects(close(owner), blockedBy('suspended', 'payment'));
  await settlePayment(cloud.ctx, cloud.payments, paymentId);
  await assert.rejects(close(owner), blockedBy('suspended'));
  const house = { ...cloud.ctx, accountId };
  await closeAccount(house, { confirmName: NAME, deleteServerIds: [], evenSuspended: true });
});

test('the ledger holds with all of it', async () => {
  assert.deepEqual(
    (await verifyLedger(cloud.db.sql)).filter(({ broken }) => broken.length > 0),
    [],
  );
});
