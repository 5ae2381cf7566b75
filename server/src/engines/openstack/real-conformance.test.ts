import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { findLab } from '../../../../dev/openstack/lab.ts';
import { engineConformance } from '../conformance.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { labCloud } from './testing/lab-kit-cloud.ts';

const WAYS = [
  ["a project of somebody's real OpenStack", 'theirs'],
  ['a real OpenStack of our own', 'ours'],
] as const;
const { signal } = new AbortController();
/** Ids of machines, which outlive a run that is killed. */
const run = Date.now().toString(36);

if (process.env['BOREAL_OPENSTACK'] === 'real') {
  const kits = new Set<OpenstackKit>();
  for (const [name, whose] of WAYS) {
    engineConformance(name, async () => {
      const lab = await findLab();
      assert.ok(lab, 'no disposable OpenStack runs: npm run test:openstack');
      const kit = await openOpenstackKit(await labCloud(lab, whose), `${run}${whose}`);
      kits.add(kit);
      return { ...kit, close: () => (kits.delete(kit), kit.close()) };
    });
  }
  // A real host is soon full, where the double's never is.
  afterEach(async () => {
    for (const { engine, untilDone } of kits) {
      const machines = await engine.list(signal).catch(() => []);
      for (const { serverId } of machines) {
        await untilDone(
          () => engine.ensureGone(serverId, signal),
          ({ power }) => power === 'absent',
        );
      }
    }
  });
} else {
  const skip = 'only with npm run test:openstack, which starts a real OpenStack';
  for (const [name] of WAYS) describe(`${name} keeps the promises of an engine`, { skip }, () => test('all of them'));
}
