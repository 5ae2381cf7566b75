import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { startCloud } from '../../testing/cloud.ts';
import { giveCredit, takeCredit } from './ledger.store.ts';
import { forgetLockedAccounts, lockAccount, tryLockAccount } from './locked-account.store.ts';

const cloud = await startCloud();
const customer = await cloud.customer('10');
after(() => cloud.close());

const movement = (key: string, amountMicros: bigint) =>
  ({ key, amountMicros, type: 'adjustment', against: 'promo', data: { of: 'by_hand', reason: 'A test' } }) as const;

test('an account is locked once in a transaction, and knows what was moved in it', async () => {
  const { ctx } = customer;
  await ctx.transact(async (tx) => {
    const account = await lockAccount(tx, ctx.accountId);
    assert.equal(account.balanceMicros, 10_000_000n);
    await takeCredit(tx, ctx, account, movement('taken', 3_000_000n));
    const again = await lockAccount(tx, ctx.accountId);
    assert.equal(again, account);
    assert.equal(again.balanceMicros, 7_000_000n);
    await giveCredit(tx, ctx, again, movement('given', 3_000_000n));
    const repeated = await giveCredit(tx, ctx, again, movement('given', 3_000_000n));
    assert.deepEqual([repeated.moved, again.balanceMicros], [false, 10_000_000n]);
  });
  assert.equal(await customer.balance(), 10_000_000n);
});

test('money that was moved past the lock stops the transaction, and nothing of it stays', async () => {
  const { ctx } = customer;
  const spoiled = ctx.transact(async (tx) => {
    const account = await lockAccount(tx, ctx.accountId);
    await sql`update ledger_accounts set balance_micros = balance_micros + 1 where id = ${ctx.accountId}`.execute(tx);
    await takeCredit(tx, ctx, account, movement('past the lock', 1n));
  });
  await assert.rejects(spoiled, /is not what its lock says/);
  assert.equal(await customer.balance(), 10_000_000n);
});

test('what was locked after a savepoint is read anew when it was rolled back', async () => {
  const { ctx } = customer;
  await ctx.transact(async (tx) => {
    await sql`savepoint here`.execute(tx);
    await takeCredit(tx, ctx, await lockAccount(tx, ctx.accountId), movement('undone', 4_000_000n));
    await sql`rollback to savepoint here`.execute(tx);
    forgetLockedAccounts(tx);
    assert.equal((await lockAccount(tx, ctx.accountId)).balanceMicros, 10_000_000n);
  });
});

test("nobody locks what is no customer's account", async () => {
  await customer.ctx.transact(async (tx) => {
    assert.equal(await tryLockAccount(tx, 'revenue'), null);
    await assert.rejects(lockAccount(tx, 'acc_0'), /no credit row/);
  });
});
