import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { frenchChecks } from '@boreal/contract/billing/ledger-checks.ts';
import { LedgerVerification } from '@boreal/contract/operator/operator.ts';
import { z } from 'zod';
import { claimProof, holdProof } from '../../core/money/verification/ledger-proofs.store.ts';
import { dayToProve, proveIfAsked, proveLedger } from '../../core/money/verification/prove-ledger.ts';
import { untilNobodyProves } from '../../core/money/verification/testing.ts';
import { PROOF_PATIENCE } from '../../db/connect.ts';
import { WatchedClient } from '../../db/watched-client.ts';
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

test('one whose worker is gone is under way no more, and can be asked for again at once', async () => {
  const worker = web.cloud.db.again(PROOF_PATIENCE);
  const day = dayToProve(web.ctx);
  assert.equal(await holdProof(worker.sql, day), true);
  await ask();
  assert.equal(await claimProof(worker.sql, { day, wall: web.ctx.clock.wall() }), true);
  const { underWaySince } = await shown();
  assert.deepEqual([typeof underWaySince, (await ask()).underWaySince], ['string', underWaySince], 'it is at it');
  assert.deepEqual([await proveIfAsked(web.ctx), await proveLedger(web.ctx)], [false, false]);
  await worker.close();
  await untilNobodyProves(web.ctx);
  assert.equal(await proveIfAsked(web.ctx), false, 'a proof that ends its worker does not end another every ten seconds');
  assert.notEqual((await ask()).underWaySince, null);
  assert.equal(await proveIfAsked(web.ctx), true);
  assert.equal((await shown()).underWaySince, null);
});

test('a worker that is killed in the middle of a long statement is found to be gone, too, and another makes the proof in its turn', async () => {
  await pool.query('delete from ledger_proofs');
  const worker = web.cloud.db.again(PROOF_PATIENCE);
  const day = dayToProve(web.ctx);
  assert.equal(await holdProof(worker.sql, day), true);
  assert.equal(await claimProof(worker.sql, { day, wall: web.ctx.clock.wall() }), true);
  assert.notEqual((await shown()).underWaySince, null);
  const client = await worker.pool.connect();
  assert.ok(client instanceof WatchedClient);
  const asleep = assert.rejects(client.query('select pg_sleep(3600)'));
  // Its end of the connection goes, as with its process.
  client.expectWithin(1);
  await asleep;
  client.release(true);
  await worker.close();
  await untilNobodyProves(web.ctx);
  assert.equal(await proveLedger(web.ctx), true);
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
