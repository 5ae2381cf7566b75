import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromCad } from '@boreal/contract/values/money.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { getInvoice, listInvoices } from './get-invoice.ts';
import { issueStatements } from './issue-statements.ts';

const cloud = await startCloud({ start: new Date('2026-11-27T15:00:00Z') });
after(() => cloud.close());

/** The account's statements, oldest first. */
async function statementsOf({ ctx }: Customer) {
  const { items } = await listInvoices(ctx, { kind: 'statement' });
  return Promise.all(items.toReversed().map(async ({ id }) => (await getInvoice(ctx, { invoiceId: id })).content));
}

test('statements add up and follow on each other, with a line for each server, however late its hours were charged', async () => {
  const customer = await cloud.customer('9000');
  await customer.deploy('l4-x1', { name: 'worker' });
  await cloud.settle();
  const november = billingMonth(cloud.clock.now());
  // The meter is down for seventy days: what it charges then belongs to February.
  cloud.clock.moveTo(addMs(november.start, 100 * DAY_MS));
  await cloud.meter();
  const closing = await customer.balance();
  cloud.clock.moveTo(addMs(billingMonth(cloud.clock.now()).end, 2 * HOUR_MS));
  await cloud.meter();
  await issueStatements(cloud.ctx);

  const statements = await statementsOf(customer);
  assert.equal(statements.length, 2, 'no credit moved in December and January');
  let opening = 0n;
  for (const { lines, balances } of statements) {
    assert.equal(fromCad(balances?.opening ?? NaN), opening);
    opening = lines.reduce((sum, { amount }) => sum + fromCad(amount), opening);
    assert.equal(fromCad(balances?.closing ?? NaN), opening);
  }
  assert.equal(opening, closing);
  const ofServer = statements.map(({ lines }) => lines.filter(({ description }) => description.en.startsWith('worker (l4-x1)')));
  assert.deepEqual(
    ofServer.map((lines) => lines.length),
    [1, 1],
  );
});
