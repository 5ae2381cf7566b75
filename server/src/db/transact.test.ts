import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from './testing.ts';
import { untilNotBrokenOff } from './transact.ts';

const db = await testDatabase();
after(() => db.close());

/** Waits until as many of the database's connections wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0]?.n === count) return;
  }
}

async function aborted(): Promise<number> {
  await db.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await db.pool.query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.n ?? 0;
}

test('a statement that only waits for a row, and is aborted to end a circle of others, is run again', async () => {
  await db.pool.query('create table turns (id text primary key, taken integer not null)');
  await db.pool.query(`insert into turns values ('a', 0), ('b', 0)`);
  const [first, second, claiming] = [await db.pool.connect(), await db.pool.connect(), await db.pool.connect()];
  const take = (of: typeof claiming, id: string) => of.query('update turns set taken = taken + 1 where id = $1 returning taken', [id]);
  // It is the first of the three that looks for a circle.
  await claiming.query(`set deadlock_timeout = '2s'`);
  for (const client of [first, second]) await client.query(`set deadlock_timeout = '5s'; begin`);
  await take(first, 'a');
  await take(second, 'b');
  let tries = 0;
  const claimed = untilNotBrokenOff(() => ((tries += 1), take(claiming, 'a')));
  await waiting(1);
  // Each of the two has what the other wants, and the claim stands in the queue between them.
  const behind = take(second, 'a').then(
    () => second.query('commit'),
    () => second.query('rollback'),
  );
  await waiting(2);
  const closing = take(first, 'b').then(
    () => first.query('commit'),
    () => first.query('rollback'),
  );
  await Promise.all([behind, closing]);
  assert.equal((await claimed).rows[0]?.taken, 2, 'one of the two took it, and then the claim');
  for (const client of [first, second, claiming]) client.release();
  assert.ok(tries > 1 && (await aborted()) > 0, `${tries} tries`);
});
