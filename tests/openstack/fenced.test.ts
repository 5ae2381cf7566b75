import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fencedEngine } from '../../server/src/core/fleet/holders/fenced-engine.ts';
import { listFenced } from '../../server/src/core/fleet/holders/holders.store.ts';
import { takeOverEngine } from '../../server/src/core/fleet/holders/take-over.ts';
import { tendHolder } from '../../server/src/core/fleet/holders/tend-holder.ts';
import { insertEngines } from '../../server/src/core/ground/installation/engine-names.store.ts';
import { startCloud, type Cloud } from '../../server/src/core/testing/cloud.ts';
import { takeCopy } from '../../server/src/core/testing/older-copy.ts';
import { EngineSilent } from '../../server/src/engines/engine.ts';
import type { OpenstackKit } from '../../server/src/engines/openstack/openstack-kit.ts';
import type { CloudDouble } from '../../server/src/engines/openstack/testing/cloud-double.ts';
import type { FaultRule } from '../../server/src/engines/openstack/testing/double-http.ts';
import { openDoubleKit } from '../../server/src/engines/openstack/testing/open-double-kit.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';

const { signal } = new AbortController();
const REFUSED = { status: 403, body: { NeutronError: { type: 'PolicyNotAuthorized', message: 'rule:update_security_group', detail: '' } } };

describe('a copy of the database beside a cloud that its original drives', () => {
  let cloud: Cloud;
  let kit: OpenstackKit;
  let double: CloudDouble;
  before(async () => {
    cloud = await startCloud();
    await insertEngines(cloud.db.sql, [{ name: 'openstack', kind: 'openstack' }]);
    ({ double, kit } = await openDoubleKit('theirs'));
  });
  after(async () => {
    await kit.close();
    await cloud.close();
  });

  const fenced = async () => (await listFenced(cloud.db.sql, [{ name: 'openstack' }])).length > 0;
  const work = (counts: 'now' | 'due' = 'now') => tendHolder(cloud.ctx, kit.engine, { counts, signal });

  test('touches no machine until it is told that it is the one', async () => {
    const spec = kit.makeSpec();
    assert.equal(await work(), true);
    await fencedEngine(cloud.ctx, kit.engine).ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    const copy = await takeCopy(cloud.db);
    cloud.clock.advance(5 * MINUTE_MS);
    assert.equal(await work('due'), true);
    await copy.restore();

    const asked = double.asked.length;
    const engine = fencedEngine(cloud.ctx, kit.again());
    await assert.rejects(engine.ensureGone(spec.serverId, signal), /take-over openstack/);
    await assert.rejects(engine.ensureRunning(kit.makeSpec(), signal), /take-over openstack/);
    await assert.rejects(engine.list(signal), (error) => error instanceof EngineSilent && error.silence === 'fenced');
    assert.equal(await fenced(), true);
    assert.equal(await work(), false);
    assert.deepEqual(
      double.asked.slice(asked).filter(({ service, method }) => service !== 'identity' && method !== 'GET'),
      [],
      'the cloud is only read',
    );
    assert.equal((await kit.engine.observe(spec.serverId, signal)).power, 'running');

    await double.faults.down('identity', 'compute', 'network', 'image', 'volume', 'placement');
    await assert.rejects(work(), EngineSilent);
    await assert.rejects(takeOverEngine(cloud.ctx, kit.engine), EngineSilent);
    assert.equal(await fenced(), true, 'a cloud that does not answer lifts nothing');
    await double.faults.up('identity', 'compute', 'network', 'image', 'volume', 'placement');

    await kit.until(spec.serverId, 'running');
    await takeOverEngine(cloud.ctx, kit.engine);
    assert.equal(await fenced(), false);
    assert.equal((await engine.list(signal)).length, 1);
    await kit.gone(spec, engine);
  });

  test('is not kept off by a cloud that refuses the record, and nobody is kept from their machines', async () => {
    const refuse: FaultRule = ({ method, path }) => (method === 'PUT' && path.startsWith('/v2.0/security-groups/') ? REFUSED : 'passed');
    assert.equal(await work(), true);
    double.faults.rules.push(refuse);
    const spec = kit.makeSpec();
    for (let n = 0; n < 3; n += 1) {
      cloud.clock.advance(3 * MINUTE_MS);
      assert.equal(await work('due'), true);
    }
    const engine = fencedEngine(cloud.ctx, kit.again());
    await engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    assert.equal(await takeOverEngine(cloud.ctx, kit.engine), false, 'the cloud does not say so');
    assert.equal((await fencedEngine(cloud.ctx, kit.again()).list(signal)).length, 1);

    double.faults.rules = [];
    assert.equal(await takeOverEngine(cloud.ctx, kit.engine), true);
    await kit.gone(spec, engine);
  });
});
