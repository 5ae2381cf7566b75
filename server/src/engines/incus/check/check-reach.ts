import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { aclOf, type Passage } from '../rules/firewall.rules.ts';
import { execInGuest } from '../exec-in-guest.ts';
import type { IncusClient } from '../client/incus-client.ts';
import { causeOf, IncusError, isNotFound } from '../client/incus-errors.ts';
import { Network } from '../client/incus-shapes.ts';
import { readLxcErrors } from '../lxc-log.ts';
import { configOf, devicesOf, type Layout } from '../rules/machine-config.rules.ts';
import { marks } from '../rules/machine-marks.rules.ts';

/** What is tested from a machine like a customer's. */
export interface Reach {
  readonly tried: number;
  /** What answered, as `address:port`; refusing a connection counts, because it was reached. */
  readonly answered: readonly string[];
  /** Why it could not be tested, as a sentence; null if it was. */
  readonly untried: string | null;
  /** Why Incus does not start a machine like customers', as a sentence; null if it did. */
  readonly unstarted: string | null;
}

export interface Target {
  readonly host: string;
  readonly port: number;
}

/** Ports of common services: remote logins, the web, files, containers, databases, caches, monitoring, Incus. */
const PORTS = [22, 80, 111, 443, 2049, 2375, 2376, 3306, 5432, 6379, 8080, 8443, 9090, 9100, 9400, 10_250];
const METADATA: readonly Target[] = [
  { host: '169.254.169.254', port: 80 },
  { host: 'fd00:ec2::254', port: 80 },
];
/** The name of the container and of its rules; the next check removes what a killed one left. */
const NAME = 'boreal-check';
const MAKE_MS = 120_000;

/**
 * Makes a container like a customer's, without GPUs and without rules of its own, tests from inside what it must not reach, and removes it.
 * It uses an address leased by Incus itself. @throws IncusUnreachable · IncusError
 */
export async function checkReach(
  parts: { client: IncusClient; layout: Layout; passage: Passage; hostAddresses: readonly string[] },
  of: { image: string; more: readonly Target[] },
  signal: AbortSignal,
): Promise<Reach> {
  const { client } = parts;
  const targets = [...targetsOf(parts.hostAddresses), ...METADATA, ...of.more];
  await removeGuest(client, signal);
  try {
    const unstarted = await makeGuest(parts, of.image, signal).then(
      () => null,
      (error: unknown) => whyUnstarted(client, error, signal),
    );
    if (unstarted !== null) return { tried: 0, answered: [], untried: null, unstarted };
    const { wrote: said } = await execInGuest(client, NAME, scriptOf(targets), signal);
    if (!/^ready$/m.test(said)) return untriedReach('The machine that was to try it had no network within a minute.');
    if (/^no program$/m.test(said)) return untriedReach(`The image ${of.image} has neither bash nor nc, with which to try it.`);
    const answered = said.split('\n').flatMap((line) => /^answers (.*)$/.exec(line)?.[1] ?? []);
    return { tried: targets.length, answered, untried: null, unstarted: null };
  } catch (error) {
    if (!isOutOfLeases(error)) throw error;
    return untriedReach(outOfLeases(parts.layout.network));
  } finally {
    await removeGuest(client, AbortSignal.timeout(MAKE_MS));
  }
}

export function untriedReach(why: string): Reach {
  return { tried: 0, answered: [], untried: why, unstarted: null };
}

/** Incus' reason, and LXC's if it got that far. @throws anything that is not a refusal of the machine */
async function whyUnstarted(client: IncusClient, error: unknown, signal: AbortSignal): Promise<string> {
  if (!(error instanceof IncusError) || isOutOfLeases(error) || causeOf(error) === 'timeout') throw error;
  const why = await readLxcErrors(client, NAME, signal);
  const because = why === null ? error.message : `${error.message} (${why})`;
  return `Incus does not start a container from the default image, so it starts none of a customer's: ${because}. Mend that on its host; to see it there: incus launch with the same image.`;
}

function isOutOfLeases(error: unknown): boolean {
  return error instanceof IncusError && /no available ip/i.test(error.message);
}

