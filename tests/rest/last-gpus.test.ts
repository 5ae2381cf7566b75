import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { HOUR_MS } from '../../server/src/kit/clock.ts';
import type { CheckedAnswer } from '../testing/api-document.ts';
import { openRestCloud, type Member } from '../testing/rest-cloud.ts';
import { read, restClient } from '../testing/rest-client.ts';
import { refusal, succeeded } from '../testing/walk-requests.ts';

const rest = await openRestCloud({ hosts: { l4: [4] } });
after(() => rest.close());
const members = await Promise.all([1, 2, 3, 4].map(() => rest.member('1000')));

test('two hundred deployments of the last four GPUs at once sell exactly four and charge exactly four', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => deploy(members[n % 4], {})));
  await soldFour(answers);
});

test('so they do with two hundred different Idempotency-Keys', async () => {
  await Promise.all(members.map(removeAll));
  await rest.cloud.settle();
  rest.cloud.clock.advance(HOUR_MS);
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => deploy(members[n % 4], { 'idempotency-key': `last ${n}` })));
  await soldFour(answers);
});

async function soldFour(answers: readonly CheckedAnswer[]): Promise<void> {
  const sold = answers.filter(({ status }) => status === 201);
  assert.equal(sold.length, 4);
  for (const answer of answers.filter(({ status }) => status !== 201)) refusal(answer, 409, 'PLAN_NOT_AVAILABLE');
  assert.equal(await rest.cloud.gpusTaken(), 4);
  const balances = await Promise.all(members.map((one) => restClient(rest, one).balance()));
  // What was deleted before it ran was given back.
  assert.equal(Math.round(balances.reduce((sum, one) => sum + one, 0) * 100), 400_000 - 4 * 109);
  for (const { name, broken } of await verifyLedger(rest.cloud.db.sql)) assert.deepEqual([name, broken], [name, []]);
}

async function removeAll(one: Member): Promise<void> {
  const client = restClient(rest, one);
  for (const { id } of read(await client.get('/servers'), z.array(z.object({ id: z.string() }))))
    succeeded(await client.remove(`/servers/${id}`), 'deleted');
}

function deploy(member: Member | undefined, headers: Record<string, string>): Promise<CheckedAnswer> {
  assert.ok(member);
  return restClient(rest, member).post('/servers', { productId: 'l4-x1', sshKeyId: member.sshKeyId }, headers);
}
