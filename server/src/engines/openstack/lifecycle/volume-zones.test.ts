import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError } from '../../conformance-kit.ts';
import { openOpenstackKit } from '../openstack-kit.ts';
import { startCloudDouble } from '../testing/cloud-double.ts';
import { doubleCloud } from '../testing/double-kit-cloud.ts';

const { signal } = new AbortController();

for (const whose of ['theirs', 'ours'] as const) {
  test(`in a cloud of ${whose} that attaches volumes of a machine's own zone only, its disks are made there`, async (t) => {
    const double = await startCloudDouble({ volumeZones: ['nova', 'az1', 'gpu'], crossZoneAttach: false });
    const kit = await openOpenstackKit(doubleCloud(double, whose, { systemDisk: 'volume' }));
    t.after(() => kit.close());
    await kit.running(kit.makeSpec());
    assert.deepEqual(
      [...double.volumes.volumes.values()].map(({ zone }) => zone),
      ['az1', 'az1'],
    );
  });
}

test('cinder chooses where a volume is made when its zones have other names than nova’s', async (t) => {
  const double = await startCloudDouble({ volumeZones: ['store1', 'store2'] });
  const kit = await openOpenstackKit(doubleCloud(double, 'theirs', { systemDisk: 'volume' }));
  t.after(() => kit.close());
  await kit.running(kit.makeSpec());
  assert.deepEqual(
    [...double.volumes.volumes.values()].map(({ zone }) => zone),
    ['store1', 'store1'],
  );
});

test('a cinder that tells nobody its zones makes volumes where it likes, and nothing is left of a machine that cannot have them', async (t) => {
  const double = await startCloudDouble({ volumeZones: ['nova', 'az1'], crossZoneAttach: false });
  double.faults.rules = [({ path }) => (/\/v3\/.*os-availability-zone$/.test(path) ? { status: 403, body: {} } : 'passed')];
  const kit = await openOpenstackKit(doubleCloud(double, 'theirs', { systemDisk: 'volume' }));
  t.after(() => kit.close());
  const spec = kit.makeSpec();
  await assert.rejects(
    kit.untilDone(
      () => kit.engine.ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    ),
    engineError('no_capacity'),
  );
  await kit.untilDone(
    () => kit.engine.ensureGone(spec.serverId, signal),
    ({ power }) => power === 'absent',
  );
  assert.deepEqual(await kit.engine.leftovers(signal), []);
  assert.equal(double.volumes.volumes.size, 0);
});
