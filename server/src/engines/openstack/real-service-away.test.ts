import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireLab } from '../../../../dev/openstack/lab.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '../../kit/clock.ts';
import { listServers, serverIdIn } from './machine/list-servers.ts';
import { openOpenstackKit, type KitCloud } from './openstack-kit.ts';
import { awayPromises, type CrashingCloud } from './testing/away-promises.ts';
import { labCloud } from './testing/lab-kit-cloud.ts';

const TIMEOUT_MS = 5 * MINUTE_MS;
/** What nova calls a machine's task before it has looked for its image and its host. */
const READS = ['shelving', 'unshelving'];
const { signal } = new AbortController();

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
  const lab = await requireLab();
  // Ids of machines, which outlive a run that is killed.
  const run = `${systemClock().now().getTime().toString(36)}away`;
  const kit = await openOpenstackKit(await labCloud(lab, { whose: 'theirs', systemDisk }), run);
  return {
    kit,
    late: kit.engine,
    awayMs: 15 * SECOND_MS,
    lookMs: SECOND_MS,
    hold: () => undefined,
    async underWay() {
      // Past what only reads and forgets: who dies before that leaves nova hanging (forgotten-waking.test.ts).
      for (let looks = 0; looks < 60; looks += 1) {
        const { servers } = await listServers(kit, '', signal);
        const task = servers.find((server) => serverIdIn(server, kit.layout)?.includes(run))?.['OS-EXT-STS:task_state'] ?? null;
        if (task !== null && !READS.includes(task)) return;
        await sleep(SECOND_MS / 4);
      }
    },
    end: (program) => lab.kill(program),
    start: (program) => lab.start(program),
  };
}
