import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { EngineError } from '../engine.ts';
import { belongingOf, cloudName } from './machine/machine-marks.rules.ts';
import { KIT_OWNER } from './openstack-kit.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';
import { newId } from './testing/double-world.ts';

const { signal } = new AbortController();

const { double, kit } = await openDoubleKit('ours');
after(() => kit.close());

describe('an administrator is shown what all projects of the cloud have, and takes none of it', () => {
  const theirs = () => double.users.demo.project;
  const upload = (name: string, of: Partial<Parameters<typeof double.images.add>[0]> = {}) =>
    double.images.add({
      name,
      project: theirs(),
      status: 'active',
      size: 1000,
      disk: { text: null },
      createdAt: new Date(Date.now() + 60_000),
      ...of,
    });
  const running = async (spec = kit.makeSpec()) => {
    await kit.running(spec);
    return spec.serverId;
  };
  const imageOf = (serverId: string) => double.servers().find(({ name }) => name === cloudName(serverId))?.imageId;

  test('a newer image of that name that somebody else uploaded is not what our customers boot', async () => {
    upload(double.image.name);
    upload(double.image.name, { visibility: 'shared' });
    upload(double.image.name, { visibility: 'shared', members: new Map([[double.users.admin.project.id, 'pending']]) });
    assert.equal(imageOf(await running()), double.image.id);
  });

  test('one that is shared with us is, once we have accepted it, and any that is named by its id', async () => {
    const members = new Map([[double.users.admin.project.id, 'accepted' as const]]);
    const shared = upload('shared-with-us', { visibility: 'shared', members });
    assert.equal(imageOf(await running(kit.makeSpec({ image: 'shared-with-us' }))), shared.id);
    const named = upload('named');
    assert.equal(imageOf(await running(kit.makeSpec({ image: named.id }))), named.id);
    await assert.rejects(
      kit.engine.ensureRunning(kit.makeSpec({ image: 'named' }), signal),
      (error) => error instanceof EngineError && error.engineCause === 'image_missing',
    );
  });

  test('an image of theirs that carries our mark is no backup of ours', async () => {
    const properties = { boreal_owner: KIT_OWNER, boreal_backup: 'bkp_forged' };
    upload(cloudName('bkp_forged'), { properties });
    assert.equal((await kit.engine.observeBackup('bkp_forged', signal)).state, 'absent');
    assert.deepEqual(
      (await kit.engine.listBackups(signal)).filter(({ backupId }) => backupId === 'bkp_forged'),
      [],
    );
  });

  test('a port of theirs that carries our mark is neither a machine’s nor removed with it', async () => {
    const spec = kit.makeSpec();
    const network = [...double.networks.networks.values()].find(({ name }) => name === 'provider');
    assert.ok(network);
    const port = double.networks.createPort(theirs(), {
      network_id: network.id,
      name: cloudName(spec.serverId),
      description: belongingOf(KIT_OWNER, spec.serverId),
    });
    const addresses = port.fixed_ips.map(({ ip_address }) => ip_address);
    await running(spec);
    const seen = await kit.engine.observe(spec.serverId, signal);
    assert.ok(seen.ipv4 !== null && !addresses.includes(seen.ipv4));
    await kit.gone(spec);
    assert.ok(double.networks.ports.has(port.id));
  });

  test('a network of theirs that is named as ours is not in the way', async () => {
    const own = [...double.networks.networks.values()].find(
      ({ name, project_id: owner }) => name === kit.layout.network && owner === double.users.admin.project.id,
    );
    assert.ok(own);
    const forged = { ...own, id: newId(), project_id: theirs().id, tenant_id: theirs().id, subnets: [] };
    double.networks.networks.set(forged.id, forged);
    const spec = kit.makeSpec();
    // Another process, which has not found the network yet.
    await kit.untilDone(
      () => kit.again().ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
    assert.equal([...double.networks.ports.values()].filter(({ network_id: id }) => id === forged.id).length, 0);
  });
});
