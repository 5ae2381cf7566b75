import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { saveSubscriber } from '../../core/fleet/subscribers/subscribers.store.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

const subscribe = (name: string) =>
  cloud.ctx.transact((tx) =>
    saveSubscriber(tx, { id: `sub_${name}`, email: `${name}@example.com`, language: 'fr', createdAt: cloud.clock.now() }),
  );

test('an operator sees how many subscribe, and removes an address that bounces, whose name no log keeps', async () => {
  assert.equal(await cloud.done('incident', 'subscribers'), '0 addresses are told by mail.\n');
  await subscribe('bounces');
  assert.equal(await cloud.done('incident', 'subscribers'), '1 address is told by mail.\n');
  await subscribe('reads');
  assert.deepEqual(jsonOf(await cloud.attempt('incident', 'subscribers', '--json')), { subscribers: 2 });

  assert.match(await cloud.refused('incident', 'unsubscribe', 'nobody@example.com'), /subscriber/i);
  assert.equal(await cloud.done('incident', 'unsubscribe', 'Bounces@Example.com'), 'bounces@example.com is mailed no more.\n');
  assert.equal(await cloud.done('incident', 'subscribers'), '1 address is told by mail.\n');
  const logged = await cloud.db.sql.selectFrom('auditEntries').selectAll().where('action', '=', 'subscriber.removed').execute();
  assert.deepEqual([logged.length, logged[0]?.target], [1, 'sub_bounces']);
  assert.ok(!JSON.stringify(logged).includes('bounces@'));
});

test('what is said with --no-mail is told to no subscriber', async () => {
  const words = ['--title', 'Slow', '--title-fr', 'Lent', '--text', 'We look.', '--text-fr', 'Nous regardons.'];
  const open = ['incident', 'open', '--component', 'network', '--impact', 'degraded', ...words] as const;
  await cloud.done(...open, '--no-mail');
  await cloud.done(...open);
  const said = await cloud.db.sql.selectFrom('incidentUpdates').select('telling').orderBy('id').execute();
  assert.deepEqual(
    said.map(({ telling }) => telling),
    [false, true],
  );
});

test('an announcement is made, said more of and ended from the terminal; subscribers hear of it only with --mail', async () => {
  const words = ['--title', 'New prices', '--title-fr', 'Nouveaux prix', '--text', 'Less.', '--text-fr', 'Moins.'];
  const made = await cloud.done('incident', 'announce', ...words, '--key', 'prices');
  assert.match(made, /^inc_\w+ {2}New prices\nannouncement, announced\n[^]*Stop showing it with: .* incident end inc_/);
  const id = /inc_\w+/.exec(made)?.[0] ?? assert.fail();
  const tellingOf = async (incidentId: string) =>
    (await cloud.db.sql.selectFrom('incidentUpdates').select('telling').where('incidentId', '=', incidentId).orderBy('id').execute()).map(
      ({ telling }) => telling,
    );
  const more = ['incident', 'update', id, '--state', 'announced', '--text', 'More.', '--text-fr', 'Plus.'] as const;
  await cloud.done(...more);
  await cloud.done(...more, '--mail');
  assert.deepEqual(await tellingOf(id), [false, false, true]);
  assert.match(await cloud.done('incident', 'end', id), /announcement, ended/);
  assert.match(await cloud.refused(...more), /ended/);
  const mailed = await cloud.done('incident', 'announce', ...words, '--mail');
  assert.deepEqual(await tellingOf(/inc_\w+/.exec(mailed)?.[0] ?? ''), [true]);
});
