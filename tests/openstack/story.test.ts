import { startDoubledOpenstack } from '../testing/doubled-openstack.ts';
import { openstackStory } from '../testing/openstack-story.ts';

openstackStory('the double of OpenStack', async () => (await startDoubledOpenstack()).cloud);
