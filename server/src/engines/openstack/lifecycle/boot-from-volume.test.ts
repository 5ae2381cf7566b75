import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineConformance } from '../../conformance.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';

const { signal } = new AbortController();

for (const [name, whose] of [
  ["a project of somebody's OpenStack with system disks on volumes", 'theirs'],
  ['an OpenStack of our own with system disks on volumes', 'ours'],
] as const) {
  engineConformance(name, async () => (await openDoubleKit(whose, { systemDisk: 'volume' })).kit);
}

test('of a server that is removed while its disk is copied nothing is made and nothing is left, and it can be wanted again', async (t) => {
  const { double, kit } = await openDoubleKit('theirs', { systemDisk: 'volume', paceMs: 1500 });
  t.after(() => kit.close());
  const engine = kit.again({ patienceMs: 200 });
  const spec = kit.makeSpec();
  assert.equal((await engine.ensureRunning(spec, signal)).power, 'starting');
  await kit.gone(spec, engine);
  assert.deepEqual(double.servers(), []);
  assert.deepEqual(await engine.leftovers(signal), []);
  await kit.running(spec, engine);
});
