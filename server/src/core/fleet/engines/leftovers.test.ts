import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EngineSilent } from '../../../engines/engine.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { listLeftovers, removeLeftovers } from './leftovers.ts';

describe('what outlived its server', () => {
  let cloud: Cloud;
  const ids: Record<'active' | 'hibernated' | 'starting' | 'deleted' | 'givenUp', string> = {
    active: '',
    hibernated: '',
    starting: '',
    deleted: '',
    givenUp: '',
  };
  const labels = (serverId: string) => [`disk/${serverId}`, `rules/${serverId}`];
  const listed = async () => (await listLeftovers(cloud.ctx, cloud.engine)).map(({ kind, name }) => `${kind}/${name}`).sort();

  before(async () => {
    cloud = await startCloud();
    const customer = await cloud.customer('1000');
    for (const who of ['active', 'hibernated', 'deleted'] as const) ids[who] = await customer.deploy();
    await cloud.settle();
    await customer.act(ids.hibernated, 'hibernate');
    await customer.remove(ids.deleted);
    await cloud.settle();
    await cloud.engine.faults.callsFail({ call: 'ensureRunning', cause: 'quota' });
    ids.givenUp = await customer.deploy();
    await cloud.settle();
    await cloud.engine.faults.clear();
    assert.equal((await cloud.server(ids.givenUp)).status, 'ERROR');
    ids.starting = await customer.deploy();
    // Others on the engine, which were never ours.
    for (const serverId of [...Object.values(ids), 'srv_stranger'])
      for (const kind of ['rules', 'disk'] as const) await cloud.engine.plantLeftover({ kind, name: serverId, serverId, hostName: null });
  });
  after(() => cloud.close());

  test('is told of servers that are gone and of those that nobody knows, never of one that needs it', async () => {
    // The engine itself has no machine yet for the one that is being made.
    const told = await cloud.engine.leftovers(new AbortController().signal);
    assert.ok(told.some(({ serverId }) => serverId === ids.starting));
    assert.deepEqual(await listed(), [...labels(ids.deleted), ...labels(ids.givenUp), ...labels('srv_stranger')].sort());
    const unknown = (await listLeftovers(cloud.ctx, cloud.engine)).filter(({ server }) => server === 'unknown');
    assert.deepEqual(new Set(unknown.map(({ serverId }) => serverId)), new Set(['srv_stranger']));
  });

  test('is not removed when it is a stranger’s, or somebody needs it, and then nothing else is either', async () => {
    const before = await listed();
    for (const label of [`rules/srv_stranger`, `disk/${ids.starting}`, `rules/${ids.hibernated}`, `rules/${ids.active}`, 'rules/none'])
      await assert.rejects(removeLeftovers(cloud.ctx, cloud.engine, [`rules/${ids.deleted}`, label]), { code: 'INVALID_REQUEST' }, label);
    assert.deepEqual(await listed(), before);
  });

  test('is removed once it has been named, with a line in the audit log', async () => {
    const removed = await removeLeftovers(cloud.ctx, cloud.engine, labels(ids.deleted));
    assert.deepEqual(
      removed.map(({ serverId }) => serverId),
      [ids.deleted, ids.deleted],
    );
    assert.deepEqual(await listed(), [...labels(ids.givenUp), ...labels('srv_stranger')].sort());
    const lines = await cloud.db.sql
      .selectFrom('auditEntries')
      .select(['target', 'detail'])
      .where('action', '=', 'engine.leftover_removed')
      .execute();
    assert.deepEqual(
      lines.map(({ target }) => target),
      [ids.deleted, ids.deleted],
    );
    await assert.rejects(removeLeftovers(cloud.ctx, cloud.engine, labels(ids.deleted)), { code: 'INVALID_REQUEST' });
  });

  test('is not told of while the engine is not heard', async () => {
    await cloud.engine.faults.engineSilent('no_answer');
    await assert.rejects(listLeftovers(cloud.ctx, cloud.engine), EngineSilent);
    await cloud.engine.faults.engineBack();
  });
});
