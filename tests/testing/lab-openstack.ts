import { KVM_HOST, PASSWORD } from '../../dev/openstack/config.ts';
import { lab as furniture } from '../../dev/openstack/furnish.ts';
import { requireLab, type Lab } from '../../dev/openstack/lab.ts';
import { visitLab } from '../../server/src/engines/openstack/testing/lab-guests.ts';
import { makeBorealHome } from './boreal-process-home.ts';
import type { Environment } from './boreal-process.ts';
import { openOpenstackCloud, type OpenstackCloud } from './openstack-cloud.ts';
import { openProjects, signInOf, type OpenstackProjects } from './openstack-projects.ts';

/** Emulated guests, on a machine that has other things to do. */
const RESTS_WITHIN_MS = 600_000;

/** For one test: emulated guests take minutes where a machine has other things to do. */
export const REAL_TIMEOUT_MS = 20 * 60_000;

/** Why nothing is tried on a real OpenStack; false where it is. */
export const withoutLab = process.env['BOREAL_OPENSTACK'] !== 'real' && 'only with npm run test:openstack, which starts a real OpenStack';

export interface LabOpenstack {
  readonly cloud: OpenstackCloud;
  readonly lab: Lab;
  readonly projects: OpenstackProjects;
  /** Logs in with the customer's key; what the command wrote. */
  ssh(ipv4: string, command: string, port?: number): Promise<string>;
}

/** A Boreal on the disposable OpenStack of dev/openstack, which runs already. */
export async function startLabOpenstack(
  environment: Environment = {},
  { zone = furniture.zones.guests, places = 4 }: { zone?: string; places?: number } = {},
): Promise<LabOpenstack> {
  const lab = await requireLab();
  const visitor = await visitLab(lab);
  const person = (name: string) => ({ name, password: PASSWORD, project: name, domain: 'Default' });
  const people = { theirs: person('demo'), ours: person('admin') };
  const projects = openProjects(lab.authUrl, people);
  const probeProxy = `unix://${lab.outsideRelay}`;
  // Root, because the system disk is not the user's.
  const ssh = (ipv4: string, command: string, port = 22) => visitor.run({ user: 'root', ipv4, port }, command);
  const uses = (name: 'theirs' | 'ours') => {
    const engine = name.toUpperCase();
    return {
      ...signInOf(engine, lab.authUrl, people[name]),
      [`${engine}_OPENSTACK_NETWORK`]: furniture.networks[name === 'ours' ? 'admin' : 'demo'],
      [`${engine}_OPENSTACK_FLOATING_NETWORK`]: furniture.externalNetwork,
    };
  };
  const cloud = await openOpenstackCloud(
    {
      environment: {
        ...uses('theirs'),
        THEIRS_OPENSTACK_FLAVORS: 'l4x1=lab.nano',
        THEIRS_OPENSTACK_WORK_DISK: 'ephemeral',
        THEIRS_OPENSTACK_PROBE_PROXY: probeProxy,
        THEIRS_OPENSTACK_PROBE_FROM: furniture.outside,
        THEIRS_OPENSTACK_METRICS: 'diagnostics',
        ...uses('ours'),
        OURS_OPENSTACK_CLOUD: 'ours',
        OURS_OPENSTACK_GPU_ALIASES: 'h100-sxm=h100',
        // What is on the pretended hosts is pretended, too: no disk of theirs holds anything, and nobody answers there.
        OURS_OPENSTACK_WORK_DISK: 'ephemeral',
        OURS_OPENSTACK_PROBE: 'none',
        ...environment,
      },
      image: { name: furniture.image, username: 'root' },
      zone,
      places,
      probeProxy,
      publicKey: visitor.publicKey,
      restsWithinMs: RESTS_WITHIN_MS,
      left: (serverIds) => projects.left(serverIds),
      gpusOf: (serverId) => projects.gpusOf(serverId),
      machinesOf: async (serverId) => (await projects.machinesOf(serverId)).length,
      async withoutRoom(work) {
        await projects.offer(KVM_HOST, false);
        try {
          return await work();
        } finally {
          await projects.offer(KVM_HOST, true);
        }
      },
      disk: {
        write: async ({ ipv4 }, text) => void (await ssh(ipv4 ?? '', `printf %s '${text}' >/system/text && sync`)),
        read: async ({ ipv4 }) => ssh(ipv4 ?? '', 'cat /system/text'),
      },
      async close() {
        // Of a cloud that a test has left dead, none can be: what the test says comes first.
        await projects.removeRecords().catch(() => undefined);
        projects.close();
        await visitor.close();
      },
    },
    await makeBorealHome(),
  );
  return { cloud, lab, projects, ssh };
}
