import { engineConformance } from '../conformance.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { startCloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';

engineConformance("a project of somebody's OpenStack", async () => openOpenstackKit(doubleCloud(await startCloudDouble(), 'theirs')));
engineConformance('an OpenStack of our own', async () => openOpenstackKit(doubleCloud(await startCloudDouble(), 'ours')));
