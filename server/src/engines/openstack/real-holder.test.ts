import { describe, test } from 'node:test';
import { requireLab } from '../../../../dev/openstack/lab.ts';
import { Nothing } from './cloud/cloud-shapes.ts';
import { openOpenstackKit } from './openstack-kit.ts';
import { holderPromises } from './testing/holder-promises.ts';
import { labCloud } from './testing/lab-kit-cloud.ts';

const { signal } = new AbortController();

if (process.env['BOREAL_OPENSTACK'] === 'real') {
  for (const whose of ['ours', 'theirs'] as const) holderPromises(`a real OpenStack that is ${whose}`, () => openReal(whose));
} else {
  const skip = 'only with npm run test:openstack, which starts a real OpenStack';
  describe('who drives a real OpenStack', { skip }, () => test('is in a security group of it'));
}

async function openReal(whose: 'ours' | 'theirs') {
  const lab = await requireLab();
  const open = async (as: typeof whose) => openOpenstackKit(await labCloud(lab, { whose: as, systemDisk: 'flavor' }));
  const [ours, theirs] = [await open('ours'), await open('theirs')];
  const kit = whose === 'ours' ? ours : theirs;
  return {
    kit,
    other: whose === 'ours' ? theirs : ours,
    async allowGroups(limit: number) {
      const { projectId } = await kit.client.session(signal);
      const body = { quota: { security_group: limit } };
      await ours.client.change('network', { method: 'PUT', path: `/v2.0/quotas/${projectId}`, body }, Nothing, signal);
    },
    async close() {
      await ours.close();
      await theirs.close();
    },
  };
}
