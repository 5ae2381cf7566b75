import assert from 'node:assert/strict';
import { SECOND_MS } from '../../../kit/clock.ts';
import { proxyProbe } from '../../parts/ssh-probe.ts';
import { cloudName, SERVER } from '../machine/machine-marks.rules.ts';
import type { KitCloud } from '../openstack-kit.ts';
import { UPLOADS_MAX } from '../backups/volume-backup.ts';
import type { CloudDouble } from './cloud-double.ts';
import { PROBES_FROM } from './double-guests.ts';
import type { Call, ServiceName } from './double-http.ts';

const ALL: readonly ServiceName[] = ['identity', 'compute', 'network', 'image', 'volume', 'placement'];

/** The double, as the conformance suite tries an engine on it. */
export function doubleCloud(
  double: CloudDouble,
  whose: KitCloud['whose'],
  { systemDisk = 'flavor' }: Partial<Pick<KitCloud, 'systemDisk'>> = {},
): KitCloud {
  const user = whose === 'ours' ? double.users.admin : double.users.demo;
  const machine = (serverId: string) => double.servers().find(({ metadata }) => metadata[SERVER] === serverId);
  const novaId = (serverId: string) => machine(serverId)?.id ?? null;
  const made = (serverId: string) => {
    const id = novaId(serverId);
    assert.ok(id, `there is no machine of ${serverId}`);
    return id;
  };
  const concerns = (serverId: string, { path, body }: Call) => {
    const id = novaId(serverId);
    const disks = machine(serverId)?.volumes ?? [];
    return (
      body.includes(cloudName(serverId)) || (id !== null && path.includes(id)) || disks.some(({ volumeId }) => body.includes(volumeId))
    );
  };
  return {
    authUrl: double.authUrl,
    user: { name: user.name, password: user.password, project: user.project.name },
    whose,
    systemDisk,
    image: double.image.name,
    username: 'root',
    publicKey: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGN0Y29uZm9ybWFuY2VjYW5ub3RiZXVzZWQ= test',
    network: 'priv',
    floatingNetwork: 'public',
    ipv6: false,
    flavor: 'lab.nano',
    hostName: whose === 'ours' ? 'kvm1' : 'az1',
    probe: proxyProbe(double.probeProxy),
    probesFrom: [PROBES_FROM],
    console: 'line',
    untilMs: 30 * SECOND_MS,
    lookMs: 50,
    patienceMs: 5 * SECOND_MS,
    disks: {
      async write(serverId, which, text) {
        const disk = double.disk(made(serverId), which);
        assert.ok(disk, `${serverId} has no ${which} disk`);
        disk.text = text;
      },
      read: async (serverId, which) => double.disk(made(serverId), which)?.text ?? null,
    },
    faults: {
      nextBootFails: async (serverId) =>
        double.faults.nextBootFails(({ metadata }) => metadata[SERVER] === serverId, 'Build of instance aborted: something broke'),
      // Of a backup that fails, nova leaves nothing: it is absent (openstack-machine.test.ts). What cinder was to upload is still there.
      ...(systemDisk === 'volume' && {
        nextBackupFails: async () => {
          for (let tries = 0; tries < UPLOADS_MAX; tries += 1) double.faults.nextUploadFails(() => true);
        },
      }),
      nextAnswerLost: async (_call, serverId) =>
        double.faults.once((call) => (call.method !== 'GET' && concerns(serverId, call) ? 'lost' : 'passed')),
      ...(whose === 'ours' && {
        lostHosts: { hostLost: async (name) => double.faults.hostDown(name), hostBack: async (name) => double.faults.hostUp(name) },
      }),
      wholeEngine: { down: () => double.faults.down(...ALL), back: () => double.faults.up(...ALL) },
      guestPowersOff: async (serverId) => double.faults.guestPowersOff(made(serverId)),
      guestNeverEnds: async (serverId) => double.faults.guestNeverEnds(made(serverId)),
    },
    close: () => double.close(),
  };
}
