import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { SECOND_MS } from '../../../../kit/clock.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { sweepServers } from './sweep-servers.ts';

const cloud = await startCloud();
after(() => cloud.close());

/** The waiting jobs in the order in which workers take them. */
async function queue(): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where task_identifier = 'converge-server' order by priority, run_at, id`.execute(cloud.db.sql);
  return rows.map(({ key }) => key.split(':')[1] ?? '');
}

test('work that has waited longest is done first, however often the sweeper has come by', async () => {
  const customer = await cloud.customer('100');
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push(await customer.deploy());
    cloud.clock.advance(5 * SECOND_MS);
  }
  // From here on all waiting follows the test's clock; the queue's own, by which jobs were added, is real time.
  await sweepServers(cloud.ctx);
  for (let round = 0; round < 3; round += 1) {
    // A sweep takes only the oldest: they must not fall behind those that it has not reached.
    assert.equal(await sweepServers(cloud.ctx, { batch: 2 }), 2);
    assert.deepEqual(await queue(), ids);
    cloud.clock.advance(3 * SECOND_MS);
  }
  // A server whose job was lost gets its place back, not the end of the queue.
  await sql`select graphile_worker.remove_job(${`converge-server:${ids[0]}`})`.execute(cloud.db.sql);
  ids.push(await customer.deploy());
  await sweepServers(cloud.ctx);
  assert.deepEqual(await queue(), ids);
  await cloud.settle();
});
