import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

const newAccount = async (name: string) => idIn(await cloud.attempt('account', 'create', name), 'acc');
const transfersOf = (accountId: string) =>
  cloud.db.sql.selectFrom('transfers').selectAll().where('accountId', '=', accountId).orderBy('seq').execute();

test('an account is created empty, and its id is told', async () => {
  const made = await cloud.run('account', 'create', '  Acme Inc. ');
  assert.equal(made.code, 0);
  assert.match(made.out, /^Opened the account "Acme Inc\." with an empty credit: acc_[0-9a-z]{26}\n$/);
  const row = await cloud.db.sql.selectFrom('accounts').selectAll().where('id', '=', idIn(made, 'acc')).executeTakeFirstOrThrow();
  assert.equal(row.name, 'Acme Inc.');
  assert.equal((await cloud.attempt('account', 'create', ' ')).code, 2);
  assert.equal((await cloud.attempt('account', 'create', 'bell\u0007')).code, 2);
});

test('the list shows balance, servers and what they cost an hour', async () => {
  const customer = await cloud.customer('100');
  await customer.deploy('l4-x1');
  const listed = await cloud.run('account', 'list');
  assert.equal(listed.code, 0);
  assert.match(listed.out, /^ID +NAME +BALANCE CAD +SERVERS +CAD\/HOUR +LASTS +CREATED +SUSPENDED +CLOSED\n/);
  assert.match(listed.out, new RegExp(`${customer.ctx.accountId} +Customer +98\\.91 +1 +1\\.09 +90\\.7 h `));
  const first = jsonOf(await cloud.attempt('account', 'list', '--json', '--limit', '1'));
  assert.partialDeepStrictEqual(first, { items: [{ currency: 'CAD' }] });
  assert.equal((await cloud.attempt('account', 'list', '--limit', '0')).code, 2);
  assert.equal((await cloud.attempt('account', 'list', '--cursor', '%')).code, 1);
});

test('a cut list tells the cursor that goes on, and the pages hold every account once', async () => {
  const seen: string[] = [];
  const ids = (await cloud.db.sql.selectFrom('accounts').select('id').orderBy('id').execute()).map((row) => row.id);
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page = await cloud.attempt('account', 'list', '--limit', '1', ...(cursor === '' ? [] : ['--cursor', cursor]));
    seen.push(idIn(page, 'acc'));
    cursor = /--cursor (\S+)/.exec(page.out)?.[1];
  }
  assert.deepEqual(seen, ids);
});

test('credit is given against promo, and against cash when it is a top-up', async () => {
  const accountId = await newAccount('Credited');
  const given = await cloud.run('account', 'credit', accountId, '25.5', '--reason', 'Welcome', '--as', 'promo');
  assert.equal(given.code, 0);
  assert.equal(given.out, `Gave 25.50 CAD to ${accountId} (promo). The balance is 25.50 CAD. Transaction: ${idIn(given, 'txn')}\n`);
  const paid = await cloud.attempt('account', 'credit', accountId, '0.000001', '--reason', 'Wire of 3 May', '--as', 'topup', '--json');
  assert.partialDeepStrictEqual(jsonOf(paid), { accountId, moved: true, amount: 0.000001, balance: 25.5, currency: 'CAD' });
  const rows = await transfersOf(accountId);
  assert.deepEqual(
    rows.map((row) => [row.type, row.debitAccountId, row.amountMicros, row.data]),
    [
      ['promo', 'promo', 25_500_000n, { of: 'by_hand', reason: 'Welcome' }],
      ['topup', 'cash', 1n, { of: 'by_hand', reason: 'Wire of 3 May' }],
    ],
  );
});

