import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MachineSpec } from '../../engine.ts';
import { checkOpenstack } from '../check/check-openstack.ts';
import { createDirectory } from '../directory.ts';
import { systemClock } from '../../../kit/clock.ts';
import { SERVER } from '../machine/machine-marks.rules.ts';
import type { OpenstackKit } from '../openstack-kit.ts';
import type { CloudDouble } from '../testing/cloud-double.ts';
import type { Call } from '../testing/double-http.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

for (const [whose, systemDisk] of [
  ['theirs', 'flavor'],
  ['theirs', 'volume'],
  ['ours', 'flavor'],
] as const) {
  describe(`a cloud of ${whose} that keeps what is deleted, with system disks of the kind ${systemDisk}`, () => {
    let double: CloudDouble;
    let kit: OpenstackKit;
    before(async () => {
      ({ double, kit } = await openDoubleKit(whose, { systemDisk, softDeletes: true }));
    });
    after(() => kit.close());

    const made = (serverId: string) => double.servers().filter(({ metadata }) => metadata[SERVER] === serverId);
    async function running(): Promise<MachineSpec> {
      const spec = kit.makeSpec();
      await kit.running(spec);
      return spec;
    }
    /** As an operator does who types `openstack server delete`. */
    async function deletedByHand({ serverId }: MachineSpec): Promise<void> {
      const [machine] = made(serverId);
      assert.ok(machine);
      await kit.client.remove('compute', `/servers/${machine.id}`, signal);
      await kit.until(serverId, 'stopped');
      assert.equal(machine.status, 'SOFT_DELETED');
    }
    const gone = (serverId: string) => kit.gone({ serverId });
    const isForced = ({ path, body }: Call) => path.endsWith('/action') && body.includes('forceDelete');

    test('a machine that is to be gone is removed for good before it counts as gone', async () => {
      const { serverId } = await running();
      await gone(serverId);
      assert.deepEqual(made(serverId), []);
      assert.deepEqual(await kit.engine.leftovers(signal), []);
    });

    test('who only looks on does not take one for gone, whatever process had it deleted, and the next that is asked removes it', async () => {
      const spec = await running();
      await deletedByHand(spec);
      const other = kit.again();
      assert.notEqual((await other.observe(spec.serverId, signal)).power, 'absent');
      assert.deepEqual(await other.leftovers(signal), []);
      await kit.gone(spec, other);
      assert.deepEqual(made(spec.serverId), []);
    });

    test('where nova does not let us, a machine is going until nova lets go of it, and nothing that it has is taken from it', async () => {
      const { serverId } = await running();
      double.faults.rules = [
        (call) => (isForced(call) ? { status: 403, body: { forbidden: { code: 403, message: "Policy doesn't allow it" } } } : 'passed'),
      ];
      const brief = kit.again({ patienceMs: 1500 });
      const before = double.asked.filter(isForced).length;
      assert.equal((await brief.ensureGone(serverId, signal)).power, 'deleting');
      assert.equal(double.asked.filter(isForced).length - before, 1);
      const [machine] = made(serverId);
      assert.equal(machine?.status, 'SOFT_DELETED');
      assert.ok([...double.networks.ports.values()].some(({ device_id }) => device_id === machine.id));
      double.faults.rules = [];
      await gone(serverId);
      assert.deepEqual(made(serverId), []);
    });

    test('one that somebody deleted and that is wanted is given back with what it had', async () => {
      const spec = await running();
      const { ipv4 } = await kit.engine.observe(spec.serverId, signal);
      const [machine] = made(spec.serverId);
      await deletedByHand(spec);
      const again = await kit.running(spec);
      assert.deepEqual([made(spec.serverId)[0]?.id, again.ipv4], [machine?.id, ipv4]);
      await deletedByHand(spec);
      await kit.hibernated(spec);
      await kit.running(spec);
      await gone(spec.serverId);
    });

    test('one is listed as it is, and is not moved: whoever asks is told why', async () => {
      const spec = await running();
      await deletedByHand(spec);
      const listed = (await kit.engine.list(signal)).filter(({ serverId }) => serverId === spec.serverId);
      assert.deepEqual(
        listed.map(({ power, softDeleted }) => [power, softDeleted]),
        [['stopped', true]],
      );
      if (whose === 'ours')
        await assert.rejects(kit.engine.relocate({ ...spec, hostName: 'gpu1' }, signal), /deleted the machine.*server restore/);
      await gone(spec.serverId);
    });

    test('engine check names those that were deleted and are kept, and what to do', async () => {
      const check = async () => {
        const deps = { client: kit.client, layout: kit.layout, directory: createDirectory(kit.client, systemClock(), kit.layout) };
        const asked = {
          name: kit.engine.name,
          hosts: () => kit.engine.hosts(signal),
          metrics: false,
          console: 'line',
          isLate: () => false,
        } as const;
        return checkOpenstack(deps, asked, { images: [], hosts: [], places: 0, sizes: [] }, signal);
      };
      const spec = await running();
      assert.deepEqual(await check(), []);
      await deletedByHand(spec);
      const [sentence = '', ...others] = await check();
      assert.match(sentence, /keeps 1 of Boreal's machines.*srv-test.*openstack server restore NAME/);
      assert.deepEqual(others, []);
      await gone(spec.serverId);
    });
  });
}
