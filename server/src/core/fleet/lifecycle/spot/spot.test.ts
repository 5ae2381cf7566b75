import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Tx } from '../../../../db/connect.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { addMember } from '../../../ground/members/members.store.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { getServerUsage } from '../../servers/views/get-server-usage.ts';
import { setHostState } from '../../capacity/hosts/set-host-state.ts';
import { listGpuPlans } from '../../availability/list-gpu-plans.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { addPerson } from '../../../testing/people.ts';
import { convergeServer } from '../converge/converge-server.ts';
import { createServer } from '../create/create-server.ts';
import { listServerEvents } from '../../servers/views/list-server-events.ts';
import { preemptServer } from './preempt-server.ts';

const CAD = 1_000_000n;
const SPOT = 1_790_000n;
const SPOT_PLAN = 'h100-sxm-x1-spot';

describe('on-demand demand on a full pool', () => {
  let cloud: Cloud;
  const owners = new Map<string, Customer>();
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [4] } });
  });
  afterEach(async () => {
    await cloud.engine.faults.clear();
    await cloud.settle();
    for (const [id, owner] of owners) if ((await cloud.server(id)).status !== 'DELETED') await owner.remove(id);
    owners.clear();
    await cloud.settle();
    assert.equal(await cloud.gpusTaken(), 0);
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  });
  after(() => cloud.close());

  async function deploy(customer: Customer, plan: string): Promise<string> {
    const id = await customer.deploy(plan);
    owners.set(id, customer);
    return id;
  }

  /** Spot servers of one customer, each a minute newer than the previous one, all ACTIVE. */
  async function spots(customer: Customer, plans: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const plan of plans) {
      cloud.clock.advance(MINUTE_MS);
      ids.push(await deploy(customer, plan));
    }
    await cloud.settle();
    return ids;
  }

  const statusOf = async (id: string) => (await cloud.server(id)).status;
  const preemptionOf = async (customer: Customer, serverId: string) =>
    (await listServerEvents(customer.ctx, { serverId, locale: 'en' })).items.find((event) => event.type === 'server.preempted');

  test('hibernates the newest spot servers, no more than needed, and starts once their machines have left', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [oldest = '', older = '', newer = '', newest = ''] = await spots(guest, [SPOT_PLAN, SPOT_PLAN, SPOT_PLAN, SPOT_PLAN]);
    const bought = await deploy(buyer, 'h100-sxm-x2');
    assert.deepEqual([(await cloud.server(newest)).task, (await cloud.server(newer)).task], ['hibernating', 'hibernating']);
    assert.deepEqual([await cloud.gpusTaken(bought), await cloud.gpusTaken(newest)], [2, 0]);
    assert.equal(await buyer.balance(), 50n * CAD - 7_980_000n);
    assert.deepEqual(await convergeServer(cloud.ctx, cloud.engines, bought), { is: 'wait', ms: 5 * SECOND_MS, reason: 'waiting for GPUs' });
    assert.equal((await cloud.engine.observe(bought, new AbortController().signal)).power, 'absent');
    await cloud.settle();
    assert.deepEqual([await statusOf(bought), await statusOf(newest), await statusOf(newer)], ['ACTIVE', 'HIBERNATED', 'HIBERNATED']);
    assert.deepEqual([await statusOf(older), await statusOf(oldest)], ['ACTIVE', 'ACTIVE']);
    await checkGpus(cloud);
  });

  test('stops the clock of who must go at once: all of a first hour is given back, of a later one what is left', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [id = ''] = await spots(guest, [SPOT_PLAN]);
    const [young = ''] = await spots(guest, ['h100-sxm-x2-spot']);
    await cloud.pass(90 * MINUTE_MS);
    const before = await guest.balance();
    await deploy(buyer, 'h100-sxm-x1');
    assert.equal(await guest.balance(), before, 'one GPU was free: nobody had to go');
    await deploy(buyer, 'h100-sxm-x2');
    const given = (await guest.balance()) - before;
    assert.ok(given > (2n * SPOT * 28n) / 60n && given < (2n * SPOT * 32n) / 60n, String(given));
    const event = await preemptionOf(guest, young);
    assert.equal(event?.level, 'warning');
    assert.equal(event?.reason, 'SPOT_PREEMPTED');
    assert.deepEqual([event?.actor.type, event?.requestId], ['system', null]);
    assert.match(
      event?.message ?? '',
      /^On-demand customers need the GPUs of this spot server\. 1\.\d\d CAD was refunded: the unused part of the hour\. .* system disk is kept/,
    );
    await cloud.pass(3 * HOUR_MS);
    assert.equal(await statusOf(young), 'HIBERNATED');
    const { usage } = await getServerUsage(guest.ctx, { serverId: young });
    assert.equal(usage.hours.length, 2);
    assert.equal(usage.totals.refunds, Number(given) / 1e6);
    assert.equal(await statusOf(id), 'ACTIVE');

    const notices = await cloud.db.sql.selectFrom('notices').selectAll().where('serverId', '=', young).execute();
    assert.deepEqual(
      notices.map((notice) => [notice.kind, notice.serverId]),
      [['preempted', young]],
    );
  });

  test('within the first hour nothing is paid, and a restore charges a new first hour', async () => {
    const [guest, buyer] = [await cloud.customer('10'), await cloud.customer('50')];
    const [id = ''] = await spots(guest, ['h100-sxm-x4-spot']);
    await cloud.pass(10 * MINUTE_MS);
    assert.equal(await guest.balance(), 10n * CAD - 4n * SPOT);
    const bought = await deploy(buyer, 'h100-sxm-x1');
    assert.equal(await guest.balance(), 10n * CAD);
    await cloud.settle();
    await assert.rejects(guest.act(id, 'hibernate-restore'), { code: 'PLAN_NOT_AVAILABLE' });
    assert.equal(await guest.balance(), 10n * CAD);
    await buyer.remove(bought);
    await cloud.settle();
    await guest.act(id, 'hibernate-restore');
    assert.equal(await guest.balance(), 10n * CAD - 4n * SPOT);
    await cloud.settle();
    assert.equal(await statusOf(id), 'ACTIVE');
  });

  test('a spot server that was restored competes again, like one just deployed', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [first = '', second = ''] = await spots(guest, ['h100-sxm-x2-spot', 'h100-sxm-x2-spot']);
    await guest.act(first, 'hibernate');
    await cloud.settle();
    cloud.clock.advance(MINUTE_MS);
    await guest.act(first, 'hibernate-restore');
    await cloud.settle();
    await deploy(buyer, 'h100-sxm-x1');
    await cloud.settle();
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['HIBERNATED', 'ACTIVE']);
  });

  test('a stopped, a rebooting and a restoring spot server go too; one that never ran ends in ERROR, refunded', async () => {
    const [guest, buyer] = [await cloud.customer('20'), await cloud.customer('50')];
    const [restoring = '', stopped = '', rebooting = ''] = await spots(guest, [SPOT_PLAN, SPOT_PLAN, SPOT_PLAN]);
    await guest.act(restoring, 'hibernate');
    await guest.act(stopped, 'stop');
    await cloud.settle();
    await guest.act(restoring, 'hibernate-restore');
    await guest.act(rebooting, 'reboot');
    const fresh = await deploy(guest, SPOT_PLAN);
    await convergeServer(cloud.ctx, cloud.engines, fresh);
    await convergeServer(cloud.ctx, cloud.engines, restoring);
    const bought = await deploy(buyer, 'h100-sxm-x4');
    assert.equal(await guest.balance(), 20n * CAD);
    assert.deepEqual([await statusOf(fresh), (await preemptionOf(guest, fresh))?.toStatus], ['ERROR', 'ERROR']);
    assert.match((await preemptionOf(guest, fresh))?.message ?? '', /all of the first hour\. It had not started yet/);
    await cloud.settle();
    for (const id of [restoring, stopped, rebooting]) assert.equal(await statusOf(id), 'HIBERNATED');
    assert.equal((await cloud.engine.observe(fresh, new AbortController().signal)).power, 'absent');
    assert.equal(await statusOf(bought), 'ACTIVE');
    for (const id of [restoring, stopped, rebooting])
      assert.ok((await cloud.engine.observe(id, new AbortController().signal)).power === 'hibernated');
  });

  test('spot never preempts spot, nor anybody what is on demand, on a draining host, or too small', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('90')];
    const [id = ''] = await spots(guest, ['h100-sxm-x2-spot']);
    await deploy(buyer, 'h100-sxm-x2');
    await cloud.settle();
    const available = new Map((await listGpuPlans(buyer.ctx)).map((plan) => [plan.id, plan.available]));
    assert.deepEqual(
      ['h100-sxm-x1', 'h100-sxm-x2', 'h100-sxm-x4', SPOT_PLAN].map((plan) => available.get(plan)),
      [true, true, false, false],
    );
    await assert.rejects(deploy(buyer, SPOT_PLAN), { code: 'PLAN_NOT_AVAILABLE' });
    await assert.rejects(deploy(buyer, 'h100-sxm-x4'), { code: 'PLAN_NOT_AVAILABLE' });
    const hostId = (await cloud.server(id)).hostId ?? '';
    for (const state of ['draining', 'offline'] as const) {
      await setHostState(cloud.ctx, { hostId, state });
      await assert.rejects(deploy(buyer, 'h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
    }
    await setHostState(cloud.ctx, { hostId, state: 'accepting' });
    assert.equal(await statusOf(id), 'ACTIVE');
  });

  test('a customer preempts their own spot server too, and an on-demand server that is restored preempts like a new one', async () => {
    const customer = await cloud.customer('90');
    const asleep = await deploy(customer, 'h100-sxm-x4');
    await cloud.settle();
    await customer.act(asleep, 'hibernate');
    await cloud.settle();
    const [id = ''] = await spots(customer, ['h100-sxm-x4-spot']);
    const before = await customer.balance();
    await customer.act(asleep, 'hibernate-restore');
    assert.equal(await customer.balance(), before + 4n * SPOT);
    await cloud.settle();
    assert.deepEqual([await statusOf(asleep), await statusOf(id)], ['ACTIVE', 'HIBERNATED']);
  });

  test('who preempts their own spot server pays for what it ran: bought and deleted again, it would run for nothing', async () => {
    const customer = await cloud.customer('40');
    const [id = ''] = await spots(customer, ['h100-sxm-x4-spot']);
    await cloud.pass(30 * MINUTE_MS);
    const before = await customer.balance();
    const bought = await deploy(customer, 'h100-sxm-x1');
    await customer.remove(bought);
    const given = (await customer.balance()) - before;
    assert.ok(given > (4n * SPOT * 28n) / 60n && given < (4n * SPOT * 32n) / 60n, String(given));
    assert.match((await preemptionOf(customer, id))?.message ?? '', /the unused part of the hour/);
    await cloud.settle();
  });

  for (const [what, roles] of [
    ['of two accounts of one person', ['owner', 'developer']],
    ['of two accounts of different people', null],
    ['of an account whose books somebody else’s owner reads', ['owner', 'billing']],
  ] as const) {
    test(`${what}, one preempts the other: ${roles?.[1] === 'developer' ? 'what it ran is paid, as in one account' : 'the whole first hour is refunded'}`, async () => {
      const [guest, buyer] = [await cloud.customer('40'), await cloud.customer('40')];
      if (roles !== null) {
        const { id: userId } = await addPerson(cloud.ctx, { accountId: buyer.ctx.accountId, role: roles[0] });
        const membership = { accountId: guest.ctx.accountId, userId, role: roles[1], createdAt: cloud.clock.now() };
        await cloud.ctx.transact((tx) => addMember(tx, membership));
      }
      const [id = ''] = await spots(guest, ['h100-sxm-x4-spot']);
      await cloud.pass(30 * MINUTE_MS);
      const before = await guest.balance();
      const bought = await deploy(buyer, 'h100-sxm-x1');
      await buyer.remove(bought);
      assert.equal(await buyer.balance(), 40n * CAD);
      const given = (await guest.balance()) - before;
      if (roles?.[1] !== 'developer') return assert.equal(given, 4n * SPOT);
      assert.ok(given > (4n * SPOT * 28n) / 60n && given < (4n * SPOT * 32n) / 60n, String(given));
      assert.match((await preemptionOf(guest, id))?.message ?? '', /the unused part of the hour/);
    });
  }

  test('preempts inside a transaction that a door has begun, too', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [id = ''] = await spots(guest, ['h100-sxm-x4-spot']);
    const bought = await cloud.ctx.transact(async (tx) => {
      const joined = { ...buyer.ctx, transact: <T>(run: (inner: Tx) => Promise<T>) => run(tx) };
      return createServer(joined, { productId: 'h100-sxm-x1', sshKeyId: buyer.sshKeyId, region: 'canada-montreal' });
    });
    owners.set(bought.id, buyer);
    assert.deepEqual([await buyer.balance(), await guest.balance()], [50n * CAD - 3_990_000n, 50n * CAD]);
    await cloud.settle();
    assert.deepEqual([await statusOf(bought.id), await statusOf(id)], ['ACTIVE', 'HIBERNATED']);
  });

  test("a GPU is nobody's when its buyer goes before the spot machine has left, but the next buyer gets it without preempting more", async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [kept = '', id = ''] = await spots(guest, ['h100-sxm-x2-spot', 'h100-sxm-x2-spot']);
    await cloud.engine.faults.slow({ factor: 20 });
    const first = await deploy(buyer, 'h100-sxm-x2');
    await convergeServer(cloud.ctx, cloud.engines, id);
    await buyer.remove(first);
    await convergeServer(cloud.ctx, cloud.engines, first);
    assert.equal(await cloud.gpusTaken(first), 0);
    await assert.rejects(deploy(buyer, SPOT_PLAN), { code: 'PLAN_NOT_AVAILABLE' });
    const second = await deploy(buyer, 'h100-sxm-x1');
    await checkGpus(cloud);
    await cloud.settle();
    assert.deepEqual([await statusOf(second), await statusOf(id), await statusOf(kept)], ['ACTIVE', 'HIBERNATED', 'ACTIVE']);
    await deploy(buyer, SPOT_PLAN);
    await cloud.settle();
  });

  test('waits for a machine on a lost host no longer than a server may take to come up, then refunds; the GPUs stay', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [id = ''] = await spots(guest, ['h100-sxm-x4-spot']);
    await cloud.engine.faults.hostLost('h100-sxm-0');
    const bought = await deploy(buyer, 'h100-sxm-x1');
    await cloud.pass(25 * MINUTE_MS);
    assert.deepEqual([await statusOf(bought), await buyer.balance()], ['ERROR', 50n * CAD]);
    await buyer.remove(bought);
    await cloud.pass(5 * MINUTE_MS);
    await assert.rejects(deploy(buyer, 'h100-sxm-x4-spot'), { code: 'PLAN_NOT_AVAILABLE' });
    await cloud.engine.faults.hostBack('h100-sxm-0');
    await cloud.pass(3 * MINUTE_MS);
    assert.equal(await statusOf(id), 'HIBERNATED');
    await deploy(buyer, 'h100-sxm-x4-spot');
    await cloud.settle();
  });

  test('a preempted machine that turns out to be gone leaves its GPUs to the buyer', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [id = ''] = await spots(guest, ['h100-sxm-x4-spot']);
    await cloud.engine.ensureGone(id, new AbortController().signal);
    cloud.clock.advance(10 * SECOND_MS);
    const bought = await deploy(buyer, 'h100-sxm-x4');
    await cloud.settle();
    assert.deepEqual([await statusOf(bought), await statusOf(id)], ['ACTIVE', 'ERROR']);
  });

  test('an operator preempts without a buyer: the GPUs are free once the machine has left', async () => {
    const [guest, buyer] = [await cloud.customer('50'), await cloud.customer('50')];
    const [id = ''] = await spots(guest, ['h100-sxm-x4-spot']);
    const { refundedMicros } = await preemptServer(cloud.ctx, { serverId: id, reason: 'The host is serviced' });
    assert.equal(refundedMicros, 4n * SPOT);
    assert.match((await preemptionOf(guest, id))?.message ?? '', /^Interrupted by the operator: The host is serviced\. 7\.16 CAD/);
    await assert.rejects(deploy(buyer, SPOT_PLAN), { code: 'PLAN_NOT_AVAILABLE' });
    await assert.rejects(preemptServer(cloud.ctx, { serverId: id, reason: 'Again' }), { code: 'INVALID_REQUEST' });
    await cloud.settle();
    await deploy(buyer, SPOT_PLAN);
    const onDemand = await deploy(buyer, 'h100-sxm-x1');
    await assert.rejects(preemptServer(cloud.ctx, { serverId: onDemand, reason: 'No' }), { code: 'INVALID_REQUEST' });
    await cloud.settle();
  });
});