test('a debit takes what is there and never more', async () => {
  const accountId = await newAccount('Debited');
  await cloud.attempt('account', 'credit', accountId, '10', '--reason', 'Correction');
  const tooMuch = await cloud.run('account', 'debit', accountId, '10.01', '--reason', 'Oops');
  assert.equal(tooMuch.code, 1);
  assert.equal(tooMuch.err, 'The balance is 10.00 CAD and never goes below zero, so 10.01 CAD cannot be taken. Nothing was changed.\n');
  const taken = await cloud.attempt('account', 'debit', accountId, '10', '--reason', 'Credited twice');
  assert.match(taken.out, /^Took 10\.00 CAD from acc_\w+\. The balance is 0\.00 CAD\. Transaction: txn_/);
  assert.deepEqual(
    (await transfersOf(accountId)).map((row) => row.type),
    ['adjustment', 'adjustment'],
  );
});

test('the same key moves money once, also from two processes at the same moment', async () => {
  const accountId = await newAccount('Once');
  const credit = () => cloud.run('account', 'credit', accountId, '5', '--reason', 'June', '--key', 'june');
  const both = await Promise.all([credit(), credit()]);
  assert.deepEqual(
    both.map((one) => one.code),
    [0, 0],
  );
  assert.equal(
    both.filter((one) => one.out.startsWith('Nothing moved: the key "june" did this before. The balance is 5.00 CAD.')).length,
    1,
  );
  assert.equal((await transfersOf(accountId)).length, 1);

  const debit = ['account', 'debit', accountId, '5', '--reason', 'Back', '--key', 'back', '--json'];
  await cloud.attempt(...debit);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt(...debit)), { moved: false, amount: 0, balance: 0 });
});

test('a key that has moved something else is refused', async () => {
  const accountId = await newAccount('Conflict');
  await cloud.attempt('account', 'credit', accountId, '5', '--reason', 'June', '--key', 'june');
  for (const args of [
    ['credit', '6'],
    ['debit', '5'],
    ['credit', '5', '--as', 'topup'],
  ]) {
    const [verb = '', amount = '', ...rest] = args;
    const refused = await cloud.attempt('account', verb, accountId, amount, '--reason', 'June', '--key', 'june', ...rest);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^This --key has already moved another amount/);
  }
  assert.equal((await transfersOf(accountId)).length, 1);
});

test('a key belongs to one account', async () => {
  for (const name of ['A', 'B']) {
    const moved = await cloud.attempt('account', 'credit', await newAccount(name), '5', '--reason', 'June', '--key', 'june', '--json');
    assert.partialDeepStrictEqual(jsonOf(moved), { moved: true });
  }
});

test('what cannot be an amount, a reason or an account is refused', async () => {
  const accountId = await newAccount('Strict');
  for (const amount of ['0', '-5', '1e3', '1.0000001', 'ten']) {
    const refused = await cloud.attempt('account', 'credit', accountId, amount, '--reason', 'Why');
    assert.equal(refused.code, 2, amount);
    assert.match(refused.err, /Write an amount of CAD above zero/);
  }
  const silent = await cloud.attempt('account', 'credit', accountId, '5');
  assert.equal(silent.code, 2);
  assert.match(silent.err, /required option '--reason <text>' not specified/);
  const unknown = await cloud.attempt('account', 'debit', 'acc_nobody', '5', '--reason', 'Why');
  assert.equal(unknown.code, 1);
  assert.equal(unknown.err, 'There is no such account. Look for its id with: npm run operator -- account list\n');
  assert.equal((await transfersOf(accountId)).length, 0);
});

test('an account is suspended with a reason and reactivated, and saying so twice changes nothing', async () => {
  const accountId = await newAccount('Held');
  const silent = await cloud.attempt('account', 'suspend', accountId);
  assert.equal(silent.code, 2);
  const held = await cloud.run('account', 'suspend', accountId, '--reason', 'Stolen card');
  assert.match(held.out, /is suspended: it spends and starts nothing\./);
  assert.match((await cloud.attempt('account', 'suspend', accountId, '--reason', 'x')).out, /already\. Nothing was changed\./);
  assert.match((await cloud.attempt('account', 'list')).out, new RegExp(`${accountId} .*\\d{4}-\\d\\d-\\d\\d \\S+ +\\d{4}-`));
  assert.match((await cloud.run('account', 'resume', accountId)).out, /may spend again/);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('account', 'reactivate', accountId, '--json')), {
    changed: false,
    suspendedAt: null,
  });
});
