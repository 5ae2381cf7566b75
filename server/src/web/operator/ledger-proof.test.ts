import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { frenchChecks } from '@boreal/contract/billing/ledger-checks.ts';
import { LedgerVerification } from '@boreal/contract/operator/operator.ts';
import { z } from 'zod';
import { proveIfAsked } from '../../core/money/verification/prove-ledger.ts';
import type { BrowserAnswer } from '../test-browser.ts';
import { openWebCloud } from '../testing.ts';

const AT = '/api/console/operator/ledger-verification';
const web = await openWebCloud();
const { pool } = web.cloud.db;
const operator = await web.person({ email: 'boss@example.com', operates: 'owner' });
const renter = await web.cloud.customer('100');
await renter.deploy();
await web.cloud.settle();
after(async () => {
  await web.close();
  // What was proven wrong is logged as an error; no request failed.
  assert.deepEqual(
    web.bugs.map((bug) => Object.keys(z.record(z.string(), z.unknown()).parse(bug))),
    [['broken']],
  );
});

function verification(answer: BrowserAnswer): LedgerVerification {
  assert.equal(answer.status, 200, answer.text);
  return z.object({ data: LedgerVerification }).parse(answer.json).data;
}
const shown = async () => verification(await operator.get(AT));
const ask = async () => verification(await operator.post(AT, {}));

test('an operator asks for a proof, a worker makes it, and everybody sees the newest', async () => {
  assert.deepEqual(await shown(), { proof: null, underWaySince: null });
  assert.equal(await proveIfAsked(web.ctx), false, 'nobody has asked');
  const asked = await ask();
  assert.deepEqual([asked.proof, typeof asked.underWaySince], [null, 'string']);
  assert.deepEqual(await ask(), asked, 'asked for again, it stays the same');
  const made = await Promise.all([proveIfAsked(web.ctx), proveIfAsked(web.ctx), proveIfAsked(web.ctx)]);
  assert.deepEqual(made.toSorted(), [false, false, true]);
  const { proof, underWaySince } = await shown();
  assert.deepEqual([proof?.ok, underWaySince], [true, null]);
  assert.deepEqual(proof?.checks.map(({ name }) => name).toSorted(), Object.keys(frenchChecks).toSorted());
  assert.equal(
    proof.checked,
    proof.checks.reduce((sum, { checked }) => sum + checked, 0),
  );
  assert.ok(proof.checked > 0);
  assert.equal(await proveIfAsked(web.ctx), false, 'it is made');
});

test('another on the same day: the one before is shown until it is made, and then what is broken, in the reader’s language', async () => {
  await pool.query(`update ledger_accounts set balance_micros = balance_micros + 1 where kind = 'customer_credit'`);
  const before = await ask();
  assert.deepEqual([before.proof?.ok, before.underWaySince === null], [true, false]);
  assert.equal(await proveIfAsked(web.ctx), true);
  const { proof } = await shown();
  const broken = proof?.checks.filter((check) => check.broken.length > 0) ?? [];
  assert.deepEqual([proof?.ok, broken.length > 0], [false, true]);
  const french = verification(await operator.get(`${AT}?language=fr`, { 'accept-language': 'fr' }));
  assert.deepEqual(french.proof?.checks.map(({ name }) => name).toSorted(), Object.values(frenchChecks).toSorted());
  await pool.query(`update ledger_accounts set balance_micros = balance_micros - 1 where kind = 'customer_credit'`);
});

test('one that comes to nothing is under way no more, and the newest stays', async () => {
  await ask();
  await pool.query('alter table usage_refunds rename to elsewhere');
  await assert.rejects(proveIfAsked(web.ctx));
  await pool.query('alter table elsewhere rename to usage_refunds');
  const { proof, underWaySince } = await shown();
  assert.deepEqual([proof?.ok, underWaySince], [false, null]);
  await ask();
  assert.equal(await proveIfAsked(web.ctx), true);
  assert.equal((await shown()).proof?.ok, true);
});

test('one whose worker is gone is under way no more after six hours, and can be asked for again', async () => {
  await ask();
  await pool.query(`update ledger_proofs set claimed_at = now() - interval '1 hour', asked_at = now() - interval '2 hours'`);
  assert.deepEqual([(await ask()).underWaySince === null, await proveIfAsked(web.ctx)], [false, false], 'it may be at it');
  await pool.query(`update ledger_proofs set claimed_at = now() - interval '7 hours', asked_at = now() - interval '8 hours'`);
  assert.equal((await shown()).underWaySince, null);
  await ask();
  assert.equal(await proveIfAsked(web.ctx), true);
});

test('what another version has kept is shown', async () => {
  const checks = [{ name: 'a promise of a newer version', checked: 3, broken: ['x'] }];
  await pool.query('update ledger_proofs set checks = $1', [JSON.stringify(checks)]);
  assert.deepEqual((await shown()).proof?.checks, checks);
  const name = 'all ledger accounts together are zero';
  await pool.query('update ledger_proofs set checks = null, broken = $1', [JSON.stringify([{ name, rows: ['cash'] }])]);
  const { proof } = await shown();
  assert.deepEqual([proof?.ok, proof?.checks], [false, [{ name, checked: 0, broken: ['cash'] }]]);
});

test('who may not read the books neither sees nor asks for a proof', async () => {
  const support = await web.person({ email: 'support@example.com', operates: 'fleet' });
  for (const answer of [await support.get(AT), await support.post(AT, {})]) assert.equal(answer.status, 403, answer.text);
});
