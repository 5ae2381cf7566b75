import { z } from 'zod';
import type { EngineGpu, EngineHost, HostFound } from '../../engine-hosts.ts';
import { modelOfGpu, type GpuHardware } from '@boreal/contract/fleet/gpu-hardware.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { ComputeService, Zone } from '../cloud/cloud-shapes.ts';
import type { DiskLayout } from '../machine-disks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** Placement's figures for a host change only when someone opens it. */
const KEPT_MS = 10 * MINUTE_MS;

export type ListHosts = (signal: AbortSignal) => Promise<readonly EngineHost[]>;

/** In our own cloud, hosts are nova's compute hosts; someone else's cloud shows only its zones. */
export function createHosts(deps: Pick<OpenstackDeps, 'client' | 'clock' | 'layout' | 'log'>): ListHosts {
  const { client, clock, layout, log } = deps;
  let kept: { inventories: ReadonlyMap<string, Inventory>; until: Date } | null = null;
  const cards = new Map<string, EngineGpu>();

  async function inventories(signal: AbortSignal): Promise<ReadonlyMap<string, Inventory>> {
    if (kept && clock.wall() < kept.until) return kept.inventories;
    const found = await readInventories(deps, cards, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // Whether hosts answer does not depend on it.
      log.warn({ err: error }, 'placement does not say what hosts have');
      return new Map<string, Inventory>();
    });
    kept = { inventories: found, until: addMs(clock.wall(), found.size > 0 ? KEPT_MS : MINUTE_MS) };
    return found;
  }

  /** The providers of free GPUs: one list for each kind of GPU. Null: placement does not tell. */
  async function freeGpus(all: ReadonlyMap<string, Inventory>, signal: AbortSignal): Promise<ReadonlySet<string> | null> {
    const classes = new Set([...all.values()].flatMap(({ gpus }) => gpus.flatMap(({ hardware }) => (hardware ? [classOf(hardware)] : []))));
    try {
      const lists = await Promise.all(
        [...classes].map((name) =>
          client.list('placement', `/resource_providers?resources=${name}:1`, { key: 'resource_providers', shape: Provider }, signal),
        ),
      );
      return new Set(lists.flat().map(({ uuid }) => uuid));
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ err: error }, 'placement does not say which GPUs are free');
      return null;
    }
  }

  return async (signal) => {
    if (layout.whose === 'theirs') {
      const zones = await client.list('compute', '/os-availability-zone', { key: 'availabilityZoneInfo', shape: Zone }, signal);
      return zones.map(({ zoneName, zoneState }) => ({ name: zoneName, reachable: zoneState.available, gpus: [], found: null }));
    }
    const [services, { found, free }] = await Promise.all([
      client.list('compute', '/os-services?binary=nova-compute', { key: 'services', shape: ComputeService }, signal),
      inventories(signal).then(async (each) => ({ found: each, free: await freeGpus(each, signal) })),
    ]);
    return services.map(({ host, state, status }) => {
      const inventory = found.get(host);
      return {
        name: host,
        reachable: state === 'up',
        ...(status === 'disabled' && { withheld: 'closed' as const }),
        gpus: inventory?.gpus.map(({ providerId, ...gpu }) => (free === null ? gpu : { ...gpu, used: !free.has(providerId) })) ?? [],
        found: inventory?.found ?? null,
      };
    });
  };
}

interface Inventory {
  readonly gpus: readonly (EngineGpu & { readonly providerId: string })[];
  readonly found: HostFound | null;
}

const Provider = z.object({
  uuid: z.string(),
  name: z.string(),
  parent_provider_uuid: z.string().nullish(),
  root_provider_uuid: z.string(),
});
const Stock = z.object({ total: z.number(), reserved: z.number().default(0), allocation_ratio: z.number().default(1) });
const Stocks = z.object({ inventories: z.record(z.string(), Stock) });
const Hypervisor = z.object({ hypervisor_hostname: z.string(), service: z.object({ host: z.string() }) });

