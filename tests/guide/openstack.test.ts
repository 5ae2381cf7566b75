import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { startCloudDouble, type CloudDouble } from '../../server/src/engines/openstack/testing/cloud-double.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { cloudsOfGuide, GUIDE_PARTS, typeOpenstackGuide, writeClouds } from '../testing/openstack-guide.ts';
import { openProjects } from '../testing/openstack-projects.ts';

// OpenStack’s own program for the command line is typed by tests/openstack/real-guide.test.ts; the double is set up by itself.
for (const whose of ['theirs', 'ours'] as const) {
  describe(`the operator’s guide to OpenStack, as it is typed: ${GUIDE_PARTS[whose].toLowerCase()}`, () => {
    let [double, home, folder]: [CloudDouble?, BorealHome?, string?] = [];
    before(async () => {
      double = await startCloudDouble();
      home = await makeBorealHome();
      folder = await mkdtemp(join(tmpdir(), 'boreal-guide-'));
    });
    after(async () => {
      await home?.close();
      await double?.close();
      if (folder !== undefined) await rm(folder, { recursive: true });
    });

    test('each command of Boreal’s is typed in order; then the first server is sold', async () => {
      assert.ok(double && home && folder !== undefined);
      const place = folder;
      const { authUrl, credential, region, users } = double;
      await typeOpenstackGuide(whose, {
        person: null,
        environment: { OPENSTACK_PROBE_PROXY: double.probeProxy },
        words: { FOLDER: place },
        network: await networkOf(double, whose),
        home,
        async writeClouds() {
          const at = { auth_url: authUrl, region_name: region };
          const { name: username, password, project } = users.admin;
          await writeClouds(place, [
            await cloudsOfGuide('hoster', {
              ...at,
              application_credential_id: credential.id,
              application_credential_secret: credential.secret,
            }),
            await cloudsOfGuide('ours', { ...at, username, password, project_name: project.name }),
          ]);
        },
      });
    });
  });
}

async function networkOf({ authUrl, users }: CloudDouble, whose: 'theirs' | 'ours'): Promise<string> {
  const person = ({ name, password, project, domain }: CloudDouble['users']['admin']) => ({
    name,
    password,
    project: project.name,
    domain,
  });
  const projects = openProjects(authUrl, { theirs: person(users.demo), ours: person(users.admin) });
  const own = await projects.networkOf(whose, 'priv');
  projects.close();
  return own;
}
