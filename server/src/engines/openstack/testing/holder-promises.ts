import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { z } from 'zod';
import { EngineSilent } from '../../engine.ts';
import { whyNoHolder } from '../check/check-holder.ts';
import { KIT_OWNER, type OpenstackKit } from '../openstack-kit.ts';

const { signal } = new AbortController();
export const HOLDER_GROUP = `boreal-${KIT_OWNER}-openstack`;
const Made = z.object({ security_group: z.object({ id: z.string() }) });
const Kept = z.object({ id: z.string(), project_id: z.string() });

/** What a test of the record tries it with. */
export interface HolderCloud {
  readonly kit: OpenstackKit;
  /** A project of the same cloud that is not ours. */
  readonly other: OpenstackKit;
  /** How many security groups our project may have. */
  allowGroups(limit: number): Promise<void>;
  close(): Promise<void>;
}

export async function holderGroupIds({ client }: Pick<OpenstackKit, 'client'>): Promise<string[]> {
  const { projectId } = await client.session(signal);
  const path = `/v2.0/security-groups?name=${HOLDER_GROUP}`;
  const found = await client.list('network', path, { key: 'security_groups', shape: Kept }, signal);
  return found.filter(({ project_id }) => project_id === projectId).map(({ id }) => id);
}

/** What must hold of the record of who drives a cloud, on the double and on a real one. */
export function holderPromises(name: string, open: () => Promise<HolderCloud>): void {
  describe(`who drives ${name}`, () => {
    let cloud: HolderCloud;
    let kit: OpenstackKit;
    beforeEach(async () => {
      cloud = await open();
      ({ kit } = cloud);
    });
    // A real cloud outlives the test.
    afterEach(async () => {
      for (const each of [kit, cloud.other]) {
        for (const id of await holderGroupIds(each)) await each.client.remove('network', `/v2.0/security-groups/${id}`, signal);
      }
      await cloud.close();
    });

    const holder = (engine = kit.engine) => engine.holder ?? assert.fail();
    const why = () => whyNoHolder(kit, { name: 'openstack', isLate: () => false }, signal);
    const plant = async (description: string, of: OpenstackKit = kit) => {
      const body = { security_group: { name: HOLDER_GROUP, description } };
      return (await of.client.change('network', { method: 'POST', path: '/v2.0/security-groups', body }, Made, signal)).security_group.id;
    };

    test('is in one group of the project that no port has, whoever makes it first', async () => {
      const many = Array.from({ length: 5 }, (_, n) => ({ id: `process${n}`, epoch: 1 }));
      const written = await Promise.all(many.map((one) => holder(kit.again()).replace({ before: null, after: one }, signal)));
      const there = (await holder().read(signal)) ?? assert.fail();
      assert.ok(written[many.findIndex(({ id }) => id === there.id)], 'what is there is of one who was told so');
      // Who lost has taken theirs away; what is left of a race of two that both won goes with the next that is written.
      assert.equal(await holder().replace({ before: there, after: { ...there, epoch: 2 } }, signal), true);
      assert.equal((await holderGroupIds(kit)).length, 1);
      assert.deepEqual(await holder().read(signal), { ...there, epoch: 2 });
      assert.deepEqual(await kit.engine.leftovers(signal), [], 'it is no leftover of a machine');
    });

    test('is that of one who was told so, of those who write at once', async () => {
      await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal);
      for (let epoch = 1; epoch <= 5; epoch += 1) {
        const before = (await holder().read(signal)) ?? assert.fail();
        const ids = ['b', 'c', 'd'];
        const written = await Promise.all(
          ids.map((id) => holder(kit.again()).replace({ before, after: { id, epoch: epoch + 1 } }, signal)),
        );
        const there = (await holder().read(signal)) ?? assert.fail();
        assert.equal(there.epoch, epoch + 1);
        assert.ok(written[ids.indexOf(there.id)], `${there.id} was told so`);
      }
    });

    test('is written anew where somebody has removed it', async () => {
      await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal);
      for (const id of await holderGroupIds(kit)) await kit.client.remove('network', `/v2.0/security-groups/${id}`, signal);
      assert.equal(await holder().read(signal), null);
      assert.equal(await holder().replace({ before: { id: 'a', epoch: 1 }, after: { id: 'a', epoch: 2 } }, signal), false);
      assert.equal(await holder().replace({ before: null, after: { id: 'a', epoch: 2 } }, signal), true);
    });

    test('is that of who has counted furthest, where a crash has left two', async () => {
      await plant('Boreal: who drives these machines {"id":"left","epoch":7}');
      await plant('Boreal: who drives these machines {"id":"right","epoch":9}');
      await plant('Boreal: who drives these machines {"id":"left","epoch":8}');
      const webServers = await plant('our web servers');
      assert.deepEqual(await holder().read(signal), { id: 'right', epoch: 9 });
      assert.equal(await holder().replace({ before: { id: 'right', epoch: 9 }, after: { id: 'right', epoch: 10 } }, signal), true);
      const left = await holderGroupIds(kit);
      assert.deepEqual([left.length, left.includes(webServers)], [2, true], 'a group that says nothing is not ours to remove');
    });

    test('is no record that is missing, where somebody has written over it', async () => {
      const id = await plant('our web servers');
      const unsaid = (error: unknown) => error instanceof EngineSilent && error.message.includes(`openstack security group delete ${id}`);
      await assert.rejects(holder().read(signal), unsaid);
      await assert.rejects(holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), unsaid);
      await assert.rejects(why(), unsaid);
    });

    test('is not told by another project of the same cloud', async () => {
      await plant('Boreal: who drives these machines {"id":"theirs","epoch":90}', cloud.other);
      assert.equal(await holder().read(signal), null);
      assert.equal(await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), true);
      assert.equal((await holderGroupIds(cloud.other)).length, 1);
    });

    test('is kept for each of our engines by its name, and each mark', async () => {
      await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal);
      for (const other of [kit.again({ name: 'toronto' }), kit.again({ layout: { ...kit.layout, owner: 'another' } })]) {
        assert.equal(await holder(other).read(signal), null);
      }
    });

    test('keeps nobody from their machines where the project may have no more groups, which is said', async () => {
      await cloud.allowGroups(0);
      assert.equal(await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), false);
      assert.match((await why()) ?? '', /has all of the 0 security groups.*openstack quota set --secgroups [1-9]/);
      await cloud.allowGroups(100);
      assert.equal(await why(), null);
      assert.equal(await holder().replace({ before: null, after: { id: 'a', epoch: 1 } }, signal), true);
      await cloud.allowGroups(1);
      assert.equal(await why(), null, 'it is there');
      assert.equal(await holder().replace({ before: { id: 'a', epoch: 1 }, after: { id: 'a', epoch: 2 } }, signal), true);
      await cloud.allowGroups(100);
    });
  });
}
