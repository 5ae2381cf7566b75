import { SECOND_MS } from '../../kit/clock.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { chosenDisksPromises } from './testing/chosen-disks-promises.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

chosenDisksPromises(
  'an OpenStack of our own',
  async () => {
    const cloud = doubleCloud(await startCloudDouble(), 'ours');
    return openOpenstackKit({
      ...cloud,
      layout: { flavors: new Map(), systemDisks: ['flavor', 'volume'], workDisks: ['volume', 'ephemeral'] },
    });
  },
  30 * SECOND_MS,
);
