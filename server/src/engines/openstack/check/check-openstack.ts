import { z } from 'zod';
import { SECOND_MS } from '../../../kit/clock.ts';
import type { MachineSize } from '../../engine.ts';
import type { EngineHost } from '../../engine-hosts.ts';
import type { Holder } from '../../holder-record.ts';
import { findFlavor } from '../capacity/choose-flavor.ts';
import { CloudUnusable, isForbidden } from '../cloud/cloud-errors.ts';
import { checkIpv6 } from './check-addresses.ts';
import { keptAfterDeletion } from './check-deleted.ts';
import { missingConsole } from './check-console.ts';
import { missingImages } from './check-images.ts';
import { whyNoHolder } from './check-holder.ts';
import { smallQuotas } from './check-quotas.ts';
import { projectNames, type CatalogService } from '../cloud/cloud-services.ts';
import { CloudServer, Network, type Flavor } from '../cloud/cloud-shapes.ts';
import { aliasMissing, flavorCommand, givesGpus, lacksAlias, namedFlavor, wantedFlavor, wrongGpus } from '../capacity/flavor.rules.ts';
import { disksNotOffered, mayHaveVolumes, type DiskLayout } from '../machine-disks.rules.ts';
import type { Layout, OpenstackDeps } from '../openstack-deps.ts';

/** What is configured for sale. */
export interface Wanted {
  readonly images: readonly { readonly id: string; readonly engineName: string }[];
  readonly hosts: readonly { readonly name: string }[];
  /** How many GPUs, or slots without one, are declared for sale: the most servers possible. */
  readonly places: number;
  /** The machine sizes of plans. */
  readonly sizes: readonly MachineSize[];
}

/** Finds everything that prevents machines from being made, as sentences that say what to do. Changes nothing. */
export async function checkOpenstack(
  deps: Pick<OpenstackDeps, 'client' | 'layout' | 'directory'>,
  of: {
    name: string;
    hosts: () => Promise<readonly EngineHost[]>;
    metrics: boolean;
    console: 'line' | 'none';
    isLate: (said: Holder) => boolean;
  },
  wanted: Wanted,
  signal: AbortSignal,
): Promise<string[]> {
  const found = await Promise.all([
    skewed(deps, signal),
    missingServices(deps, signal),
    asFarAsAllowed('types of volumes', missingVolumeType(deps, signal)),
    asFarAsAllowed('servers', missingRoles(deps, of, signal)),
    asFarAsAllowed('servers', keptAfterDeletion(deps, signal)),
    of.console === 'none' ? [] : asFarAsAllowed('serial consoles', missingConsole(deps, signal)),
    asFarAsAllowed('networks, routers and ports', missingNetworks(deps, signal)),
    asFarAsAllowed('neutron’s extensions', missingTags(deps, signal)),
    asFarAsAllowed(
      'security groups',
      whyNoHolder(deps, of, signal).then((why) => (why === null ? [] : [why])),
    ),
    asFarAsAllowed('images', missingImages(deps, wanted, signal)),
    asFarAsAllowed('flavors', missingFlavors(deps, wanted, signal)),
    Promise.resolve([...new Set(wanted.sizes.flatMap((size) => disksNotOffered(size, deps.layout)))]),
    missingHosts(deps, of, wanted, signal),
    smallQuotas(deps, wanted, signal),
  ]);
  return found.flat();
}

/** A check without permission reports that, and does not hide the others' results. */
async function asFarAsAllowed(what: string, sentences: Promise<string[]>): Promise<string[]> {
  try {
    return await sentences;
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return [
      `The cloud does not let us look at ${what} (${error.message}), so what is missing there is not known. Give the user a role that may, or the application credential an access rule.`,
    ];
  }
}

