import type { MachineForward, MachineForwards } from '../../engine.ts';
import type { Instance } from '../client/incus-shapes.ts';

type Devices = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * SSH separately, so that no change to the others interrupts it; few devices, because each adds to the kernel's work for every connection.
 */
const DEVICES = ['forward-ssh', 'forward-tcp', 'forward-udp'] as const;
type DeviceName = (typeof DEVICES)[number];

const SSH_PORT = 22;

/** The devices that forward the host's ports to a machine's address. */
export function forwardDevices(forwards: MachineForwards | null, ipv4: string): Devices {
  if (forwards === null) return {};
  const of = Map.groupBy(forwards.ports, deviceOf);
  return Object.fromEntries(
    DEVICES.flatMap((name) => {
      const ports = of.get(name)?.toSorted((a, b) => a.port - b.port);
      return ports === undefined ? [] : [[name, forwardDevice(ports, { listenIp: forwards.listenIp, ipv4 })]];
    }),
  );
}

function deviceOf({ protocol, port }: MachineForward): DeviceName {
  if (protocol === 'udp') return 'forward-udp';
  return port === SSH_PORT ? 'forward-ssh' : 'forward-tcp';
}

/** `nat`: the kernel forwards packets unchanged, so that the machine's rules see their source. */
function forwardDevice(ports: readonly MachineForward[], { listenIp, ipv4 }: { listenIp: string; ipv4: string }): Record<string, string> {
  const protocol = ports[0]?.protocol ?? 'tcp';
  const list = (which: 'publicPort' | 'port') => ports.map((forward) => forward[which]).join(',');
  return {
    type: 'proxy',
    nat: 'true',
    listen: `${protocol}:${listenIp}:${list('publicPort')}`,
    connect: `${protocol}:${ipv4}:${list('port')}`,
  };
}

/** The other devices of a machine. */
export function withoutForwards({ devices }: Pick<Instance, 'devices'>): Devices {
  return Object.fromEntries(Object.entries(devices).filter(([name]) => !DEVICES.some((ours) => ours === name)));
}

/** Extracts what a machine's devices forward: the input of `forwardDevices`; null if they forward nothing. */
export function forwardsIn({ devices }: Pick<Instance, 'devices'>): MachineForwards | null {
  const read = DEVICES.flatMap((name) => (devices[name]?.['type'] === 'proxy' ? [devices[name]] : []));
  const [first] = read;
  if (!first) return null;
  return { listenIp: first['listen']?.split(':')[1] ?? '', ports: read.flatMap(portsIn) };
}

function portsIn(device: Readonly<Record<string, string>>): MachineForward[] {
  const [protocol, , publicPorts = ''] = (device['listen'] ?? '').split(':');
  const ports = (device['connect'] ?? '').split(':')[2]?.split(',') ?? [];
  return publicPorts.split(',').map((publicPort, n) => ({
    protocol: protocol === 'udp' ? 'udp' : 'tcp',
    publicPort: Number(publicPort),
    port: Number(ports[n]),
  }));
}