/** Incus leases no address from a range of one. */
function outOfLeases(network: string): string {
  return `Incus has no address to lease for it. Leave it two or more that you do not sell: incus network set ${network} ipv4.dhcp.ranges=FIRST-LAST`;
}

/** Each machine has its own loopback, and link-local addresses need an interface name. */
function targetsOf(addresses: readonly string[]): Target[] {
  return addresses
    .filter((address) => isIP(address) !== 0 && !/^(127\.|169\.254\.|::1$|fe80:)/.test(address))
    .flatMap((host) => PORTS.map((port) => ({ host, port })));
}

async function makeGuest(
  parts: { client: IncusClient; layout: Layout; passage: Passage },
  image: string,
  signal: AbortSignal,
): Promise<void> {
  const { client, layout, passage } = parts;
  const within = { ms: MAKE_MS, signal };
  const spec = {
    serverId: NAME,
    name: NAME,
    hostName: '',
    machineType: 'container',
    gpuModel: '',
    withGpus: false,
    gpus: [],
    vcores: 1,
    ramGb: 1,
    storageGb: 10,
    localStorageGb: 0,
    systemDisk: null,
    workDisk: null,
    image,
    username: 'nobody',
    publicKey: '',
    firewall: [],
    forwards: null,
    mustExist: false,
    fromBackupId: null,
    record: '',
  } as const;
  const { value: network } = await client.read(`/1.0/networks/${encodeURIComponent(layout.network)}`, Network, signal);
  const hasIPv6 = (network.config['ipv6.address'] ?? 'none') !== 'none';
  await client.change(
    { method: 'POST', path: '/1.0/network-acls', body: { name: NAME, config: {}, ...aclOf([], passage, { hasIPv6 }) } },
    within,
  );
  const { [marks.owner]: _owner, [marks.server]: _server, ...config } = configOf(spec, layout, { nvidia: false });
  const { eth0, ...devices } = devicesOf(spec, { ipv4: '', ipv6: null }, layout);
  // It takes whatever addresses it is leased.
  const { 'ipv4.address': _address, ...nic } = eth0 ?? {};
  const body = {
    name: NAME,
    type: 'container',
    description: 'Boreal tries from here what its customers must not reach',
    profiles: [],
    start: true,
    source: { type: 'image', alias: image },
    config,
    devices: { ...devices, eth0: nic },
  };
  await client.change({ method: 'POST', path: '/1.0/instances', body }, within);
}

async function removeGuest(client: IncusClient, signal: AbortSignal): Promise<void> {
  const within = { ms: MAKE_MS, signal };
  const path = `/1.0/instances/${NAME}`;
  if (await client.find(path, z.object({}), signal)) {
    await client.change({ method: 'PUT', path: `${path}/state`, body: { action: 'stop', force: true } }, within).catch(alreadyOff);
    await client.change({ method: 'DELETE', path }, within);
  }
  await client.change({ method: 'DELETE', path: `/1.0/network-acls/${NAME}` }, within).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}

function alreadyOff(error: unknown): void {
  if (!(error instanceof Error && /already stopped/i.test(error.message))) throw error;
}

/**
 * Waits for a lease and thus a way out, so that silence afterwards means something, then tests everything at once. An address is silent if
 * it neither accepts nor refuses.
 */
function scriptOf(targets: readonly Target[]): string {
  return `
way_out() { awk '$2 == "00000000" { found = 1 } END { exit !found }' /proc/net/route; }
for n in $(seq 600); do way_out && break; sleep 0.1; done
way_out && echo ready || exit 0
if command -v bash >/dev/null && command -v timeout >/dev/null; then reach() { timeout 3 bash -c "exec 3<>/dev/tcp/$1/$2" 2>&1; }
elif command -v nc >/dev/null; then reach() { nc -w 3 "$1" "$2" </dev/null 2>&1; }
else echo 'no program'; exit 0; fi
try() {
  if said=$(reach "$1" "$2"); then echo "answers $3"; else case $said in *[Rr]efused*) echo "answers $3" ;; esac; fi
}
${targets.map(({ host, port }) => `try '${host}' ${port} '${isIPv6(host) ? `[${host}]` : host}:${port}' &`).join('\n')}
wait
exit 0
`;
}
