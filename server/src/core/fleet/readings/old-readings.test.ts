import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { testDatabase } from '../../../db/testing.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';

/** The statement of the store's `deleteReadingsBefore`, explained. */
const EXPLAINED = 'explain (analyze, buffers, format json) delete from readings where at < $1';
const Plan = z.tuple([
  z.object({
    Plan: z.looseObject({ Plans: z.tuple([z.looseObject({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() })]) }),
  }),
]);
const KEPT_HOURS = 24;
const begun = new Date('2026-12-01T00:00:00Z');

test('an hour that is dropped is read by itself, also when every page of the table was used before', async (t) => {
  const db = await testDatabase();
  t.after(() => db.close());
  const hour = (n: number) => addMs(begun, n * HOUR_MS);
  const measure = (n: number) =>
    db.pool.query(
      `insert into readings select 'srv_' || server, at, 1, 1, 1, 1, 1, 1
       from generate_series($1::timestamptz, $1::timestamptz + interval '59 minutes', interval '1 minute') at, generate_series(1, 20) server order by at`,
      [hour(n)],
    );
  for (let n = 0; n < KEPT_HOURS; n += 1) await measure(n);
  await db.pool.query('vacuum analyze readings');
  let read = 0;
  for (let n = 0; n < 2 * KEPT_HOURS; n += 1) {
    const { rows } = await db.pool.query<{ 'QUERY PLAN': unknown }>(EXPLAINED, [hour(n + 1)]);
    const [{ Plan: plan }] = Plan.parse(rows[0]?.['QUERY PLAN']);
    const [scan] = plan.Plans;
    read = scan['Shared Hit Blocks'] + scan['Shared Read Blocks'];
    // As Postgres does by itself, only sooner.
    await db.pool.query('vacuum analyze readings');
    await measure(KEPT_HOURS + n);
  }
  const { rows } = await db.pool.query<{ pages: number }>(`select (pg_relation_size('readings') / 8192)::int as pages`);
  assert.ok(read < (rows[0]?.pages ?? 0) / 3, `${read} blocks are read, of a table of ${rows[0]?.pages}`);
});
