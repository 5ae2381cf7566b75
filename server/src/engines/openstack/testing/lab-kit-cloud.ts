import assert from 'node:assert/strict';
import { KVM_HOST, PASSWORD } from '../../../../../dev/openstack/config.ts';
import { lab as furniture } from '../../../../../dev/openstack/furnish.ts';
import type { Lab } from '../../../../../dev/openstack/lab.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '../../../kit/clock.ts';
import { proxyProbe } from '../../parts/ssh-probe.ts';
import { createCloudClient, type CloudClient } from '../cloud/cloud-client.ts';
import { FloatingIp } from '../cloud/cloud-shapes.ts';
import { belongingOf } from '../machine/machine-marks.rules.ts';
import { KIT_OWNER, settingsOf, type KitCloud } from '../openstack-kit.ts';
import { visitLab } from './lab-guests.ts';

/** In the guest, as root; the system disk is not its root, and there may be no work disk. */
const diskAt = { system: '/system', work: '/work' } as const;
const APIS = ['keystone', 'placement-api', 'nova-api', 'glance-api', 'neutron-server', 'cinder-api'] as const;
const { signal } = new AbortController();

type LabUser = 'admin' | 'demo';
/** Each has a project of their name. */
const labUser = (name: LabUser): KitCloud['user'] => ({ name, password: PASSWORD, project: name });

/** Signed in to the disposable OpenStack. */
export function labClient({ authUrl }: Lab, user: LabUser): CloudClient {
  return createCloudClient(settingsOf({ authUrl, user: labUser(user) }), { clock: systemClock() });
}

/** The disposable OpenStack, as the conformance suite tries an engine on it. */
export async function labCloud(lab: Lab, { whose, systemDisk }: Pick<KitCloud, 'whose' | 'systemDisk'>): Promise<KitCloud> {
  const user = whose === 'ours' ? 'admin' : 'demo';
  const visitor = await visitLab(lab);
  const client = labClient(lab, user);
  /** In the guest of a server that runs. */
  async function inside(serverId: string, command: string): Promise<string> {
    const path = `/v2.0/floatingips?description=${encodeURIComponent(belongingOf(KIT_OWNER, serverId))}`;
    const [floatingIp] = await client.list('network', path, { key: 'floatingips', shape: FloatingIp }, signal);
    assert.ok(floatingIp, `${serverId} has no address`);
    return visitor.run({ user: 'root', ipv4: floatingIp.floating_ip_address }, command);
  }
  return {
    authUrl: lab.authUrl,
    user: labUser(user),
    whose,
    systemDisk,
    image: furniture.image,
    username: 'root',
    publicKey: visitor.publicKey,
    network: furniture.networks[user],
    floatingNetwork: furniture.externalNetwork,
    ipv6: false,
    flavor: 'lab.nano',
    hostName: whose === 'ours' ? KVM_HOST : furniture.zones.guests,
    probe: proxyProbe(`unix://${lab.outsideRelay}`),
    probesFrom: [furniture.outside],
    console: 'line',
    untilMs: 4 * MINUTE_MS,
    // Each look is seconds of work for the cloud's programs, on the processors that the guests need.
    lookMs: 1 * SECOND_MS,
    addressesByChance: true,
    // The other hosts only pretend to have machines.
    movesTo: (name) => name === KVM_HOST,
    patienceMs: 7 * SECOND_MS,
    disks: {
      write: async (serverId, disk, text) => void (await inside(serverId, `printf %s '${text}' >${diskAt[disk]}/text && sync`)),
      read: async (serverId, disk) => inside(serverId, `cat ${diskAt[disk]}/text 2>/dev/null || true`),
    },
    faults: {
      ...(whose === 'ours' && {
        // Nova takes a minute to notice; the guests run on meanwhile.
        lostHosts: { hostLost: (name) => lab.kill(`nova-compute-${name}`), hostBack: (name) => lab.start(`nova-compute-${name}`) },
      }),
      wholeEngine: {
        down: async () => void (await Promise.all(APIS.map((name) => lab.kill(name)))),
        async back() {
          for (const name of APIS) await lab.start(name);
        },
      },
      guestPowersOff: async (serverId) => void (await inside(serverId, 'sync; (sleep 0.2; poweroff -f) >/dev/null 2>&1 &')),
      guestNeverEnds: async (serverId) => void (await inside(serverId, 'touch /system/never-ends && sync')),
    },
    async close() {
      client.close();
      await visitor.close();
    },
  };
}
