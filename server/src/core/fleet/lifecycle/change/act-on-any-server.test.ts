import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS } from '../../../../kit/clock.ts';
import { listServerEvents } from '../../servers/views/list-server-events.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { readNotices } from '../../../testing/notices.ts';
import { addOperator } from '../../../testing/people.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { limitHibernation } from '../../servers/limit-hibernation.ts';
import { actOnAnyServer } from './act-on-any-server.ts';

const cloud = await startCloud({ hosts: { l4: [8] } });
after(() => cloud.close());

const operator = await addOperator(cloud.ctx, 'fleet');
const CAD = 1_000_000n;
const L4 = 1_090_000n;

async function running() {
  const customer = await cloud.customer('50');
  const serverId = await customer.deploy('l4-x1');
  await cloud.settle();
  return { customer, serverId, accountId: customer.ctx.accountId, statusOf: async () => (await cloud.server(serverId)).status };
}

test('an operator stops a customer’s server: they read why, it is still billed, and theirs to start again', async () => {
  const { customer, serverId, accountId, statusOf } = await running();
  await actOnAnyServer(operator.ctx, { serverId, action: 'stop', reason: 'It scans ports' });
  await cloud.settle();
  assert.equal(await statusOf(), 'STOPPED');
  const { items } = await listServerEvents(customer.ctx, { serverId, locale: 'en' });
  const told = items.find(({ type }) => type === 'server.stop_requested');
  assert.deepEqual([told?.actor.type, told?.level], ['operator', 'warning']);
  assert.match(told?.message ?? '', /^Stopped by the operator: It scans ports\. A stopped server is still billed/);
  assert.deepEqual(await readNotices(cloud, { accountId, kind: 'server_halted' }), [
    { serverName: (await cloud.server(serverId)).name, action: 'stop', reason: 'It scans ports' },
  ]);
  const log = await cloud.db.sql
    .selectFrom('auditEntries')
    .selectAll()
    .where('target', '=', serverId)
    .where('actorType', '=', 'operator')
    .execute();
  assert.deepEqual(
    log.map(({ action, accountId: of, actorId, detail }) => ({ action, of, actorId, detail })),
    [{ action: 'server.stopped', of: accountId, actorId: operator.id, detail: { reason: 'It scans ports' } }],
  );
  await cloud.pass(HOUR_MS);
  assert.equal(await customer.balance(), 50n * CAD - 2n * L4);
  await customer.act(serverId, 'start');
  await cloud.settle();
  assert.equal(await statusOf(), 'ACTIVE');
});

test('an operator hibernates one, however much its account may keep: billing ends with the paid hour, and nothing is refunded', async () => {
  const { customer, serverId, accountId, statusOf } = await running();
  await limitHibernation(cloud.ctx, { accountId, gb: 0 });
  await assert.rejects(customer.act(serverId, 'hibernate'), { code: 'HIBERNATION_LIMIT' });
  await actOnAnyServer(operator.ctx, { serverId, action: 'hibernate', reason: 'It overloads its host.' });
  await cloud.settle();
  assert.equal(await statusOf(), 'HIBERNATED');
  const { items } = await listServerEvents(customer.ctx, { serverId, locale: 'fr' });
  const told = items.find(({ type }) => type === 'server.hibernate_requested');
  assert.match(told?.message ?? '', /^Mis en hibernation par l’exploitant.: It overloads its host\. Rien de plus n’est facturé/);
  await cloud.pass(3 * HOUR_MS);
  assert.equal(await customer.balance(), 50n * CAD - L4);
  await customer.act(serverId, 'hibernate-restore');
  await cloud.settle();
  assert.equal(await statusOf(), 'ACTIVE');
  assert.equal((await readNotices(cloud, { accountId, kind: 'server_halted' })).length, 1);
});

test('what cannot be done now is refused, and nobody is told anything', async () => {
  const { customer, serverId, accountId } = await running();
  const halt = (action: 'stop' | 'hibernate', id = serverId) => actOnAnyServer(operator.ctx, { serverId: id, action, reason: 'Why' });
  await customer.act(serverId, 'reboot');
  await assert.rejects(halt('stop'), { code: 'INVALID_STATE' });
  await cloud.settle();
  await customer.act(serverId, 'stop');
  await assert.rejects(halt('hibernate'), { code: 'OPERATION_IN_PROGRESS' });
  await cloud.settle();
  await assert.rejects(halt('stop'), { code: 'INVALID_STATE' });
  await customer.remove(serverId);
  await assert.rejects(halt('hibernate'), { code: 'NOT_FOUND' });
  await assert.rejects(halt('stop', 'srv_none'), { code: 'NOT_FOUND' });
  await cloud.settle();
  assert.deepEqual(await readNotices(cloud, { accountId, kind: 'server_halted' }), []);
});

test('of a customer and an operator who act at once, one is refused, and the books are right', async () => {
  const { customer, serverId, statusOf } = await running();
  const asked = await Promise.allSettled([
    actOnAnyServer(operator.ctx, { serverId, action: 'hibernate', reason: 'Why' }),
    customer.act(serverId, 'hibernate'),
    actOnAnyServer(operator.ctx, { serverId, action: 'stop', reason: 'Why' }),
    cloud.meter(),
  ]);
  assert.equal(asked.slice(0, 3).filter(({ status }) => status === 'fulfilled').length, 1);
  await cloud.settle();
  assert.match(await statusOf(), /^(HIBERNATED|STOPPED)$/);
  for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
});
