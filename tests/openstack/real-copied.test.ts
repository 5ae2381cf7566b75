import { describe, test } from 'node:test';
import { REAL_TIMEOUT_MS, startLabOpenstack, withoutLab } from '../testing/lab-openstack.ts';
import { openstackCopyStory } from '../testing/openstack-copy-story.ts';

if (withoutLab === false)
  openstackCopyStory('a real OpenStack', async () => (await startLabOpenstack()).cloud, { timeoutMs: REAL_TIMEOUT_MS });
else describe('a copy of the database beside its original on a real OpenStack', { skip: withoutLab }, () => test('is kept off'));
