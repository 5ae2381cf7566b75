import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import { EngineError, EngineSilent } from '../engine.ts';
import { whyNoHolder } from './holder.ts';
import { KIT_OWNER, openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();
const NAME = `boreal-${KIT_OWNER}-openstack`;
const Made = z.object({ security_group: z.object({ id: z.string() }) });

for (const whose of ['ours', 'theirs'] as const) {
  describe(`who drives a cloud that is ${whose}`, () => {
    let double: CloudDouble;
    let kit: OpenstackKit;
    beforeEach(async () => {
      double = await startCloudDouble();
      kit = await openOpenstackKit(doubleCloud(double, whose));
    });
    afterEach(() => kit.close());

    const holder = (engine = kit.engine) => engine.holder ?? assert.fail();
    const groups = () => [...double.networks.groups.values()].filter(({ name }) => name === NAME);
    const plant = async (description: string, of: OpenstackKit = kit) => {
      const body = { security_group: { name: NAME, description } };
      return (await of.client.change('network', { method: 'POST', path: '/v2.0/security-groups', body }, Made, signal)).security_group.id;
    };

    test('is in one group of the project that no port has, whoever makes it first', async () => {
      const many = Array.from({ length: 5 }, (_, n) => ({ id: `process${n}`, epoch: 1 }));
      const written = await Promise.all(many.map((one) => holder(kit.again()).replace({ before: null, after: one }, signal)));
      const there = (await holder().read(signal)) ?? assert.fail();
      assert.ok(written[many.findIndex(({ id }) => id === there.id)], 'what is there is of one who was told so');
      // Who lost has taken theirs away; what is left of a race of two that both won goes with the next that is written.
      assert.equal(await holder().replace({ before: there, after: { ...there, epoch: 2 } }, signal), true);
      assert.equal(groups().length, 1);
      assert.deepEqual(await holder().read(signal), { ...there, epoch: 2 });
    });

    test('is written by one of those who have read the same', async () => {
      await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal);
      for (let epoch = 1; epoch <= 5; epoch += 1) {
        const before = (await holder().read(signal)) ?? assert.fail();
        const written = await Promise.all(
          ['b', 'c', 'd'].map((id) => holder(kit.again()).replace({ before, after: { id, epoch: epoch + 1 } }, signal)),
        );
        assert.equal(written.filter(Boolean).length, 1);
      }
    });

    test('is kept where neutron numbers no revisions', async () => {
      await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal);
      for (const group of groups()) Object.assign(group, { revision_number: null });
      assert.equal(await holder().replace({ before: { id: 'a', epoch: 1 }, after: { id: 'a', epoch: 2 } }, signal), true);
      assert.deepEqual(await holder().read(signal), { id: 'a', epoch: 2 });
    });

    test('is that of who has counted furthest, where a crash has left two', async () => {
      await plant('Boreal: who drives these machines {"id":"left","epoch":7}');
      await plant('Boreal: who drives these machines {"id":"right","epoch":9}');
      await plant('Boreal: who drives these machines {"id":"left","epoch":8}');
      assert.deepEqual(await holder().read(signal), { id: 'right', epoch: 9 });
    });

    test('is no record that is missing, where somebody has written over it', async () => {
      await plant('our web servers');
      const unsaid = (error: unknown) => error instanceof EngineError && /boreal-conformance-openstack does not say/.test(error.message);
      await assert.rejects(holder().read(signal), unsaid);
      await assert.rejects(holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), unsaid);
    });

    test('is not told by another project of the same cloud', async (t) => {
      const other = await openOpenstackKit({ ...doubleCloud(double, whose === 'ours' ? 'theirs' : 'ours'), close: async () => undefined });
      t.after(() => other.close());
      await plant('Boreal: who drives these machines {"id":"theirs","epoch":90}', other);
      assert.equal(await holder().read(signal), null);
    });

    test('is kept for each of our engines by its name, and each mark', async () => {
      await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal);
      for (const other of [kit.again({ name: 'toronto' }), kit.again({ layout: { ...kit.layout, owner: 'another' } })]) {
        assert.equal(await holder(other).read(signal), null);
      }
    });

    test('keeps nobody from their machines where the project may have no more groups, which is said', async () => {
      const { quota } = double.networks;
      quota.security_group = 0;
      assert.equal(await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), false);
      assert.match(
        (await whyNoHolder(kit, 'openstack', signal)) ?? '',
        /has all of the 0 security groups.*openstack quota set --secgroups 1/,
      );
      quota.security_group = 100;
      assert.equal(await whyNoHolder(kit, 'openstack', signal), null);
      assert.equal(await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), true);
      quota.security_group = 1;
      assert.equal(await whyNoHolder(kit, 'openstack', signal), null, 'it is there');
      assert.equal(await holder().replace({ before: { id: 'a', epoch: 1 }, after: { id: 'a', epoch: 2 } }, signal), true);
    });

    test('is not known while neutron, or all of the cloud, does not answer', async () => {
      await double.faults.down('network');
      await assert.rejects(holder().read(signal), (error) => error instanceof EngineSilent && error.silence === 'no_service');
      await double.faults.up('network');
      assert.equal(await holder().read(signal), null);
    });
  });
}
