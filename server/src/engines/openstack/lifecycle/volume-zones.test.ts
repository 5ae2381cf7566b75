import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineError } from '../../conformance-kit.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

for (const whose of ['theirs', 'ours'] as const) {
  test(`in a cloud of ${whose} that attaches volumes of a machine's own zone only, its disks are made there`, async (t) => {
    const { double, kit } = await openDoubleKit(whose, {
      systemDisk: 'volume',
      volumeZones: ['nova', 'az1', 'gpu'],
      crossZoneAttach: false,
    });
    t.after(() => kit.close());
    await kit.running(kit.makeSpec());
    assert.deepEqual(
      [...double.volumes.volumes.values()].map(({ zone }) => zone),
      ['az1', 'az1'],
    );
  });
}

test('cinder chooses where a volume is made when its zones have other names than nova’s', async (t) => {
  const { double, kit } = await openDoubleKit('theirs', { systemDisk: 'volume', volumeZones: ['store1', 'store2'] });
  t.after(() => kit.close());
  await kit.running(kit.makeSpec());
  assert.deepEqual(
    [...double.volumes.volumes.values()].map(({ zone }) => zone),
    ['store1', 'store1'],
  );
});

test('a cinder that tells nobody its zones makes volumes where it likes, and nothing is left of a machine that cannot have them', async (t) => {
  const { double, kit } = await openDoubleKit('theirs', { systemDisk: 'volume', volumeZones: ['nova', 'az1'], crossZoneAttach: false });
  double.faults.rules = [({ path }) => (/\/v3\/.*os-availability-zone$/.test(path) ? { status: 403, body: {} } : 'passed')];
  t.after(() => kit.close());
  const spec = kit.makeSpec();
  await assert.rejects(kit.running(spec), engineError('no_capacity'));
  await kit.gone(spec);
  assert.deepEqual(await kit.engine.leftovers(signal), []);
  assert.equal(double.volumes.volumes.size, 0);
});