/**
 * Placement reports one provider at a time. The GPU that a provider stands for never changes and is queried once (`known`), so the number
 * of queries grows with the hosts.
 */
async function readInventories(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  known: Map<string, EngineGpu>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Inventory>> {
  const [hypervisors, providers] = await Promise.all([
    client.list('compute', '/os-hypervisors/detail', { key: 'hypervisors', shape: Hypervisor }, signal),
    client.list('placement', '/resource_providers', { key: 'resource_providers', shape: Provider }, signal),
  ]);
  for (const id of known.keys()) if (!providers.some(({ uuid }) => uuid === id)) known.delete(id);
  const stocksOf = async ({ uuid }: { uuid: string }) =>
    (await client.find('placement', `/resource_providers/${uuid}/inventories`, Stocks, signal))?.inventories ?? {};
  const cardOf = async ({ uuid, name }: z.output<typeof Provider>, node: string) => {
    const card = known.get(uuid) ?? gpuOf(name, node, await stocksOf({ uuid }));
    if (card !== null) known.set(uuid, card);
    return card;
  };
  const entries = await Promise.all(
    hypervisors.map(async ({ hypervisor_hostname: node, service }) => {
      const root = providers.find(({ name }) => name === node);
      if (!root) return null;
      const children = providers.filter((one) => one.root_provider_uuid === root.uuid && one.uuid !== root.uuid);
      const own = await stocksOf(root);
      const gpus = await Promise.all(children.map(async (child) => ({ providerId: child.uuid, gpu: await cardOf(child, node) })));
      const cards = gpus.flatMap(({ providerId, gpu }) => (gpu === null ? [] : [{ ...gpu, providerId }]));
      return [service.host, { gpus: cards, found: foundIn(node, own, layout) }] as const;
    }),
  );
  return new Map(entries.filter((entry) => entry !== null));
}

/** A GPU is a provider under its host's, `node_0000:17:00.0`, with one unit of a class such as `CUSTOM_PCI_10DE_2330`. */
export function gpuOf(name: string, node: string, stocks: Readonly<Record<string, unknown>>): EngineGpu | null {
  const device = name.startsWith(`${node}_`) ? name.slice(node.length + 1).toLowerCase() : null;
  const [, vendor, product] = Object.keys(stocks).flatMap((key) => /^CUSTOM_PCI_([0-9A-F]{4})_([0-9A-F]{4})$/.exec(key) ?? []);
  if (device === null || vendor === undefined || product === undefined) return null;
  const hardware = { pciId: `${vendor}:${product}`.toLowerCase(), driverName: null };
  return { device, model: modelOfGpu(hardware), name: hardware.pciId, hardware };
}

/** Nova's name in placement for GPUs of a kind. */
function classOf({ pciId }: GpuHardware): string {
  return `CUSTOM_PCI_${(pciId ?? '').toUpperCase().replace(':', '_')}`;
}

/**
 * What is available for machines, before nova's overcommitment. A host's disk counts if all disks of a kind are on it; volumes do not use
 * it, and where pools choose, only nova knows what is left.
 */
function foundIn(node: string, stocks: Readonly<Record<string, z.output<typeof Stock>>>, layout: DiskLayout): HostFound | null {
  const left = (key: string) => (stocks[key] ? stocks[key].total - stocks[key].reserved : null);
  const [cores, memoryMb, diskGb] = [left('VCPU') ?? left('PCPU'), left('MEMORY_MB'), left('DISK_GB')];
  if (cores === null || memoryMb === null) return null;
  const disk = diskGb === null ? null : { name: `disk of ${node}`, sizeGb: diskGb };
  return {
    cores,
    memoryGb: Math.floor(memoryMb / 1024),
    storages: {
      system: layout.systemDisks.includes('volume') ? null : disk,
      work: layout.workDisks.includes('volume') ? null : disk,
      backups: null,
    },
  };
}
