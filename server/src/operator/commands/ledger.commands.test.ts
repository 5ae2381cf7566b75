import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('a sound ledger is proved, check by check; one tampered balance makes the command end with 1', async () => {
  const { accountId } = (await cloud.customer('50')).ctx;
  const sound = await cloud.run('ledger', 'verify');
  assert.equal(sound.code, 0);
  assert.match(sound.out, /^RESULT +ROWS +CHECK\n(holds +\d+ +\w.*\n)+\n/);
  assert.match(sound.out, /\nEvery check holds\.\n$/);

  await cloud.db.sql.updateTable('ledgerAccounts').set({ balanceMicros: 51_000_000n }).where('id', '=', accountId).execute();
  const broken = await cloud.run('ledger', 'verify');
  assert.equal(broken.code, 1);
  assert.match(broken.out, /\nBROKEN +\d+ +every balance equals its transfers and is not below zero\n/);
  assert.match(broken.err, new RegExp(`Not true: every balance equals its transfers and is not below zero\\. See: ${accountId}\n`));
  assert.match(broken.err, /\nThe ledger is broken\./);

  const json = await cloud.attempt('ledger', 'verify', '--json');
  assert.equal(json.code, 1);
  assert.partialDeepStrictEqual(jsonOf(json), { ok: false });
  assert.match(json.out, /"the sum is 1000000"/);
});
