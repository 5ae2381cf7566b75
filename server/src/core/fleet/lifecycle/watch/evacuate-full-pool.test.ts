import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { addAddresses } from '../../addresses/add-addresses.ts';
import { addressBook } from '../../addresses/address-book.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { addPool } from '../../capacity/pools/add-pool.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { setHostState } from '../../capacity/hosts/set-host-state.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { evacuateHosts, type Evacuation } from './evacuate-hosts.ts';

/**
 * A round that moves nothing, however many servers have no room: reads the hosts, what is free, and the servers with nothing in progress.
 */
const ROUND = 3;
const SMALL = 39;
const DRAINED = 'h100-sxm-0';

describe('a drained host full of servers, in a pool', () => {
  let cloud: Cloud;
  let customer: Customer;
  let poolId: string;
  let big: string;
  const small: string[] = [];
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [SMALL + 2] } });
    customer = await cloud.customer('1000');
    // The big one is the oldest: whatever the order, it is tried early.
    big = await customer.deploy('h100-sxm-x2');
    for (let n = 0; n < SMALL; n += 1) small.push(await customer.deploy());
    await cloud.settle();
    const [host] = await listHosts(cloud.db.sql);
    poolId = host?.poolId ?? '';
    await setHostState(cloud.ctx, { hostId: host?.id ?? '', state: 'draining' });
  });
  afterEach(() => checkGpus(cloud));
  after(() => cloud.close());

  async function evacuate(): Promise<Evacuation> {
    const [evacuation, ...others] = await evacuateHosts(cloud.ctx, cloud.engine);
    assert.ok(evacuation);
    assert.deepEqual([evacuation.hostName, others], [DRAINED, []]);
    return evacuation;
  }

  test(`without a free GPU is looked at in ${ROUND} statements and no transaction, and all its servers are told of`, async () => {
    let stuck: readonly string[] = [];
    const all = await countStatements(async () => {
      ({ stuck } = await evacuate());
    });
    // The engine's own statements do not count.
    const statements = all.filter((text) => !text.includes('simulated_engine'));
    assert.deepEqual(stuck.toSorted(), [big, ...small].toSorted());
    assert.ok(statements.length <= ROUND, `${statements.length}:\n${statements.slice(0, 40).join('\n')}`);
    assert.doesNotMatch(statements.join('\n'), /rollback|for update/);
  });

  test('with a GPU free on each of three hosts sends three there, the big one that fits on none of them not in their way', async () => {
    for (const name of ['b', 'c', 'd']) await addHost(cloud.ctx, { poolId, name, gpuCount: 1 });
    const { moving, stuck } = await evacuate();
    assert.deepEqual(moving, small.slice(0, 3));
    assert.deepEqual(stuck.toSorted(), [big, ...small.slice(3)].toSorted());
    await cloud.settle();
    assert.deepEqual(
      (await listHosts(cloud.db.sql)).map(({ name, used }) => [name, used]),
      [
        [DRAINED, SMALL + 2 - 3],
        ['b', 1],
        ['c', 1],
        ['d', 1],
      ],
    );
    const again = await evacuate();
    assert.deepEqual([again.moving, again.stuck.length], [[], SMALL + 1 - 3]);
  });

  test('tries a server once when a customer is faster, and sends the others', async () => {
    for (const name of ['f', 'g']) await addHost(cloud.ctx, { poolId, name, gpuCount: 1 });
    let transactions = 0;
    let bought = '';
    const raced: Ctx = {
      ...cloud.ctx,
      transact: async (run) => {
        transactions += 1;
        if (transactions === 1) bought = await customer.deploy();
        return cloud.ctx.transact(run);
      },
    };
    const [evacuation] = await evacuateHosts(raced, cloud.engine);
    assert.deepEqual([evacuation?.moving, transactions], [[small[3]], 2]);
    assert.ok(small[4] !== undefined && evacuation?.stuck.includes(small[4]));
    await cloud.settle();
    assert.equal((await cloud.server(bought)).status, 'ACTIVE');
  });

  test('with room for all sends a few at a time, the big one first, and tells of none', async () => {
    await addHost(cloud.ctx, { poolId, name: 'e', gpuCount: SMALL + 2 - 4 });
    const { moving, stuck } = await evacuate();
    assert.deepEqual([moving, stuck], [[big, ...small.slice(4, 7)], []]);
    await cloud.settle();
  });
});

test('a server whose address stays with the drained host is not tried where no other is free; one that brings its own moves', async () => {
  const cloud = await startCloud();
  try {
    const pool = await addPool(cloud.ctx, { name: 'l40s', engine: 'incus', gpuModel: 'l40s', region: 'canada-montreal' });
    const left = await addHost(cloud.ctx, { poolId: pool.id, name: 'left', gpuCount: 2 });
    await addAddresses(cloud.ctx, { range: '10.1.0.1', engine: 'incus', hostName: 'left' });
    await addAddresses(cloud.ctx, { range: '10.1.0.2', engine: 'incus', hostName: null });
    const customer = await cloud.customer('100');
    const ids = [await customer.deploy('l40s-x1'), await customer.deploy('l40s-x1')] as const;
    const [stays, moves] = ids;
    for (const id of ids) await addressBook(cloud.ctx, 'incus').hold(id, 'left');
    // They have finished; on this engine their machines belong to nobody.
    await cloud.db.sql.updateTable('servers').set({ status: 'STOPPED', task: null, goal: 'stopped', convergeAt: null }).execute();
    await addHost(cloud.ctx, { poolId: pool.id, name: 'other', gpuCount: 2 });
    await setHostState(cloud.ctx, { hostId: left.id, state: 'draining' });

    let transactions = 0;
    const counted: Ctx = {
      ...cloud.ctx,
      transact: (run) => {
        transactions += 1;
        return cloud.ctx.transact(run);
      },
    };
    const evacuation = await evacuateHosts(counted, { ...cloud.engine, name: 'incus' });
    assert.deepEqual([evacuation, transactions], [[{ hostName: 'left', moving: [moves], stuck: [stays] }], 1]);
    assert.equal((await cloud.server(stays)).hostId, left.id);
  } finally {
    await cloud.close();
  }
});
