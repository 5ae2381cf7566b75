import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLab } from '../../../../dev/openstack/lab.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '../../kit/clock.ts';
import { openOpenstackKit, type KitCloud } from './openstack-kit.ts';
import { awayPromises, type CrashingCloud } from './testing/away-promises.ts';
import { labCloud } from './testing/lab-kit-cloud.ts';

const TIMEOUT_MS = 5 * MINUTE_MS;

if (process.env['BOREAL_OPENSTACK'] === 'real') {
  awayPromises('a real OpenStack whose glance dies', ['glance-api'], () => openReal('flavor'), TIMEOUT_MS);
  awayPromises(
    'a real OpenStack with system disks on volumes, whose cinder dies',
    ['cinder-api', 'cinder-volume'],
    () => openReal('volume'),
    TIMEOUT_MS,
  );
} else {
  const skip = 'only with npm run test:openstack, which starts a real OpenStack';
  describe('a machine of a real OpenStack whose glance or cinder dies', { skip }, () => test('sleeps, wakes and is saved'));
}

async function openReal(systemDisk: KitCloud['systemDisk']): Promise<CrashingCloud> {
  const lab = await findLab();
  assert.ok(lab, 'no disposable OpenStack runs: npm run test:openstack');
  // Ids of machines, which outlive a run that is killed.
  const run = `${systemClock().now().getTime().toString(36)}away`;
  const kit = await openOpenstackKit(await labCloud(lab, { whose: 'theirs', systemDisk }), run);
  return {
    kit,
    late: kit.engine,
    awayMs: 15 * SECOND_MS,
    lookMs: SECOND_MS,
    hold: () => undefined,
    underWay: () => sleep(2 * SECOND_MS),
    end: (program) => lab.kill(program),
    start: (program) => lab.start(program),
  };
}
