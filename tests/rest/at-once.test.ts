import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import type { CheckedAnswer } from '../testing/api-document.ts';
import { openRestCloud, type Asked, type Member } from '../testing/rest-cloud.ts';
import { read, restClient } from '../testing/rest-client.ts';
import { refusal, succeeded } from '../testing/walk-requests.ts';
import { freshPublicKey, save } from '../testing/walk-world.ts';

// The same request twenty times at the same moment, as impatient people and retrying programs send it.
const rest = await openRestCloud({ hosts: { l4: [32] } });
const { cloud } = rest;
const alice = await rest.member('1000');
after(async () => {
  try {
    for (const { name, broken } of await verifyLedger(cloud.db.sql)) assert.deepEqual([name, broken], [name, []]);
  } finally {
    await rest.close();
  }
});

/** Sends a request twenty times at once; gives the answers that are successes and those that are not. */
async function twenty(request: Asked, member: Member = alice): Promise<{ good: CheckedAnswer[]; refused: CheckedAnswer[] }> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => rest.send({ key: member.key, ...request })));
  return { good: answers.filter(({ status }) => status < 300), refused: answers.filter(({ status }) => status >= 300) };
}

/** One of the twenty is served, and every other is told this. */
async function servesOne(request: Asked, status: number, error: string, member: Member = alice): Promise<CheckedAnswer> {
  const { good, refused } = await twenty(request, member);
  assert.equal(good.length, 1, refused[0]?.text);
  for (const answer of refused) refusal(answer, status, error);
  const [first] = good;
  assert.ok(first);
  return first;
}

async function running(member: Member = alice): Promise<string> {
  const id = await member.deploy('l4-x1');
  await cloud.settle();
  return id;
}

const actions = (id: string, action: string): Asked => ({ method: 'POST', path: `/servers/${id}/actions`, body: { action } });

test('one of twenty deletions deletes, and what was paid for a server that never ran is given back once', async () => {
  const member = await rest.member('100');
  const id = await member.deploy('l4-x1');
  await servesOne({ method: 'DELETE', path: `/servers/${id}` }, 404, 'NOT_FOUND', member);
  await cloud.settle();
  assert.deepEqual([await restClient(rest, member).balance(), await cloud.gpusTaken(id)], [100, 0]);
});

test('one of twenty power actions is accepted, whichever it is, and one restore is charged', async () => {
  const id = await running();
  const status = async () => (await cloud.server(id)).status;
  await servesOne(actions(id, 'stop'), 400, 'OPERATION_IN_PROGRESS');
  await cloud.settle();
  await servesOne(actions(id, 'start'), 400, 'OPERATION_IN_PROGRESS');
  await cloud.settle();
  await servesOne(actions(id, 'reboot'), 400, 'INVALID_STATE');
  await cloud.settle();
  await servesOne(actions(id, 'hibernate'), 400, 'OPERATION_IN_PROGRESS');
  await cloud.settle();
  assert.equal(await status(), 'HIBERNATED');
  await cloud.pass(HOUR_MS);
  const before = await alice.balance();
  await servesOne(actions(id, 'hibernate-restore'), 400, 'OPERATION_IN_PROGRESS');
  assert.equal(before - (await alice.balance()), 1_090_000n);
  await cloud.settle();
  assert.equal(await status(), 'ACTIVE');
});

test('of every kind of wish at once one after the other is served, and the deletion has the last word', async () => {
  const id = await running();
  const wishes = ['stop', 'reboot', 'hibernate', 'start', 'hibernate-restore'].map((action) => actions(id, action));
  const all: Asked[] = [...wishes, ...wishes, ...wishes, { method: 'DELETE', path: `/servers/${id}` }];
  const answers = await Promise.all(all.map((request) => rest.send({ key: alice.key, ...request })));
  for (const { status, text } of answers) assert.ok([200, 400, 404].includes(status), text);
  const deletion = answers.at(-1);
  assert.ok(deletion);
  succeeded(deletion, 'the deletion');
  await cloud.settle();
  assert.deepEqual([(await cloud.server(id)).status, await cloud.gpusTaken(id)], ['DELETED', 0]);
});

