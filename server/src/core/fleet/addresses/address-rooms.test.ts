import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { lockPools } from '../capacity/places/locked-pools.store.ts';
import { addHost } from '../capacity/hosts/add-host.ts';
import { addPool } from '../capacity/pools/add-pool.ts';
import { stockByModel } from '../capacity/places/stock.store.ts';
import { gpusInStock } from '../capacity/testing/gpus-in-stock.ts';
import { wantedOfEngine } from '../capacity/hosts/wanted-of-engine.ts';
import { checkStock } from '../../testing/check-stock.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { addAddresses } from './add-addresses.ts';
import { addressBook } from './address-book.ts';
import { hostsWithoutAddress } from '../capacity/hosts/host-rooms.store.ts';

const refused = { code: 'PLAN_NOT_AVAILABLE' };

describe('a host whose machines get our addresses', () => {
  let cloud: Cloud;
  let customer: Customer;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [1] } });
    for (const model of ['l40s', 'l4']) {
      const pool = await addPool(cloud.ctx, { name: model, engine: 'incus', gpuModel: model, region: 'canada-montreal' });
      await addHost(cloud.ctx, { poolId: pool.id, name: `${model}-host`, gpuCount: 8 });
    }
  });
  beforeEach(async () => {
    customer = await cloud.customer('1000');
    await cloud.db.sql.deleteFrom('addresses').execute();
    await cloud.db.sql.updateTable('gpus').set({ serverId: null, takenAt: null, leavingServerId: null }).execute();
  });
  after(() => cloud.close());

  const free = async (model: string) => gpusInStock((await stockByModel(cloud.db.sql, { region: 'canada-montreal' })).get(model));
  afterEach(() => checkStock(cloud));
  const add = (range: string, hostName: string | null = null) => addAddresses(cloud.ctx, { range, engine: 'incus', hostName });

  test('sells no more servers than there are addresses, before any of them has taken its own, and says so before the sale', async () => {
    await add('10.1.0.1-10.1.0.2');
    assert.equal((await free('l40s'))?.largestFree, 8);
    const first = await customer.deploy('l40s-x1');
    await customer.deploy('l4-x1');
    assert.deepEqual(await free('l40s'), { largestFree: 0, totalFree: 0, largestOnDemand: 0 });
    const before = await customer.balance();
    await assert.rejects(customer.deploy('l40s-x1'), refused);
    await assert.rejects(customer.deploy('l4-x1'), refused);
    assert.equal(await customer.balance(), before);
    // The address that it takes is the one that was counted for it.
    await addressBook(cloud.ctx, 'incus').hold(first, 'l40s-host');
    await assert.rejects(customer.deploy('l40s-x1'), refused);
    assert.deepEqual(await hostsWithoutAddress(cloud.db.sql, 'incus'), ['l4-host', 'l40s-host']);
    assert.match((await wantedOfEngine(cloud.db.sql, 'incus')).sentences.join(' '), /nothing is sold on l4-host, l40s-host/);
    // Engines with their own addresses continue.
    await customer.deploy('h100-sxm-x1');
    await add('10.1.0.3');
    await customer.deploy('l40s-x4');
  });

  test('holds the addresses while it sells, also where no host is shared, whatever Postgres knows of the pools', async () => {
    const holds = () =>
      cloud.ctx.transact(async (tx) => {
        await lockPools(tx, { gpuModel: 'l4', region: 'canada-montreal', engine: null });
        const { rows } = await sql<{ held: boolean }>`
          select exists (
            select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
              and (classid::bigint << 32) + objid::bigint = hashtextextended('addresses', 0)
          ) as held`.execute(tx);
        return rows[0]?.held;
      });
    assert.equal(await holds(), true);
    await sql`analyze pools, engines`.execute(cloud.db.sql);
    assert.equal(await holds(), true, 'planned anew');
  });

  test('sells the last address once, however many want it at the same time, whatever the model', async () => {
    await add('10.1.0.1');
    const others = await Promise.all(Array.from({ length: 6 }, () => cloud.customer('100')));
    const sold = await Promise.allSettled(others.map((each, n) => each.deploy(n % 2 === 0 ? 'l40s-x1' : 'l4-x1')));
    assert.equal(sold.filter((sale) => sale.status === 'fulfilled').length, 1);
  });

  test('counts addresses of its own for itself only, and uses them first', async () => {
    await add('10.1.0.1', 'l4-host');
    await add('10.1.0.2');
    const ids = [await customer.deploy('l4-x1'), await customer.deploy('l40s-x1')] as const;
    await assert.rejects(customer.deploy('l4-x1'), refused);
    assert.equal((await addressBook(cloud.ctx, 'incus').hold(ids[0], 'l4-host')).ipv4, '10.1.0.1');
    assert.equal((await addressBook(cloud.ctx, 'incus').hold(ids[1], 'l40s-host')).ipv4, '10.1.0.2');
  });

  test('needs one of each family where the operator has given both', async () => {
    await add('10.1.0.1-10.1.0.9');
    await add('fd00::1');
    await customer.deploy('l40s-x1');
    await assert.rejects(customer.deploy('l40s-x1'), refused);
  });

  test('lets a spot server go for an on-demand one, also when GPUs are free and only addresses are not', async () => {
    await add('10.1.0.1-10.1.0.2');
    const spot = await customer.deploy('l40s-x1-spot');
    await customer.deploy('l40s-x1');
    await addressBook(cloud.ctx, 'incus').hold(spot, 'l40s-host');
    await assert.rejects(customer.deploy('l40s-x1-spot'), refused);
    const buyer = await customer.deploy('l40s-x1');
    assert.equal((await cloud.server(spot)).goal, 'gone');
    // Its machine is made when the other has left, and takes its address.
    const gpus = await cloud.db.sql.selectFrom('gpus').select(['serverId']).where('leavingServerId', '=', spot).execute();
    assert.deepEqual(gpus, [{ serverId: buyer }]);
    await assert.rejects(customer.deploy('l40s-x1'), refused);
  });
});
