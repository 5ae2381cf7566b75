import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { verifyLedger } from './verify-ledger.ts';

const YEAR_MS = 365 * DAY_MS;

/** A server that has run past the end of a month. */
let cloud: Cloud;
before(async () => {
  cloud = await startCloud({ start: new Date('2026-12-30T15:00:00Z') });
  const customer = await cloud.customer('500');
  await customer.deploy('l4-x1');
  await cloud.settle();
  await cloud.pass(3 * DAY_MS, 6 * HOUR_MS);
});
after(() => cloud.close());

const textsOf = async (statement: string) => (await cloud.db.pool.query<{ text: string }>(statement)).rows.map(({ text }) => text);

test('an old month on another disk is billed and proved as before', async () => {
  const disk = `slow_${randomUUID().replaceAll('-', '')}`;
  const move = async (to: string) => {
    await cloud.db.pool.query(`alter table usage_hours_202612 set tablespace ${to}`);
    await cloud.db.pool.query(`alter index usage_hours_202612_pkey set tablespace ${to}`);
  };
  const client = await cloud.db.pool.connect();
  // A location within the cluster itself serves as a disk here.
  await client.query('set allow_in_place_tablespaces = on');
  await client.query(`create tablespace ${disk} location ''`);
  client.release(true);
  try {
    await move(disk);
    await cloud.pass(DAY_MS, 6 * HOUR_MS);
    for (const { name, broken } of await verifyLedger(cloud.db.sql)) assert.deepEqual(broken, [], name);
    const [hours = ''] = await textsOf(`select count(*)::text as text from usage_hours_202612`);
    assert.ok(Number(hours) > 24, hours);
  } finally {
    await move('pg_default');
    await cloud.db.pool.query(`drop tablespace ${disk}`);
  }
});

/** Partitioning another table requires deciding whether its old months may go: docs/adr/0056-old-months-stay.md. */
test('what is partitioned is what the ledger is proved from, and the schedule takes none of it away', async () => {
  const partitioned = `select relname as text from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`;
  assert.deepEqual(await textsOf(partitioned), ['server_events', 'usage_hours']);
  const months = () =>
    textsOf(
      `select c.relname as text from pg_inherits join pg_class c on c.oid = inhrelid join pg_class p on p.oid = inhparent where p.relkind = 'p'`,
    );
  const old = await months();
  cloud.clock.moveTo(addMs(cloud.clock.now(), 10 * YEAR_MS));
  await cloud.runSchedules(['partitions']);
  const kept = new Set(await months());
  assert.ok(kept.size > old.length, 'of the years to come there are more');
  assert.deepEqual(
    old.filter((month) => !kept.has(month)),
    [],
  );
});
