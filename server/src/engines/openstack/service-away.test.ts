import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMs, MINUTE_MS, SECOND_MS, systemClock } from '../../kit/clock.ts';
import type { KitCloud } from './openstack-kit.ts';
import { awayPromises, type CrashingCloud } from './testing/away-promises.ts';
import { openDoubleKit } from './testing/open-double-kit.ts';
import type { ServiceName } from './testing/double-http.ts';

const SERVICES: Readonly<Record<string, ServiceName>> = { 'glance-api': 'image', 'cinder-api': 'volume' };
const TIMEOUT_MS = 30 * SECOND_MS;

for (const whose of ['ours', 'theirs'] as const)
  awayPromises(`${whose}, whose glance is away`, ['glance-api'], () => openDouble({ whose, systemDisk: 'flavor' }), TIMEOUT_MS);
awayPromises(
  'theirs, with system disks on volumes',
  ['cinder-api', 'glance-api'],
  () => openDouble({ whose: 'theirs', systemDisk: 'volume' }),
  TIMEOUT_MS,
);

async function openDouble({ whose, systemDisk }: Pick<KitCloud, 'whose' | 'systemDisk'>): Promise<CrashingCloud> {
  const { double, kit } = await openDoubleKit(whose, { systemDisk });
  let before = 0;
  const serviceOf = (program: string) => {
    const service = SERVICES[program];
    assert.ok(service);
    return service;
  };
  return {
    kit,
    awayMs: 500,
    lookMs: 50,
    late: kit.again({ clock: { ...systemClock(), wall: () => addMs(new Date(), 5 * MINUTE_MS) } }),
    hold() {
      before = double.asked.length;
      double.hold();
    },
    async underWay() {
      while (!double.asked.slice(before).some(({ method, path }) => method === 'POST' && /\/(action|snapshots)$/.test(path)))
        await sleep(5);
      await sleep(50);
      // Its first step is taken, and the next is not.
      double.goOn();
      double.hold();
    },
    async end(program) {
      await double.faults.down(serviceOf(program));
      double.goOn();
    },
    start: (program) => double.faults.up(serviceOf(program)),
  };
}
