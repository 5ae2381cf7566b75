import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ensureMeterMark } from '../../server/src/core/money/clocks/meter-mark.store.ts';
import { verifyLedger } from '../../server/src/core/money/verification/verify-ledger.ts';
import { seedCatalog } from '../../server/src/core/money/catalog/seed-catalog.store.ts';
import { createCtx } from '../../server/src/core/create-ctx.ts';
import { ensurePartitions } from '../../server/src/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../../server/src/db/testing.ts';
import { systemClock } from '../../server/src/kit/clock.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { startChild, type Child } from '../child.ts';
import { fitOut, MODELS, type Customer } from '../shop.ts';

let db: TestDatabase;
let peer: Child;
let customer: Customer | undefined;
before(async () => {
  db = await testDatabase();
  const clock = systemClock();
  await ensurePartitions(db.sql, clock.now());
  await ensureMeterMark(db.sql, clock.now());
  const ctx = createCtx({ db, clock, log: createLog('silent') });
  await ctx.transact((tx) => seedCatalog(tx, clock.now()));
  const { deployers } = await fitOut(db.url, { deployers: 1, hostsPerModel: 1 });
  [customer] = deployers;
  peer = await startChild({
    name: 'the bare Fastify that sells servers',
    file: 'bench/peers/sold-servers.ts',
    ready: '/healthz',
    env: { DATABASE_URL: db.url, BENCH_POOL: '2' },
  });
});
after(async () => {
  await peer?.stop();
  await db.close();
});

test('the peer of a deployment writes the rows that a deployment writes, as the proof of the books sees them', async () => {
  const answer = await fetch(`${peer.url}/api/servers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ productId: `${MODELS[0]}-x1`, sshKeyId: customer?.sshKeyId }),
  });
  assert.equal(answer.status, 201, await answer.text());
  for (const check of await verifyLedger(db.sql)) assert.deepEqual(check.broken, [], check.name);
  for (const table of ['servers', 'clock_runs', 'usage_hours', 'firewall_rules', 'server_events'] as const) {
    const { rows } = await db.pool.query<{ count: bigint }>(`select count(*) from ${table}`);
    assert.equal(rows[0]?.count, 1n, table);
  }
  const { rows } = await db.pool.query<{ count: bigint }>('select count(*) from gpus where server_id is not null');
  assert.equal(rows[0]?.count, 1n);
});
