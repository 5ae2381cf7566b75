import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { TransactionGroup } from '@boreal/contract/billing/transaction-groups.ts';
import { AppError } from '../../../kit/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { giveCredit } from '../../money/ledger/ledger.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { describeServer } from '../servers/descriptions/describe-server.ts';
import { listTransactionGroups } from './list-transaction-groups.ts';

const cloud = await startCloud({ start: new Date('2024-11-10T12:00:00Z'), hosts: { l4: [8] } });
after(() => cloud.close());

const find = async (
  { ctx }: Customer,
  input: { search?: string; type?: 'usage' | 'adjustment' | 'order'; locale?: 'en' | 'fr'; cursor?: string },
) => listTransactionGroups(ctx, { locale: 'en', ...input });
const named = (groups: readonly TransactionGroup[]) => groups.map((group) => (group.kind === 'charges' ? group.serverName : group.type));

test('a search finds servers, words in the reader’s language, amounts and ids, however they are typed', async () => {
  const customer = await cloud.customer('1000');
  const trainer = await customer.deploy('l4-x1', { name: 'trainer' });
  await customer.deploy('l4-x1', { name: 'crawler' });
  await cloud.settle();
  await describeServer(customer.ctx, { serverId: trainer, name: 'Modèle-Élan' });
  await cloud.pass(HOUR_MS + MINUTE_MS);
  assert.deepEqual(named((await find(customer, { search: ' modele-elan ' })).items), ['Modèle-Élan']);
  assert.deepEqual(named((await find(customer, { search: trainer })).items), ['Modèle-Élan'], 'by its id');
  assert.deepEqual(named((await find(customer, { search: '2,18' })).items).toSorted(), ['Modèle-Élan', 'crawler']);
  assert.equal((await find(customer, { search: '1,000.00' })).items.length, 1, 'the credit');
  assert.deepEqual((await find(customer, { search: "%_'; drop table servers; --" })).items, [], 'a stranger’s words are only words');
  assert.deepEqual(named((await find(customer, { type: 'usage' })).items).toSorted(), ['Modèle-Élan', 'crawler']);
  assert.deepEqual((await find(customer, { type: 'order' })).items, []);
});

test('a search that finds nothing in a year of days says where to go on, and comes to what is older', async () => {
  const customer = await cloud.customer('1000');
  for (let count = 0; count < 16; count += 1) {
    const gift = { key: `${customer.ctx.accountId}:${count}`, type: 'adjustment', amountMicros: 5_000_000n, against: 'promo' } as const;
    const reason = count === 0 ? 'Geste commercial' : 'Other';
    await cloud.ctx.transact(async (tx) =>
      giveCredit(tx, cloud.ctx, await lockAccount(tx, customer.ctx.accountId), { ...gift, data: { of: 'by_hand', reason } }),
    );
    cloud.clock.advance(100 * DAY_MS);
  }
  let { items, nextCursor } = await find(customer, { search: 'GESTE' });
  assert.ok(items.length === 0 && nextCursor !== null, 'not in the latest year');
  for (let pages = 0; nextCursor !== null && pages < 10; pages += 1) {
    const next = await find(customer, { search: 'GESTE', cursor: nextCursor });
    items = [...items, ...next.items];
    nextCursor = next.nextCursor;
  }
  assert.equal(nextCursor, null);
  assert.deepEqual(
    items.map((group) => group.kind === 'single' && group.description),
    ['Geste commercial'],
  );
});

test('a cursor of another list, and a day that is none, are refused', async () => {
  const customer = await cloud.customer('10');
  for (const place of ['12', '2026-02-30~0', '2026-02-03~x', '2026-02-03~s1', 'srv_1'])
    await assert.rejects(
      find(customer, { cursor: Buffer.from(place).toString('base64url') }),
      (error) => error instanceof AppError && error.code === 'INVALID_REQUEST',
      place,
    );
});
