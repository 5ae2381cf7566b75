import { connect } from 'node:net';
import type { IncusClient } from '../client/incus-client.ts';
import { Network } from '../client/incus-shapes.ts';

/** A public address that the servers of a host share. */
export interface SharedWanted {
  readonly hostName: string;
  readonly ip: string;
  readonly listenIp: string;
  /** Its ports that are not forwarded to a server now. */
  readonly freePorts: readonly number[];
}

/** What prevents servers that share an address from being reached, or from reaching others, as sentences that say what to do. */
export async function missingForwards(
  of: { client: IncusClient; network: string; shared: readonly SharedWanted[]; hostAddresses: readonly string[]; clustered: boolean },
  signal: AbortSignal,
): Promise<string[]> {
  const { client, network: name, shared, hostAddresses, clustered } = of;
  if (shared.length === 0) return [];
  const network = await client.find(`/1.0/networks/${encodeURIComponent(name)}`, Network, signal);
  if (!network) return [];
  const { type, config } = network.value;
  if (type !== 'bridge') {
    return [
      `Servers share a public address on bridges only, and the network ${name} is ${type}: address unshare, or another INCUS_NETWORK.`,
    ];
  }
  // In a cluster, only the queried member reports all its addresses.
  const elsewhere = clustered ? [] : shared.filter(({ listenIp }) => !hostAddresses.includes(listenIp));
  const busy = await Promise.all(
    shared.map(async ({ hostName, listenIp, freePorts }) => ({
      hostName,
      listenIp,
      ports: await answeringPorts(listenIp, freePorts, signal),
    })),
  );
  return [
    ...elsewhere.map(
      ({ hostName, ip, listenIp }) =>
        `${hostName} has no address ${listenIp}, at which ports are to lead to its servers. Where a router before it passes them on, ` +
        `name the host's own: address share ${ip} --ports … --listen ADDRESS`,
    ),
    ...(config['ipv4.nat'] === 'true'
      ? []
      : [
          `Servers with private addresses reach nobody outside: the network ${name} does not hide them. Set: incus network set ${name} ipv4.nat=true`,
        ]),
    ...busy.flatMap(({ hostName, listenIp, ports }) =>
      ports.length === 0
        ? []
        : [
            `Something of ${hostName}'s own answers at ${listenIp} on shared ports (${ports.slice(0, 5).join(', ')}), and would be a server's. ` +
              'Share a range without them.',
          ],
    ),
  ];
}

const AT_ONCE = 256;
const TRY_MS = 400;
/** A host that drops packets silently makes each attempt wait: what is untested by then is not reported. */
const ALL_MS = 8000;

/** The ports on which something accepts connections from here. */
export async function answeringPorts(host: string, ports: readonly number[], signal: AbortSignal): Promise<number[]> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(ALL_MS)]);
  const rest = ports.values();
  const found: number[] = [];
  const work = async () => {
    for (const port of rest) {
      if (until.aborted) return;
      if (await answers(host, port)) found.push(port);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found.toSorted((a, b) => a - b);
}

function answers(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host, port, timeout: TRY_MS });
  const end = (accepted: boolean) => {
    socket.destroy();
    resolve(accepted);
  };
  socket.once('connect', () => end(true));
  socket.once('timeout', () => end(false));
  socket.once('error', () => end(false));
  return promise;
}
