import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { z } from 'zod';
import { PASSWORD, REGION } from '../../dev/openstack/config.ts';
import { requireLab, type Lab } from '../../dev/openstack/lab.ts';
import { expectData } from '../testing/boreal-process-client.ts';
import { runCommand } from '../testing/boreal-process-command.ts';
import { makeBorealHome, type BorealHome } from '../testing/boreal-process-home.ts';
import { until, type BorealProcess, type Environment } from '../testing/boreal-process.ts';
import { REAL_TIMEOUT_MS, withoutLab } from '../testing/lab-openstack.ts';
import { cloudsOfGuide, GUIDE_PARTS, typeOpenstackGuide, writeClouds } from '../testing/openstack-guide.ts';
import { wordsOf } from '../testing/openstack-projects.ts';

const Server = z.object({ status: z.string(), task: z.string().nullable() });

/** What the guide made, in the order in which it can go. Whatever is not there is left out. */
const UNDO = {
  theirs: [
    'router remove subnet boreal-net boreal-net-v4',
    'router remove subnet boreal-net boreal-net-v6',
    'router delete boreal-net',
    'network delete boreal-net',
    'application credential delete boreal',
  ],
  ours: [
    'router remove subnet boreal-own boreal-own-v4',
    'router delete boreal-own',
    'network delete boreal-own',
    'compute service set --enable gpu1 nova-compute',
    'user delete boreal',
    'project delete boreal',
  ],
} as const;
/** The lab's flavors have no disk to work on, as the plans of somebody else's cloud need it here (below). */
const FLAVORS = [1, 8].map((count) => ({
  lab: `lab.h100x${count}`,
  name: `guide.h100x${count}`,
  make: `openstack flavor create guide.h100x${count} --vcpus ${24 * count} --ram ${200 * 1024 * count} --disk 100 --ephemeral ${750 * count} --property pci_passthrough:alias=h100:${count}`,
}));
/** What is named anew each time: the record of who drives the machines, flavors, access rules. */
const SWEEP = {
  theirs:
    'openstack security group list -f value -c Name | grep ^boreal- | xargs -r openstack security group delete; openstack access rule list -f value -c ID | xargs -r openstack access rule delete',
  ours: 'openstack project show boreal -f value -c id | xargs -rI{} openstack security group list --project {} -f value -c ID | xargs -r openstack security group delete; openstack flavor list --all -f value -c Name | grep ^boreal- | xargs -r openstack flavor delete',
} as const;

for (const [whose, name] of [
  ['theirs', 'demo'],
  ['ours', 'admin'],
] as const) {
  describe(`the operator’s guide to OpenStack, typed on a real one: ${GUIDE_PARTS[whose].toLowerCase()}`, { skip: withoutLab }, () => {
    let [lab, home, folder]: [Lab?, BorealHome?, string?] = [];
    let [person, administrator]: [Environment, Environment] = [{}, {}];
    before(async () => {
      const why = whyNoClient();
      assert.ok(why === null, why ?? '');
      lab = await requireLab();
      const { authUrl } = lab;
      const variables = (who: string) =>
        Object.entries(wordsOf(authUrl, { name: who, password: PASSWORD, project: who, domain: 'Default' })).map(([word, value]) => [
          `OS_${word.toUpperCase()}`,
          value,
        ]);
      person = Object.fromEntries(variables(name));
      administrator = Object.fromEntries(variables('admin'));
      home = await makeBorealHome();
      folder = await mkdtemp(join(tmpdir(), 'boreal-guide-'));
      await undo();
      if (whose === 'theirs') for (const { make } of FLAVORS) await client(make, administrator);
    });
    after(async () => {
      await home?.close();
      if (lab !== undefined) await undo();
      if (folder !== undefined) await rm(folder, { recursive: true });
    });

    async function client(command: string, environment = person): Promise<string> {
      return (await runCommand('bash', ['-c', command], { environment })).stdout.trim();
    }

    async function undo(): Promise<void> {
      // The record stands in the project, which goes after it.
      await client(SWEEP[whose]);
      for (const command of UNDO[whose]) await client(`openstack ${command}`);
      await client(`openstack flavor delete ${FLAVORS.map((one) => one.name).join(' ')}`, administrator);
    }

    test(
      'every command is typed in order, also those of OpenStack’s own client, and what is sold hibernates, wakes and ends',
      { timeout: REAL_TIMEOUT_MS },
      async () => {
        assert.ok(lab && home && folder !== undefined);
        const [place, at] = [folder, { auth_url: lab.authUrl, region_name: REGION }];
        const { boreal, serverId } = await typeOpenstackGuide(whose, {
          person,
          // What is on hosts with pretended GPUs is pretended, too: nobody answers there, and no volume is as large as a plan says.
          environment: { OPENSTACK_PROBE: 'none', OPENSTACK_WORK_DISK: 'ephemeral' },
          words: { FOLDER: place, PASSWORD, ...(whose === 'theirs' && Object.fromEntries(FLAVORS.map((one) => [one.lab, one.name]))) },
          network: null,
          home,
          async writeClouds(credential) {
            const cloud =
              credential === null
                ? await cloudsOfGuide('ours', { ...at, password: PASSWORD })
                : await cloudsOfGuide('hoster', {
                    ...at,
                    application_credential_id: credential.id,
                    application_credential_secret: credential.secret,
                  });
            await writeClouds(place, [cloud]);
          },
        });
        await live({ boreal, key: (await home.demo()).customers[0].restKey, id: serverId });
        const machines = () => client('openstack server list --all-projects -f value -c Name || openstack server list -f value -c Name');
        await until('the machine is gone', REAL_TIMEOUT_MS, machines, (left) => !left.includes(serverId.replace('_', '-')));
      },
    );
  });
}

async function live({ boreal, key, id }: { boreal: BorealProcess; key: string; id: string }): Promise<void> {
  const path = `/servers/${id}`;
  const rests = (status: string) =>
    until(
      `it is ${status}`,
      REAL_TIMEOUT_MS,
      () => expectData(boreal, { path, key }, { data: Server }),
      (seen) => seen.status === status && seen.task === null,
    );
  // Draining its host, as the guide does last, may have moved it.
  await rests('ACTIVE');
  for (const [action, status] of [
    ['hibernate', 'HIBERNATED'],
    ['hibernate-restore', 'ACTIVE'],
  ] as const) {
    await expectData(boreal, { method: 'POST', path: `${path}/actions`, json: { action }, key }, { data: z.object({}) });
    await rests(status);
  }
  await expectData(boreal, { method: 'DELETE', path, key }, { data: z.object({}) });
}

/** An OpenStack that was installed before the client was part of it has none. */
function whyNoClient(): string | null {
  const missing = ['openstack', 'python3-osc-placement'].filter((name) =>
    name === 'openstack'
      ? spawnSync('openstack', ['--version']).status !== 0
      : spawnSync('openstack', ['resource', 'provider', 'list', '--help']).status !== 0,
  );
  return missing.length === 0 ? null : 'apt-get install python3-openstackclient python3-osc-placement, for OpenStack’s own program';
}
