import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cloudName } from './machine/machine-marks.rules.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';

const { signal } = new AbortController();

test('what our engine of another project has is no leftover of ours, though an administrator is shown it', async (t) => {
  const { double, kit: theirs } = await openDoubleKit('theirs');
  const ours = await openOpenstackKit({ ...doubleCloud(double, 'ours'), close: async () => undefined });
  t.after(async () => {
    await ours.close();
    await theirs.close();
  });
  const spec = theirs.makeSpec();
  await theirs.running(spec);
  assert.deepEqual(await ours.engine.leftovers(signal), []);
});

test('the disk of a hibernated server goes with it, also when glance did not answer as nova deleted its machine', async (t) => {
  const { double, kit } = await openDoubleKit('theirs');
  t.after(() => kit.close());
  const imageOf = (serverId: string) => [...double.images.images.values()].filter(({ name }) => name === `${cloudName(serverId)}-shelved`);
  const hibernated = async () => {
    const spec = kit.makeSpec();
    await kit.running(spec);
    await kit.hibernated(spec);
    return spec.serverId;
  };
  const gone = (serverId: string) => kit.gone({ serverId });
  const [one, two, kept] = [await hibernated(), await hibernated(), await hibernated()];
  const backup = double.images.add({ name: cloudName(one), project: double.users.demo.project, properties: { boreal_server: one } });
  const shelved = { name: `${cloudName(two)}-shelved`, properties: { image_type: 'snapshot', instance_uuid: 'of-nobody' } };
  const strange = [
    double.images.add({ ...shelved, project: double.users.admin.project }),
    double.images.add({ ...shelved, project: double.users.demo.project, properties: {} }),
    double.images.add({
      ...shelved,
      project: double.users.demo.project,
      properties: { ...shelved.properties, boreal_owner: 'another' },
    }),
  ];

  double.faults.nextShelvedImageStays(() => true);
  await gone(one);
  assert.deepEqual(imageOf(one), []);

  // As after a deletion by hand.
  const [machine] = double.servers().filter(({ name }) => name === cloudName(two));
  assert.ok(machine);
  double.faults.nextShelvedImageStays(() => true);
  await kit.client.remove('compute', `/servers/${machine.id}`, signal);
  await kit.untilDone(
    () => kit.engine.observe(two, signal),
    ({ power }) => power === 'absent',
  );
  const found = await kit.engine.leftovers(signal);
  const images = found.filter(({ kind }) => kind === 'image');
  assert.deepEqual(
    images.map(({ serverId }) => serverId),
    [two],
  );
  for (const leftover of found) await kit.engine.removeLeftover(leftover, signal);
  assert.deepEqual(await kit.engine.leftovers(signal), []);
  assert.deepEqual(imageOf(two), strange);
  assert.ok(double.images.images.has(backup.id));

  const [asleep] = imageOf(kept);
  assert.ok(asleep, 'it sleeps on');
  const leftover = { kind: 'image', name: asleep.id, serverId: kept, hostName: null } as const;
  await assert.rejects(kit.engine.removeLeftover(leftover, signal), /There is a machine/);
  assert.deepEqual(imageOf(kept), [asleep]);
  await gone(kept);
});

test('a hibernated server of another Boreal of the same project keeps its disk, whatever its id', async (t) => {
  const { double, kit: theirs } = await openDoubleKit('theirs');
  t.after(() => theirs.close());
  const spec = theirs.makeSpec();
  await theirs.running(spec);
  await theirs.hibernated(spec);
  const other = theirs.again({ layout: { ...theirs.layout, owner: 'another' } });
  assert.deepEqual(await other.leftovers(signal), []);
  await theirs.gone(spec, other);
  assert.ok([...double.images.images.values()].some(({ name }) => name === `${cloudName(spec.serverId)}-shelved`));
  await theirs.running(spec);
});
