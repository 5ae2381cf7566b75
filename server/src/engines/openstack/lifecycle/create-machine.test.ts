import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { after, describe, test } from 'node:test';
import type { MachineSpec } from '../../engine.ts';
import { cloudName } from '../machine/machine-marks.rules.ts';
import type { OpenstackKit } from '../openstack-kit.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { double, kit } = await openDoubleKit('ours');
after(() => kit.close());

describe('what nova is told of a new machine for its guest', () => {
  const made = async (layout: Partial<OpenstackKit['layout']>, spec: MachineSpec = kit.makeSpec()) => {
    const engine = kit.again({ layout: { ...kit.layout, flavors: new Map(), ...layout } });
    await kit.running(spec, engine);
    const server = double.servers().find(({ name }) => name === cloudName(spec.serverId));
    assert.ok(server, 'the host name of a guest is its machine’s name');
    return { server, told: Buffer.from(server.userData ?? '', 'base64').toString() };
  };

  test('who logs in with which key, in the metadata or on a drive', async () => {
    const { server, told } = await made({ configDrive: false });
    assert.equal(server.configDrive, false);
    assert.match(told, /^#cloud-config\n.*"name":"root","ssh_authorized_keys":\["ssh-ed25519 /);
    assert.equal((await made({ configDrive: true })).server.configDrive, true);
  });

  test('where the work disk is, whichever way it is given, and nothing of one that is not there', async () => {
    const device = /"mounts":\[\["\/dev\/vdb","\/work"/;
    assert.match((await made({ workDisks: ['ephemeral'] })).told, device);
    assert.match((await made({ workDisks: ['volume'] })).told, device);
    assert.doesNotMatch((await made({ workDisks: ['ephemeral'] }, kit.makeSpec({ localStorageGb: 0 }))).told, /vdb/);
    assert.doesNotMatch((await made({ workDisks: ['volume'] }, kit.makeSpec({ localStorageGb: 0 }))).told, /vdb/);
  });
});

test('an image that is larger than what is sold is told before anything is made of it, also where it states no minimum', async (t) => {
  const { double, kit } = await openDoubleKit('ours');
  t.after(() => kit.close());
  const image = double.images.images.get(double.image.id);
  assert.ok(image);
  Object.assign(image, { minDisk: 0, virtualSize: 5000 * 2 ** 30 });
  for (const systemDisk of ['flavor', 'volume'] as const) {
    const engine = kit.again({ layout: { ...kit.layout, systemDisks: [systemDisk] } });
    await assert.rejects(kit.running(kit.makeSpec(), engine), {
      engineCause: 'image_missing',
      message: /^The image guest needs 5000 GB of disk and 128 MB of memory; with the flavor /,
    });
  }
  assert.deepEqual([...double.volumes.volumes.values()], []);
});
