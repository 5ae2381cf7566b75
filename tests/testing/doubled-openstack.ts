import assert from 'node:assert/strict';
import { SERVER } from '../../server/src/engines/openstack/machine/machine-marks.rules.ts';
import { startCloudDouble, type CloudDouble } from '../../server/src/engines/openstack/testing/cloud-double.ts';
import { PROBES_FROM } from '../../server/src/engines/openstack/testing/double-guests.ts';
import { makeBorealHome } from './boreal-process-home.ts';
import { openOpenstackCloud, type OpenstackCloud } from './openstack-cloud.ts';
import { openProjects, signInOf } from './openstack-projects.ts';

const RESTS_WITHIN_MS = 60_000;
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ tests';

/** A Boreal on the double of OpenStack. */
export async function startDoubledOpenstack(
  environment: Readonly<Record<string, string>> = {},
): Promise<{ cloud: OpenstackCloud; double: CloudDouble }> {
  const double = await startCloudDouble();
  const person = ({ name, password, project, domain }: CloudDouble['users']['admin']) => ({
    name,
    password,
    project: project.name,
    domain,
  });
  const people = { theirs: person(double.users.demo), ours: person(double.users.admin) };
  const projects = openProjects(double.authUrl, people);
  const diskOf = ({ id }: { id: string }) => {
    const machine = double.servers().find(({ metadata }) => metadata[SERVER] === id);
    const disk = double.disk(machine?.id ?? '', 'system');
    assert.ok(disk, `${id} has a disk`);
    return disk;
  };
  const uses = async (name: 'theirs' | 'ours') => {
    const engine = name.toUpperCase();
    return {
      ...signInOf(engine, double.authUrl, people[name]),
      [`${engine}_OPENSTACK_NETWORK`]: await projects.networkOf(name, 'priv'),
      [`${engine}_OPENSTACK_FLOATING_NETWORK`]: 'public',
      [`${engine}_OPENSTACK_PROBE_PROXY`]: double.probeProxy,
      [`${engine}_OPENSTACK_PROBE_FROM`]: PROBES_FROM,
    };
  };
  const cloud = await openOpenstackCloud(
    {
      environment: {
        ...(await uses('theirs')),
        THEIRS_OPENSTACK_FLAVORS: 'l4x1=lab.nano',
        // The real one's are flavors' disks.
        THEIRS_OPENSTACK_SYSTEM_DISK: 'volume',
        ...(await uses('ours')),
        OURS_OPENSTACK_CLOUD: 'ours',
        OURS_OPENSTACK_GPU_ALIASES: 'h100-sxm=h100',
        ...environment,
      },
      image: { name: double.image.name, username: 'root' },
      zone: 'az1',
      probeProxy: double.probeProxy,
      publicKey: PUBLIC_KEY,
      restsWithinMs: RESTS_WITHIN_MS,
      left: (serverIds) => projects.left(serverIds),
      gpusOf: (serverId) => projects.gpusOf(serverId),
      machinesOf: async (serverId) => (await projects.machinesOf(serverId)).length,
      async withoutRoom(work) {
        double.faults.nextBootFails(() => true, 'No valid host was found. There are not enough hosts available.');
        return work();
      },
      disk: {
        write: async (server, text) => void (diskOf(server).text = text),
        read: async (server) => diskOf(server).text,
      },
      async close() {
        projects.close();
        await double.close();
      },
    },
    await makeBorealHome(),
  );
  return { cloud, double };
}
