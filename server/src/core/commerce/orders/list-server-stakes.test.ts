import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { hibernateServer } from '../../fleet/lifecycle/change/hibernate-server.ts';
import { restoreServer } from '../../fleet/lifecycle/change/restore-server.ts';
import { addHost } from '../../fleet/capacity/hosts/add-host.ts';
import { setHostState } from '../../fleet/capacity/hosts/set-host-state.ts';
import { moveServer } from '../../fleet/lifecycle/move-server.ts';
import type { Customer } from '../../testing/cloud.ts';
import { order, orderSteps, startOrderCloud } from '../../testing/order-steps.ts';
import { payingCustomer } from '../../testing/paying-customer.ts';
import { getPayment } from '../payments/get-payment.ts';
import { getConsoleServer } from './get-console-server.ts';
import { getOrder } from './get-order.ts';
import { listServerStakes } from './list-server-stakes.ts';
import { renewOrder } from './renew-order.ts';

const cloud = await startOrderCloud();
after(() => cloud.close());
const { settle, remove } = orderSteps(() => cloud);

const stakeOf = async ({ ctx }: Customer, serverId: string) => {
  const found = (await listServerStakes(ctx)).find(({ id }) => id === serverId);
  assert.ok(found);
  return found;
};

test('whether the hour already paid is refunded with a server is known, and is what deleting it then does', async () => {
  const customer = await cloud.customer('100');
  const hourOf = async (id: string) => (await stakeOf(customer, id)).hour;
  const waiting = await customer.deploy();
  assert.deepEqual([(await stakeOf(customer, waiting)).everActive, await hourOf(waiting)], [false, 'refunded']);
  const before = await customer.balance();
  await customer.remove(waiting);
  assert.equal((await customer.balance()) - before, 3_990_000n);

  const id = await customer.deploy();
  await cloud.settle();
  assert.deepEqual([(await stakeOf(customer, id)).everActive, await hourOf(id)], [true, 'kept']);
  await hibernateServer(customer.ctx, { serverId: id });
  await cloud.settle();
  assert.equal(await hourOf(id), 'kept', 'one may resume within it');
  cloud.clock.advance(2 * HOUR_MS);
  assert.equal(await hourOf(id), 'over');
  await restoreServer(customer.ctx, { serverId: id });
  assert.deepEqual([(await stakeOf(customer, id)).everActive, await hourOf(id)], [true, 'refunded'], 'it has not come up yet');
  const paid = await customer.balance();
  await customer.remove(id);
  assert.equal((await customer.balance()) - paid, 3_990_000n);
  assert.deepEqual(await listServerStakes(customer.ctx), []);
});

test('of one server alone, however many the account has, and of no other account’s', async () => {
  const customer = await cloud.customer('100');
  const [first, second] = [await customer.deploy(), await customer.deploy()];
  assert.deepEqual(
    (await listServerStakes(customer.ctx)).map(({ id }) => id),
    [first, second],
  );
  const [one, ...others] = await listServerStakes(customer.ctx, { serverId: second });
  assert.deepEqual([one?.id, others], [second, []]);
  const stranger = await cloud.customer('100');
  assert.deepEqual(await listServerStakes(stranger.ctx, { serverId: second }), []);
  for (const id of [first, second]) await customer.remove(id);
  await cloud.settle();
});

test('an hour whose rest was refunded when its host was lost is over; one that our own move interrupts is refunded from there on', async () => {
  const customer = await cloud.customer('100');
  const id = await customer.deploy();
  await cloud.settle();
  const { hostId } = await cloud.server(id);
  assert.ok(hostId !== null);
  cloud.clock.advance(10 * MINUTE_MS);
  await cloud.engine.faults.hostLost('h100-sxm-0');
  await cloud.pass(3 * MINUTE_MS);
  assert.deepEqual([(await cloud.server(id)).status, (await stakeOf(customer, id)).hour], ['ERROR', 'over']);
  await cloud.engine.faults.hostBack('h100-sxm-0');
  await cloud.pass(3 * MINUTE_MS);
  assert.deepEqual([(await cloud.server(id)).status, (await stakeOf(customer, id)).hour], ['ACTIVE', 'kept']);

  const second = await addHost(cloud.ctx, { poolId: (await cloud.server(id)).poolId ?? '', name: 'second', gpuCount: 1 });
  await setHostState(cloud.ctx, { hostId, state: 'draining' });
  assert.equal(await moveServer(cloud.ctx, await cloud.server(id)), 'moving');
  assert.equal((await stakeOf(customer, id)).hour, 'rest_refunded');
  await cloud.settle();
  assert.deepEqual([(await cloud.server(id)).hostId, (await stakeOf(customer, id)).hour], [second.id, 'kept']);
  await customer.remove(id);
  await setHostState(cloud.ctx, { hostId, state: 'accepting' });
});

test('what is paid for terms is known of every server, as its own page says it', async () => {
  const customer = await payingCustomer(cloud);
  const begun = await order(customer);
  assert.deepEqual(
    [(await stakeOf(customer, begun.serverId)).terms, (await stakeOf(customer, begun.serverId)).hour],
    [{ status: 'pending', paidUntil: null, next: null }, null],
  );
  await settle(begun);
  await cloud.settle();
  const first = await getOrder(customer.ctx, begun);
  const renewal = await renewOrder(customer.ctx, begun);
  await settle(renewal);
  const { total } = await getPayment(customer.ctx, renewal);
  const after = await getOrder(customer.ctx, begun);
  const { terms, everActive } = await stakeOf(customer, begun.serverId);
  assert.deepEqual(
    [everActive, terms],
    [true, { status: 'active', paidUntil: first.periodEnd, next: { start: after.periodStart, end: after.periodEnd, paid: total } }],
  );
  const { terms: told } = await getConsoleServer(customer.ctx, begun);
  assert.deepEqual(terms, told && { status: told.status, paidUntil: told.paidUntil, next: told.next });
  await remove(customer, begun.serverId);
});

test('what hibernation keeps is known: the system disk, and the work disk where the engine keeps it', async () => {
  const customer = await cloud.customer('100');
  const id = await customer.deploy();
  await cloud.settle();
  const { specs, workDiskGb } = await getConsoleServer(customer.ctx, { serverId: id });
  const kept = await stakeOf(customer, id);
  assert.deepEqual([kept.workDisk, kept.keptGb], ['kept', specs.storage + workDiskGb]);
  await cloud.db.sql.updateTable('engineTraits').set({ workDisk: 'scratch' }).execute();
  const lost = await stakeOf(customer, id);
  assert.deepEqual([lost.workDisk, lost.keptGb], ['scratch', specs.storage]);
  await customer.remove(id);
});
