import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createKey } from '../../core/ground/keys/create-key.ts';
import { createTicket } from '../../core/commerce/support/create-ticket.ts';
import { addPerson } from '../../core/testing/people.ts';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

const lines = () => cloud.db.sql.selectFrom('auditEntries').selectAll().orderBy('id').execute();

/** Runs a command and returns what it wrote to the log. */
async function logged(...args: string[]) {
  const before = (await lines()).map(({ id }) => id);
  const outcome = await cloud.attempt(...args);
  assert.equal(outcome.code, 0, outcome.err);
  const added = (await lines()).filter(({ id }) => !before.includes(id));
  assert.ok(added.every(({ door, actorType, actorName }) => door === 'operator' && actorType === 'operator' && actorName !== null));
  return { outcome, actions: added.map(({ action }) => action) };
}

test('every command that writes leaves one line, and one that reads or is refused leaves none', async () => {
  const { ctx } = await cloud.customer('100');
  const { accountId } = ctx;
  const serverId = await (await cloud.customer('100')).deploy('l4-x1-spot');
  const own = await cloud.customer('100');
  const ownServer = await own.deploy('l4-x1');
  const key = await createKey(ctx, { accountId, access: 'full', name: 'ci' });
  const person = await addPerson(cloud.ctx, { accountId, role: 'viewer' });
  const { id: ticket } = await createTicket(ctx, { subject: 'Help', message: 'Please' });
  await cloud.settle();

  const pool = await logged('pool', 'add', 'h200', '--engine', 'simulated', '--model', 'h200-sxm');
  const host = await logged('host', 'add', 'h200-1', '--pool', idIn(pool.outcome, 'pool'), '--gpus', '8');
  const hostId = idIn(host.outcome, 'host');
  assert.deepEqual([pool.actions, host.actions], [['pool.added'], ['host.added']]);
  const writes: [action: string, ...args: string[]][] = [
    ['account.opened', 'account', 'create', 'Acme'],
    ['account.credited', 'account', 'credit', accountId, '5', '--reason', 'gift', '--key', 'once'],
    ['account.debited', 'account', 'debit', accountId, '1', '--reason', 'back'],
    ['account_budget.set', 'budget', 'set', accountId, '--monthly', '50'],
    ['server_budget.set', 'budget', 'set-server', ownServer, '--monthly', '50'],
    ['plan.changed', 'plan', 'set', 'l4-x2', '--purchasable', 'no'],
    ['price.set', 'price', 'set', 'l4-x1', '--hourly', '1.20'],
    ['image.set', 'image', 'add', 'alma-9', '--name', 'Alma', '--username', 'alma'],
    ['image.removed', 'image', 'remove', 'alma-9'],
    ['addresses.added', 'address', 'add', '203.0.113.0/28'],
    ['addresses.removed', 'address', 'remove', '203.0.113.0/28'],
    ['address.shared', 'address', 'share', '203.0.113.7', '--ports', '20000-20099', '--host', 'h200-1'],
    ['address.unshared', 'address', 'unshare', '--host', 'h200-1'],
    ['host.changed', 'host', 'drain', hostId],
    ['host.changed', 'host', 'offline', hostId],
    ['host.changed', 'host', 'accept', hostId],
    ['gpu.added', 'gpu', 'add', hostId, '--gpus', '1'],
    ['gpu.quarantined', 'gpu', 'quarantine', 'h200-1', '8', '--reason', 'Xid 79'],
    ['gpu.removed', 'gpu', 'remove', 'h200-1', '8', '--reason', 'Sent in'],
    ['gpu.replaced', 'gpu', 'replace', hostId, '8'],
    ['gpu.quarantined', 'gpu', 'quarantine', hostId, '0', '--reason', 'Hot'],
    ['gpu.released', 'gpu', 'release', hostId, '0'],
    ['host.removed', 'host', 'remove', hostId],
    ['pool.renamed', 'pool', 'rename', 'h200', 'h200-old'],
    ['pool.removed', 'pool', 'remove', 'h200-old', '--reason', 'Sold'],
    ['server.preempted', 'server', 'preempt', serverId, '--reason', 'service'],
    ['server.stopped', 'server', 'stop', ownServer, '--reason', 'It scans ports'],
    ['key.revoked', 'key', 'revoke', key.id],
    ['member.invited', 'member', 'invite', accountId, 'new@example.com', 'owner'],
    ['member.role_changed', 'member', 'set-role', accountId, person.id, 'billing'],
    ['member.removed', 'member', 'remove', accountId, person.id],
    ['person.role_changed', 'person', 'set-role', person.email, 'operator'],
    ['two_factor.disabled', 'person', 'remove-two-factor', person.email],
    ['ticket.created', 'ticket', 'open', accountId, '--subject', 'News', '--message', 'Hello'],
    ['ticket.answered', 'ticket', 'answer', ticket, '--message', 'Done'],
    ['ticket.closed', 'ticket', 'close', ticket],
  ];
  for (const [action, ...args] of writes) assert.deepEqual((await logged(...args)).actions, [action], args.join(' '));
  assert.deepEqual((await logged('account', 'credit', accountId, '5', '--reason', 'gift', '--key', 'once')).actions, [], 'nothing moved');
  for (const noun of ['account', 'plan', 'image', 'address', 'host', 'gpu', 'server', 'ticket', 'mail', 'audit'])
    assert.deepEqual((await logged(noun, 'list')).actions, []);

  const before = (await lines()).length;
  assert.equal((await cloud.attempt('account', 'debit', accountId, '1000', '--reason', 'too much')).code, 1);
  assert.equal((await cloud.attempt('server', 'preempt', ownServer, '--reason', 'not spot')).code, 1);
  assert.equal((await lines()).length, before);
});

test('the log is listed by account, target and action, with who, by which door and from where', async () => {
  const { ctx } = await cloud.customer('0');
  const { accountId } = ctx;
  const by = { ...ctx, door: 'rest', address: '203.0.113.7' } as const;
  const key = await createKey(by, { accountId, access: 'full', name: 'ci\u0007' });
  const listed = await cloud.run('audit', 'list', '--account', accountId);
  assert.match(listed.out, /^WHEN +ACCOUNT +WHO +BY +FROM +WHAT +TARGET +NAME +DETAIL\n/);
  assert.match(listed.out, new RegExp(`${accountId} +api key tests +rest +203\\.0\\.113\\.7 +key\\.created +${key.id} +ci +\\{`));
  assert.ok(!listed.out.includes(key.text) && !listed.out.includes('\u0007'));
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('audit', 'list', '--target', key.id, '--json')), {
    items: [{ action: 'key.created', target: key.id, accountId, door: 'rest', detail: { kind: 'rest', access: 'full' } }],
    nextCursor: null,
  });
  const none = await cloud.attempt('audit', 'list', '--account', accountId, '--action', 'server.deleted');
  assert.equal(none.out, 'Nothing was written.\n');
  assert.equal((await cloud.attempt('audit', 'list', '--action', 'server.exploded')).code, 2);
});
