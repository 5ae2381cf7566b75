import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { connect } from './connect.ts';
import { keepPlans } from './keep-plans.ts';
import { prepared } from './prepared.ts';
import { testDatabase } from './testing.ts';
import { transact } from './transact.ts';

const kept = await testDatabase();
// As Boreal connects: the connections of tests keep all plans.
const db = connect({ url: kept.url, max: 2 });
after(async () => {
  await db.close();
  await kept.close();
});

test('a statement that is prepared is planned once by each connection, and for any values, where plans are kept', async () => {
  await transact(db.sql, async (tx) => {
    await keepPlans(tx);
    for (const n of [1, 2, 3]) {
      const { rows } = await sql<{ twice: number }>`${prepared} select ${n}::integer * 2 as twice`.execute(tx);
      assert.deepEqual(rows, [{ twice: n * 2 }]);
      await sql`select ${n}::integer * 3`.execute(tx);
    }
    const { rows } = await sql`select statement, generic_plans, custom_plans from pg_prepared_statements`.execute(tx);
    assert.deepEqual(rows, [{ statement: '/* prepared */ select $1::integer * 2 as twice', genericPlans: 3n, customPlans: 0n }]);
  });
});

test('a built statement is prepared by its end', async () => {
  await transact(db.sql, async (tx) => {
    for (const id of ['plan-a', 'plan-b']) await tx.selectFrom('plans').select('id').where('id', '=', id).modifyEnd(prepared).execute();
    const { rows } = await sql<{ uses: bigint }>`select generic_plans + custom_plans as uses from pg_prepared_statements
      where statement like '%"plans"%'`.execute(tx);
    assert.deepEqual(rows, [{ uses: 2n }]);
  });
});

test('a statement that is prepared fails as any other, and works again afterwards', async () => {
  const divide = (by: number) => sql<{ part: number }>`${prepared} select 6 / ${by}::integer as part`.execute(db.sql);
  await assert.rejects(divide(0), /division by zero/);
  assert.deepEqual((await divide(3)).rows, [{ part: 2 }]);
});
