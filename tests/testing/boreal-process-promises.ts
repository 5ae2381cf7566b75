import assert from 'node:assert/strict';
import type { Database } from '../../server/src/db/connect.ts';
import type { LoadClient } from './boreal-process-load.ts';

/** Every server is one that a customer was told of, and is where they last asked it to be, with the rules they gave it. */
export async function checkPromises(db: Database, clients: readonly LoadClient[]): Promise<void> {
  const known = new Map(clients.flatMap((client) => [...client.servers]));
  const servers = await db.sql.selectFrom('servers').select(['id', 'status', 'firstActiveAt']).execute();
  assert.deepEqual(servers.map(({ id }) => id).sort(), [...known.keys()].sort(), 'no server is lost and none was made twice');
  // Without credit for its next hour, or as a spot server in the way of another: hibernated by nobody's wish; in ERROR when
  // it had not started yet.
  const moved = await db.sql
    .selectFrom('serverEvents')
    .select('serverId')
    .where('actorType', '=', 'system')
    .where('reason', 'is not', null)
    .execute();
  const wasMoved = new Set(moved.map(({ serverId }) => serverId));
  for (const { id, status, firstActiveAt } of servers) {
    const server = known.get(id);
    if (!wasMoved.has(id) || server?.wanted === 'DELETED') assert.equal(status, server?.wanted, `${id} is where it was asked to be`);
    else assert.ok([server?.wanted, firstActiveAt === null ? 'ERROR' : 'HIBERNATED'].includes(status), `${id} is ${status}`);
    if (status === 'DELETED') continue;
    const rules = await db.sql.selectFrom('firewallRules').select(['id', 'portMin']).where('serverId', '=', id).execute();
    const given = rules.filter(({ portMin }) => portMin !== 22).map(({ id: ruleId }) => Number(ruleId));
    assert.deepEqual(given.sort(), [...(server?.ruleIds ?? [])].sort(), `the rules of ${id}`);
  }
}
