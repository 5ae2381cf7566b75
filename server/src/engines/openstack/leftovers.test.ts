import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOpenstackKit } from './openstack-kit.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

const { signal } = new AbortController();

test('what our engine of another project has is no leftover of ours, though an administrator is shown it', async (t) => {
  const double = await startCloudDouble();
  const theirs = await openOpenstackKit(doubleCloud(double, 'theirs'));
  const ours = await openOpenstackKit({ ...doubleCloud(double, 'ours'), close: async () => undefined });
  t.after(async () => {
    await ours.close();
    await theirs.close();
  });
  const spec = theirs.makeSpec();
  await theirs.untilDone(
    () => theirs.engine.ensureRunning(spec, signal),
    ({ power }) => power === 'running',
  );
  assert.deepEqual(await ours.engine.leftovers(signal), []);
});
