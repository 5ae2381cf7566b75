import { startDoubledOpenstack } from '../testing/doubled-openstack.ts';
import { openstackCopyStory } from '../testing/openstack-copy-story.ts';

openstackCopyStory('the double of OpenStack', async () => (await startDoubledOpenstack()).cloud);