test('credit for one deployment deploys one of twenty, and tells the others what is missing', async () => {
  const member = await rest.member('1.09');
  const request: Asked = { method: 'POST', path: '/servers', body: { productId: 'l4-x1', sshKeyId: member.sshKeyId } };
  const { good, refused } = await twenty(request, member);
  assert.equal(good.length, 1);
  for (const answer of refused)
    assert.partialDeepStrictEqual(refusal(answer, 402, 'INSUFFICIENT_CREDITS'), { requiredCredits: 1.09, currentBalance: 0 });
  assert.equal(await member.balance(), 0n);
  assert.equal(read(await restClient(rest, member).get('/servers'), z.array(z.unknown())).length, 1);
});

test('credit for one restored backup restores one of twenty', async () => {
  const member = await rest.member('2.18');
  const id = await running(member);
  const { backupId } = await save(member, id);
  await cloud.settle();
  await servesOne({ method: 'POST', path: `/servers/${id}/backups/${backupId}/restore` }, 402, 'INSUFFICIENT_CREDITS', member);
  assert.equal(await member.balance(), 0n);
});

test('one of twenty manual backups is begun, and deleting it twenty times deletes it once', async () => {
  const id = await running();
  const path = `/servers/${id}/backups`;
  succeeded(await rest.send({ method: 'PUT', path, key: alice.key, body: { enabled: true } }), 'the option');
  const started = await servesOne({ method: 'POST', path }, 400, 'OPERATION_IN_PROGRESS');
  await cloud.settle();
  const { id: backupId } = read(started, z.object({ id: z.string() }));
  const { good, refused } = await twenty({ method: 'DELETE', path: `${path}/${backupId}` });
  assert.deepEqual([good.length, refused.length], [20, 0], 'one that is being deleted is deleted');
  const events = read(await restClient(rest, alice).get(`/servers/${id}/events`), z.array(z.object({ type: z.string() })));
  assert.equal(events.filter(({ type }) => type === 'backup.deleted').length, 1);
});

test('turning the option of a prepaid server on twenty times charges its term once', async () => {
  const member = await rest.member('100');
  const id = await running(member);
  const [paidFrom, paidUntil] = [cloud.clock.now(), addMs(cloud.clock.now(), 30 * DAY_MS)];
  await cloud.db.sql.updateTable('servers').set({ billingCycle: 'monthly', paidFrom, paidUntil }).where('id', '=', id).execute();
  const before = await member.balance();
  const { good } = await twenty({ method: 'PUT', path: `/servers/${id}/backups`, body: { enabled: true } }, member);
  assert.equal(good.length, 20);
  assert.equal(before - (await member.balance()), 9_990_000n);
  await cloud.db.sql.updateTable('servers').set({ billingCycle: 'hourly', paidFrom: null, paidUntil: null }).where('id', '=', id).execute();
});

test('one of twenty equal firewall rules is added, and one of twenty deletions takes it away', async () => {
  const path = `/servers/${await running()}/firewall`;
  const added = await servesOne(
    { method: 'POST', path, body: { direction: 'ingress', protocol: 'tcp', portRangeMin: 443 } },
    400,
    'INVALID_REQUEST',
  );
  const { id: ruleId } = read(added, z.object({ id: z.int() }));
  await servesOne({ method: 'DELETE', path, body: { ruleId } }, 404, 'NOT_FOUND');
  await cloud.settle();
});

test('one of twenty equal SSH keys is added, and one of twenty deletions forgets it', async () => {
  const path = '/settings/ssh-keys';
  const added = await servesOne({ method: 'POST', path, body: { name: 'laptop', publicKey: freshPublicKey() } }, 400, 'INVALID_REQUEST');
  const { id } = read(added, z.object({ id: z.string() }));
  await servesOne({ method: 'DELETE', path: `${path}?id=${id}` }, 404, 'NOT_FOUND');
});