async function missingServices({ client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>, signal: AbortSignal): Promise<string[]> {
  const { endpoint } = await client.session(signal);
  const needed: CatalogService[] = [
    'network',
    'image',
    ...(mayHaveVolumes(layout) ? (['volume'] as const) : []),
    ...(layout.whose === 'ours' ? (['placement'] as const) : []),
  ];
  return needed
    .filter((service) => endpoint(service) === null)
    .map((service) =>
      service === 'volume'
        ? `The cloud offers no cinder here, so there are no ${disksOn(layout)}. Say ${withoutVolumes(layout)}, or look at OS_REGION_NAME.`
        : `The cloud offers no ${projectNames[service]} here. Look at OS_REGION_NAME and OS_INTERFACE.`,
    );
}

function disksOn({ systemDisks, workDisks }: DiskLayout): string {
  return [systemDisks.includes('volume') ? 'system disks' : '', workDisks.includes('volume') ? 'work disks' : '']
    .filter(Boolean)
    .join(' and ');
}

function withoutVolumes({ systemDisks, workDisks }: DiskLayout): string {
  const settings = [
    systemDisks.includes('volume') ? 'OPENSTACK_SYSTEM_DISK=flavor' : '',
    workDisks.includes('volume') ? 'OPENSTACK_WORK_DISK=ephemeral' : '',
  ];
  return settings.filter(Boolean).join(' and ');
}

const VolumeType = { key: 'volume_types', shape: z.object({ id: z.string(), name: z.string() }) };

async function missingVolumeType({ client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>, signal: AbortSignal): Promise<string[]> {
  const { volumeType } = layout;
  if (volumeType === null || !mayHaveVolumes(layout) || (await client.session(signal)).endpoint('volume') === null) return [];
  const found = await client.list('volume', '/types', VolumeType, signal);
  if (found.some(({ id, name }) => name === volumeType || id === volumeType)) return [];
  const there = found.map(({ name }) => name).join(', ') || 'none';
  return [`OPENSTACK_VOLUME_TYPE names ${volumeType}, and cinder has: ${there}. Look at: openstack volume type list`];
}

/** Administrators see hosts, and place machines on them. */
async function missingRoles(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  { metrics }: { metrics: boolean },
  signal: AbortSignal,
): Promise<string[]> {
  const { roles } = await client.session(signal);
  const sentences: string[] = [];
  if (layout.whose === 'ours' && !roles.includes('admin')) {
    sentences.push(
      `OPENSTACK_CLOUD=ours needs the role admin, and the user has: ${roles.join(', ') || 'none'}. Give it: openstack role add admin --user USER --project PROJECT. Or say OPENSTACK_CLOUD=theirs.`,
    );
  }
  if (layout.whose === 'theirs' && roles.length > 0 && roles.every((role) => role === 'reader'))
    sentences.push(
      'The user may only read in this project, so no servers can be made: openstack role add member --user USER --project PROJECT',
    );
  if (metrics) {
    const [first] = await client.list('compute', '/servers/detail?limit=1&status=ACTIVE', { key: 'servers', shape: CloudServer }, signal);
    const refused =
      first !== undefined &&
      (await client.read('compute', `/servers/${first.id}/diagnostics`, z.unknown(), signal).then(
        () => false,
        (error: unknown) => isForbidden(error),
      ));
    if (refused) {
      sentences.push(
        'Nova does not let us read diagnostics, so servers have no metrics. Say OPENSTACK_METRICS=none, or let us: in nova’s policy.yaml, "os_compute_api:os-server-diagnostics".',
      );
    }
  }
  return sentences;
}

async function missingNetworks(
  { client, layout, directory }: Pick<OpenstackDeps, 'client' | 'layout' | 'directory'>,
  signal: AbortSignal,
): Promise<string[]> {
  const sentences: string[] = [];
  const idOf = async (name: string, setting: string) => {
    try {
      return (await directory.network(name, signal)).id;
    } catch (error) {
      if (!(error instanceof CloudUnusable)) throw error;
      sentences.push(`${error.message} Look at ${setting}.`);
      return null;
    }
  };
  const own = await idOf(layout.network, 'OPENSTACK_NETWORK');
  const One = z.object({ network: Network });
  if (own !== null) {
    const { network } = await client.read('network', `/v2.0/networks/${own}`, One, signal);
    if (network.subnets.length === 0)
      sentences.push(`The network ${layout.network} has no subnet: openstack subnet create --network ${layout.network} …`);
    if (layout.floatingNetwork !== null && network['router:external'])
      sentences.push(
        `OPENSTACK_NETWORK names an external network, ${layout.network}; machines need one of the project's own behind a router. Leave OPENSTACK_FLOATING_NETWORK out to use its addresses directly.`,
      );
  }
  if (own !== null) sentences.push(...(await checkIpv6({ client, layout }, own, signal)));
  if (layout.floatingNetwork === null) return sentences;
  const external = await idOf(layout.floatingNetwork, 'OPENSTACK_FLOATING_NETWORK');
  if (external === null || own === null) return sentences;
  const { network } = await client.read('network', `/v2.0/networks/${external}`, One, signal);
  if (!network['router:external'])
    sentences.push(
      `The network ${layout.floatingNetwork} is not external, so it has no floating addresses. Those that are: openstack network list --external`,
    );
  else if (!(await isRouted({ client }, { own, external }, signal)))
    sentences.push(
      `No router leads from ${layout.network} to ${layout.floatingNetwork}, so floating addresses reach nobody: openstack router create ROUTER --external-gateway ${layout.floatingNetwork}; openstack router add subnet ROUTER SUBNET`,
    );
  return sentences;
}

/** Tags of a machine's port record what it was sold as. */
async function missingTags({ client }: Pick<OpenstackDeps, 'client'>, signal: AbortSignal): Promise<string[]> {
  if ((await client.session(signal)).endpoint('network') === null) return [];
  if ((await client.find('network', '/v2.0/extensions/standard-attr-tag', z.unknown(), signal)) !== null) return [];
  return [
    'Neutron keeps no tags here (it has no extension standard-attr-tag), so machines cannot say what they were sold as: after the database is lost or restored, none can be adopted. In neutron.conf, put tag among service_plugins and restart neutron-server: openstack extension list --network',
  ];
}

const Router = {
  key: 'routers',
  shape: z.object({ id: z.string(), external_gateway_info: z.object({ network_id: z.string() }).nullish() }),
};
const RouterPort = { key: 'ports', shape: z.object({ device_id: z.string(), device_owner: z.string() }) };

async function isRouted(
  { client }: Pick<OpenstackDeps, 'client'>,
  { own, external }: { own: string; external: string },
  signal: AbortSignal,
): Promise<boolean> {
  const [routers, ports] = await Promise.all([
    client.list('network', '/v2.0/routers', Router, signal),
    client.list('network', `/v2.0/ports?network_id=${own}`, RouterPort, signal),
  ]);
  // On a network shared by another project, its router may be hidden: that is not known to be wrong.
  const leads = (id: string) => routers.some((router) => router.id === id && router.external_gateway_info?.network_id === external);
  const seen = ports.filter(({ device_owner }) => device_owner.startsWith('network:') && device_owner.includes('router'));
  return seen.some(({ device_id }) => leads(device_id) || !routers.some(({ id }) => id === device_id));
}

async function missingFlavors(
  deps: Pick<OpenstackDeps, 'directory' | 'layout'>,
  { sizes }: Wanted,
  signal: AbortSignal,
): Promise<string[]> {
  return (await Promise.all(sizes.map((size) => wrongFlavor(deps, size, signal)))).flat();
}

async function wrongFlavor(deps: Pick<OpenstackDeps, 'directory' | 'layout'>, size: MachineSize, signal: AbortSignal): Promise<string[]> {
  const { layout } = deps;
  const named = namedFlavor(size, layout);
  const found = await findFlavor(deps, size, { anew: false }, signal);
  if (found) return [...(givesGpus(found, size, layout) ? [] : [wrongGpus(found, size, layout)]), ...tooSmall(found, size, layout)];
  const key = `${size.gpuModel}x${size.gpuCount}`;
  if (named !== null) return [`OPENSTACK_FLAVORS names ${named} for ${key}, and the cloud has no such flavor: openstack flavor list --all`];
  if (layout.whose === 'ours') return lacksAlias(size, layout) ? [aliasMissing(size)] : [];
  return [
    `No flavor is what the plan of ${size.gpuCount} × ${size.gpuModel} sells. Name one: OPENSTACK_FLAVORS=${key}=FLAVOR. Or have one made: ${flavorCommand(wantedFlavor(size, layout), key)}`,
  ];
}

function tooSmall(found: Flavor, size: MachineSize, layout: Layout): string[] {
  const { vcpus, ramMb, diskGb, ephemeralGb } = wantedFlavor(size, layout);
  const { ram, disk, 'OS-FLV-EXT-DATA:ephemeral': ephemeral } = found;
  if (found.vcpus >= vcpus && ram >= ramMb && disk >= diskGb && ephemeral >= ephemeralGb) return [];
  const told = (gb: number, ephemeralDisk: number) => `${gb} GB of disk and ${ephemeralDisk} GB of ephemeral disk`;
  return [
    `The flavor ${found.name} has less than the plan of ${size.gpuCount} × ${size.gpuModel} sells (${vcpus} cores, ${ramMb} MB, ${told(diskGb, ephemeralGb)}): ${found.vcpus} cores, ${ram} MB, ${told(disk, ephemeral)}. Name another in OPENSTACK_FLAVORS, or change the plan.`,
  ];
}

async function missingHosts(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  { hosts }: { hosts: () => Promise<readonly EngineHost[]> },
  wanted: Wanted,
  signal: AbortSignal,
): Promise<string[]> {
  const { roles, endpoint } = await client.session(signal);
  // Without the role nova lists none, and the missing role is already reported.
  if (layout.whose === 'ours' && (!roles.includes('admin') || endpoint('placement') === null)) return [];
  const there = await hosts();
  const what = layout.whose === 'ours' ? 'compute host' : 'availability zone';
  return wanted.hosts.flatMap(({ name }) => {
    const host = there.find((one) => one.name === name);
    if (!host) return [`The cloud has no ${what} ${name}. It has: ${there.map((one) => one.name).join(', ') || 'none'}.`];
    return host.reachable ? [] : [`The ${what} ${name} does not answer: openstack compute service list`];
  });
}

/** How far our clock may differ from the cloud's. */
const SKEW_MS = 60 * SECOND_MS;

/** Tokens and certificates depend on the time. */
async function skewed({ client }: Pick<OpenstackDeps, 'client'>, signal: AbortSignal): Promise<string[]> {
  const ms = Math.abs((await client.session(signal)).skewMs);
  if (ms <= SKEW_MS) return [];
  return [`This machine's clock and the cloud's differ by ${Math.round(ms / SECOND_MS)} seconds. Look at their time servers: timedatectl`];
}
