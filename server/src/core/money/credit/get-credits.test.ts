import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS } from '../../../kit/clock.ts';
import { startCloud, type Customer } from '../../testing/cloud.ts';
import { getCredits } from './get-credits.ts';

const cloud = await startCloud();
after(() => cloud.close());

/** What moved the credit, oldest first, in each language. */
async function described({ ctx }: Customer) {
  const [english, french] = await Promise.all(
    (['en', 'fr'] as const).map(async (locale) => (await getCredits(ctx, { locale })).credits.transactions.map((row) => row.description)),
  );
  return { en: english?.toReversed(), fr: french?.toReversed() };
}

test('what moved the credit is described in its reader’s language, and what an operator wrote as they wrote it', async () => {
  const customer = await cloud.customer('100');
  const serverId = await customer.deploy('l4-x1', { name: 'worker' });
  await cloud.settle();
  await cloud.pass(HOUR_MS);
  const early = await customer.deploy('l4-x1', { name: 'early' });
  await customer.remove(early);
  assert.deepEqual(await described(customer), {
    en: [
      'Test credit',
      'First hour of worker (l4-x1)',
      '1 server-hour',
      'First hour of early (l4-x1)',
      'Refund: early was deleted before it was active',
    ],
    fr: [
      'Test credit',
      'Première heure de worker (l4-x1)',
      '1 heure-serveur',
      'Première heure de early (l4-x1)',
      'Remboursement\u00a0: early a été supprimé avant d’être en service',
    ],
  });
  const rows = await cloud.db.sql
    .selectFrom('transfers')
    .select(['data', 'description'])
    .where('accountId', '=', customer.ctx.accountId)
    .execute();
  assert.ok(
    rows.every(({ data, description }) => data !== null && description === null),
    'a transfer has words of its own',
  );
  await customer.remove(serverId);
});

test('a transfer of before transfers were data is described as it was written', async () => {
  const customer = await cloud.customer('100');
  const { accountId } = customer.ctx;
  const write = (key: string, told: { description?: string; data?: string }) =>
    cloud.db.sql
      .insertInto('transfers')
      .values({
        id: `txn_${key}`,
        key,
        type: 'usage',
        debitAccountId: accountId,
        creditAccountId: 'revenue',
        amountMicros: 1n,
        accountId,
        balanceAfterMicros: 99_999_999n,
        createdAt: cloud.clock.now(),
        ...told,
      })
      .execute();
  await write('old', { description: 'First hour of long ago' });
  const was = ['Test credit', 'First hour of long ago'];
  assert.deepEqual(await described(customer), { en: was, fr: was });
  await assert.rejects(write('mute', {}), /transfers_told/);
  await assert.rejects(write('twice', { description: 'Said', data: '{"of":"hours","hours":1}' }), /transfers_told/);
});
