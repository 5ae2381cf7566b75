import { z } from 'zod';
import { addMs, MINUTE_MS } from '../../kit/clock.ts';
import type { CloudServer } from './cloud-shapes.ts';
import { aliasesOf } from './flavor.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

/** So long placement is believed not to know any better. */
const AGAIN_MS = 2 * MINUTE_MS;

const Provider = z.object({ uuid: z.string(), name: z.string() });
const Allocations = z.object({ allocations: z.record(z.string(), z.object({ resources: z.record(z.string(), z.number()) })) });

/**
 * Which of its host's GPUs nova has given to each of these machines, by the machine's own id: nova chooses, and placement writes it down.
 * Those of which placement does not say all are left out. A machine is asked about once for each host and boot that gave it GPUs.
 */
export type ListGivenGpus = (servers: readonly CloudServer[], signal: AbortSignal) => Promise<ReadonlyMap<string, readonly string[]>>;

export function createGivenGpus({ client, clock, layout, log }: Pick<OpenstackDeps, 'client' | 'clock' | 'layout' | 'log'>): ListGivenGpus {
  const known = new Map<string, { readonly place: string; readonly gpus: readonly string[]; readonly until: Date | null }>();
  let names: ReadonlyMap<string, string> = new Map();

  async function nameOf(uuid: string, signal: AbortSignal): Promise<string | undefined> {
    if (!names.has(uuid)) {
      const providers = await client.list('placement', '/resource_providers', { key: 'resource_providers', shape: Provider }, signal);
      names = new Map(providers.map(({ uuid: id, name }) => [id, name]));
    }
    return names.get(uuid);
  }

  async function ask(server: CloudServer, signal: AbortSignal): Promise<string[]> {
    const { allocations } = await client.read('placement', `/allocations/${server.id}`, Allocations, signal);
    const providers = Object.entries(allocations).flatMap(([uuid, { resources }]) =>
      Object.keys(resources).some((key) => key.startsWith('CUSTOM_PCI_')) ? [uuid] : [],
    );
    const found: string[] = [];
    for (const uuid of providers) {
      // A GPU is a provider under its host's: `node_0000:17:00.0`.
      const device = /_([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])$/i.exec((await nameOf(uuid, signal)) ?? '')?.[1];
      if (device !== undefined) found.push(device.toLowerCase());
    }
    return found.toSorted();
  }

  return async (servers, signal) => {
    const found = new Map<string, readonly string[]>();
    if (layout.whose !== 'ours') return found;
    for (const id of known.keys()) if (!servers.some((server) => server.id === id)) known.delete(id);
    for (const server of servers) {
      const count = countOf(server);
      const host = server['OS-EXT-SRV-ATTR:host'];
      if (count === 0 || host == null) continue;
      const place = `${host} ${server['OS-SRV-USG:launched_at'] ?? ''}`;
      let of = known.get(server.id);
      if (of?.place !== place || (of.until !== null && of.until < clock.wall())) {
        const gpus = await ask(server, signal).catch((error: unknown) => {
          signal.throwIfAborted();
          log.warn({ err: error, machine: server.id }, 'placement does not say which GPUs a machine has');
          return [];
        });
        of = { place, gpus, until: gpus.length === count ? null : addMs(clock.wall(), AGAIN_MS) };
        known.set(server.id, of);
      }
      if (of.gpus.length === count) found.set(server.id, of.gpus);
    }
    return found;
  };
}

/** How many GPUs its flavor gives it. */
function countOf({ flavor }: CloudServer): number {
  return [...aliasesOf(flavor.extra_specs).values()].reduce((sum, count) => sum + count, 0);
}