test('of twenty buyers at once on a pool full of eight spot servers of several customers exactly eight are served', async (t) => {
  const cloud = await startCloud({ hosts: { 'h100-sxm': [4, 4] } });
  t.after(() => cloud.close());
  const guests = await Promise.all(Array.from({ length: 3 }, () => cloud.customer('20')));
  const victims: string[] = [];
  for (let n = 0; n < 8; n += 1) victims.push((await guests[n % guests.length]?.deploy(SPOT_PLAN)) ?? '');
  await cloud.settle();
  const buyers = await Promise.all(Array.from({ length: 20 }, () => cloud.customer('4')));
  const deadlocks = await countDeadlocks(cloud);
  const guestsMeanwhile = guests.map((guest, n) => guest.act(victims[n] ?? '', 'reboot').catch(() => undefined));
  const sales = await Promise.allSettled([...buyers.map((buyer) => buyer.deploy('h100-sxm-x1')), cloud.meter()]);
  await Promise.all(guestsMeanwhile);
  const bought = sales.flatMap((sale) => (sale.status === 'fulfilled' && typeof sale.value === 'string' ? [sale.value] : []));
  const refused = sales.flatMap((sale) => (sale.status === 'rejected' ? [sale.reason.code] : []));
  assert.equal(bought.length, 8);
  assert.deepEqual(
    refused,
    Array.from({ length: 12 }, () => 'PLAN_NOT_AVAILABLE'),
  );
  await cloud.settle();
  await checkGpus(cloud);
  for (const id of victims) assert.equal((await cloud.server(id)).status, 'HIBERNATED');
  for (const id of bought) assert.equal((await cloud.server(id)).status, 'ACTIVE');
  for (const guest of guests) assert.equal(await guest.balance(), 20n * CAD);
  for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  assert.equal(await countDeadlocks(cloud), deadlocks);
});

/** Transactions that Postgres aborted to end a deadlock, since this database was created. */
async function countDeadlocks(cloud: Cloud): Promise<number> {
  await cloud.db.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await cloud.db.pool.query<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks ?? 0);
}
