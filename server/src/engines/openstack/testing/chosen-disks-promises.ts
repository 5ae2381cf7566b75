import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import type { MachineSpec } from '../../engine.ts';
import { listServers, serverIdIn } from '../machine/list-servers.ts';
import { volumeName } from '../machine/machine-volumes.ts';
import type { OpenstackKit } from '../openstack-kit.ts';

const { signal } = new AbortController();
const Volumes = { key: 'volumes', shape: z.object({ name: z.string().nullish() }) };

/** Of a kit whose layout offers every kind of disk, flavor and volume first. */
export function chosenDisksPromises(name: string, open: () => Promise<OpenstackKit>, timeoutMs: number): void {
  describe(`machines of ${name}, whose pools choose their disks`, { timeout: 3 * timeoutMs }, () => {
    let kit: OpenstackKit;
    before(async () => {
      kit = await open();
    });
    after(() => kit?.close());

    test('have them side by side, keep what is kept, and leave nothing', { timeout: timeoutMs }, async () => {
      const usual = kit.makeSpec();
      const chosen = kit.makeSpec({ systemDisk: 'volume', workDisk: 'ephemeral' });
      for (const spec of [usual, chosen]) await kit.running(spec);
      assert.deepEqual(await volumesOf(usual), [volumeName(usual.serverId, 'work')]);
      assert.deepEqual(await volumesOf(chosen), [volumeName(chosen.serverId, 'system')]);
      for (const spec of [usual, chosen]) {
        for (const disk of ['system', 'work'] as const) await kit.disks?.write(spec.serverId, disk, `${disk} of before`);
        await kit.hibernated(spec);
        await kit.running(spec);
        assert.equal(await kit.disks?.read(spec.serverId, 'system'), 'system of before');
      }
      assert.equal(await kit.disks?.read(usual.serverId, 'work'), 'work of before');
      assert.equal((await kit.disks?.read(chosen.serverId, 'work')) || null, null);
      for (const spec of [usual, chosen]) {
        await kit.gone(spec);
        assert.deepEqual(await volumesOf(spec), []);
      }
      assert.deepEqual(await leftoversOf(usual, chosen), []);
    });

    test('are not made where the configuration offers only others, and nothing is begun', { timeout: timeoutMs }, async () => {
      const engine = kit.again({ layout: { ...kit.layout, systemDisks: ['flavor'], workDisks: ['ephemeral'] } });
      const spec = kit.makeSpec({ systemDisk: 'volume', workDisk: 'volume' });
      await assert.rejects(kit.running(spec, engine), {
        engineCause: 'no_capacity',
        message: /OPENSTACK_SYSTEM_DISK=flavor,volume.*OPENSTACK_WORK_DISK=ephemeral,volume/,
      });
      const { servers } = await listServers(kit, '', signal);
      assert.ok(!servers.some((server) => serverIdIn(server, kit.layout) === spec.serverId));
      assert.deepEqual(await volumesOf(spec), []);
      assert.deepEqual(await leftoversOf(spec), []);
    });

    /** Of a run that was broken off, a real cloud may have others. */
    async function leftoversOf(...specs: readonly MachineSpec[]) {
      const ids = specs.map(({ serverId }) => serverId);
      return (await kit.engine.leftovers(signal)).filter(({ serverId }) => ids.includes(serverId));
    }

    async function volumesOf({ serverId }: MachineSpec): Promise<string[]> {
      const of = [volumeName(serverId, 'system'), volumeName(serverId, 'work')];
      const volumes = await kit.client.list('volume', '/volumes/detail', Volumes, signal);
      return volumes.flatMap((volume) => volume.name ?? []).filter((one) => of.includes(one));
    }
  });
}
