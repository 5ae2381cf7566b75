import { describe, test } from 'node:test';
import { REAL_TIMEOUT_MS, startLabOpenstack, withoutLab } from '../testing/lab-openstack.ts';
import { openstackStory } from '../testing/openstack-story.ts';

if (withoutLab === false) openstackStory('a real OpenStack', async () => (await startLabOpenstack()).cloud, { timeoutMs: REAL_TIMEOUT_MS });
else describe('servers on a real OpenStack', { skip: withoutLab }, () => test('live their lives'));
