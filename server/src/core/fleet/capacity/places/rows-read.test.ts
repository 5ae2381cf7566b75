import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '../../../../db/connect.ts';
import { keepPlans } from '../../../../db/keep-plans.ts';
import { readOffer } from './stock.store.ts';
import { lockAndReserve, testHosts, type TestHosts } from '../testing/test-hosts.ts';

const HOSTS = 40;
const GPUS_EACH = 4;
const SERVERS = 120;
const H100 = {
  id: 'h100-sxm-x1',
  gpuModel: 'h100-sxm',
  gpuCount: 1,
  spot: false,
  vcores: 24,
  ramGb: 200,
  storageGb: 100,
  localStorageGb: 750,
};

let shop: TestHosts;

before(async () => {
  shop = await testHosts();
  // Postgres's statistics predate the table's growth, as in a shop on its first busy day.
  await shop.db.pool.query('analyze');
  await shop.hosts('h100-sxm', Object.fromEntries(Array.from({ length: HOSTS }, (_unused, n) => [`host-${n}`, GPUS_EACH])));
  await shop.db.pool.query(`
    insert into storages (name, size_gb) select name || ' ' || use, 100000 from hosts cross join (values ('system'), ('work')) as of (use);
    update hosts set cores = 500, memory_gb = 4000, system_storage = name || ' system', work_storage = name || ' work'`);
  for (let sold = 0; sold < SERVERS; sold += 1) assert.ok(await shop.reserve(await shop.newServer(), 1));
});
after(() => shop.db.close());

test('an offer and a sale read each server and GPU a few times at most, however stale the statistics', async () => {
  const serverId = await shop.newServer();
  const at = shop.ctx.clock.now();
  const region = 'canada-montreal';
  await shop.ctx.transact(async (tx) => {
    await keepPlans(tx);
    const [begun, offered, sold] = [
      await rowsRead(tx),
      await readOffer(tx, { plan: H100, accountId: 'acc_none', region, engine: null, at }).then(() => rowsRead(tx)),
      await lockAndReserve(tx, { gpuModel: 'h100-sxm', gpuCount: 1, region, serverId, at }).then(() => rowsRead(tx)),
    ];
    const fewTimes = 15 * (SERVERS + HOSTS * GPUS_EACH);
    assert.ok(offered > begun && offered - begun < fewTimes, `the offer read ${offered - begun} rows`);
    assert.ok(sold > offered && sold - offered < fewTimes, `the sale read ${sold - offered} rows`);
  });
});

/** Rows of servers and GPUs that the connection has read so far. It may have reported some to Postgres, but not within a transaction. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ rows: string }>`
    select sum(seq_tup_read + idx_tup_fetch)::text as rows from pg_stat_xact_user_tables where relname in ('servers', 'gpus')
  `.execute(tx);
  return Number(rows[0]?.rows);
}
