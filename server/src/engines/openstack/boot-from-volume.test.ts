import { engineConformance } from '../conformance.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

for (const [name, whose] of [
  ["a project of somebody's OpenStack with system disks on volumes", 'theirs'],
  ['an OpenStack of our own with system disks on volumes', 'ours'],
] as const) {
  engineConformance(name, async () => openOpenstackKit(doubleCloud(await startCloudDouble(), whose, { systemDisk: 'volume' })));
}
