import { describe, test } from 'node:test';
import { requireLab } from '../../../../dev/openstack/lab.ts';
import { MINUTE_MS, systemClock } from '../../kit/clock.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { chosenDisksPromises } from './testing/chosen-disks-promises.ts';
import { labCloud } from './testing/lab-kit-cloud.ts';

if (process.env['BOREAL_OPENSTACK'] === 'real') {
  chosenDisksPromises(
    'a real OpenStack of our own',
    async () => {
      const lab = await requireLab();
      const cloud = await labCloud(lab, { whose: 'ours', systemDisk: 'flavor' });
      const layout = { flavors: new Map(), systemDisks: ['flavor', 'volume'], workDisks: ['volume', 'ephemeral'] } as const;
      // Ids of machines, which outlive a run that is killed.
      return openOpenstackKit({ ...cloud, layout }, `${systemClock().now().getTime().toString(36)}disks`);
    },
    12 * MINUTE_MS,
  );
} else {
  const skip = 'only with npm run test:openstack, which starts a real OpenStack';
  describe('machines of a real OpenStack whose pools choose their disks', { skip }, () => test('have them side by side'));
}
