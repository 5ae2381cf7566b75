import pLimit from 'p-limit';
import { z } from 'zod';
import { addMs, MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { aliasesOf } from './flavor.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** How long to assume that placement has no newer information. */
const AGAIN_MS = 2 * MINUTE_MS;
/** The most concurrent queries about machines, and their time limit: the next look queries the rest. */
const [AT_ONCE, WITHIN_MS] = [8, 10 * SECOND_MS];

const Provider = z.object({ uuid: z.string(), name: z.string() });
const Allocations = z.object({ allocations: z.record(z.string(), z.object({ resources: z.record(z.string(), z.number()) })) });

/**
 * Which of its host's GPUs nova gave each of these machines, by the machine's own id: nova chooses, and placement records it. Machines for
 * which placement does not know all GPUs are left out. Each machine is queried once per host and boot that gave it GPUs: placement has no
 * list of this, because each GPU is a separate provider, and a host's own entry does not include them. After a start, when all are queried,
 * nobody waits until all are done.
 */
export type ListGivenGpus = (servers: readonly CloudServer[], signal: AbortSignal) => Promise<ReadonlyMap<string, readonly string[]>>;

export function createGivenGpus(
  { client, clock, layout, log }: Pick<OpenstackDeps, 'client' | 'clock' | 'layout' | 'log'>,
  { withinMs = WITHIN_MS }: { readonly withinMs?: number } = {},
): ListGivenGpus {
  const known = new Map<string, { readonly place: string; readonly gpus: readonly string[]; readonly until: Date | null }>();
  let names: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());

  /** Simultaneous callers wait for the same list, which none of them aborts for the others. */
  async function nameOf(uuid: string): Promise<string | undefined> {
    const seen = names;
    const name = (await seen).get(uuid);
    if (name !== undefined) return name;
    if (names === seen) {
      const of = { key: 'resource_providers', shape: Provider };
      const asked = client.list('placement', '/resource_providers', of, AbortSignal.timeout(WITHIN_MS));
      names = asked.then((providers) => new Map(providers.map(({ uuid: id, name: its }) => [id, its])));
      names.catch(() => (names = Promise.resolve(new Map())));
    }
    return (await names).get(uuid);
  }

  async function ask(server: CloudServer, signal: AbortSignal): Promise<string[]> {
    const { allocations } = await client.read('placement', `/allocations/${server.id}`, Allocations, signal);
    const providers = Object.entries(allocations).flatMap(([uuid, { resources }]) =>
      Object.keys(resources).some((key) => key.startsWith('CUSTOM_PCI_')) ? [uuid] : [],
    );
    const found: string[] = [];
    for (const uuid of providers) {
      // A GPU is a provider under its host's: `node_0000:17:00.0`.
      const device = /_([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])$/i.exec((await nameOf(uuid)) ?? '')?.[1];
      if (device !== undefined) found.push(device.toLowerCase());
    }
    return found.toSorted();
  }

  return async (servers, signal) => {
    const found = new Map<string, readonly string[]>();
    if (layout.whose !== 'ours') return found;
    for (const id of known.keys()) if (!servers.some((server) => server.id === id)) known.delete(id);
    const withGpus = servers.flatMap((server) => {
      const count = countOf(server);
      const host = server['OS-EXT-SRV-ATTR:host'];
      return count === 0 || host == null ? [] : [{ server, count, place: `${host} ${server['OS-SRV-USG:launched_at'] ?? ''}` }];
    });
    const unknown = withGpus.filter(({ server, place }) => {
      const of = known.get(server.id);
      return of?.place !== place || (of.until !== null && of.until < clock.wall());
    });
    const late = AbortSignal.timeout(withinMs);
    await pLimit(AT_ONCE).map(unknown, async ({ server, count, place }) => {
      if (late.aborted) return;
      try {
        const gpus = await ask(server, AbortSignal.any([signal, late]));
        known.set(server.id, { place, gpus, until: gpus.length === count ? null : addMs(clock.wall(), AGAIN_MS) });
      } catch (error) {
        signal.throwIfAborted();
        if (late.aborted) return;
        log.warn({ err: error, machine: server.id }, 'placement does not say which GPUs a machine has');
        known.set(server.id, { place, gpus: [], until: addMs(clock.wall(), AGAIN_MS) });
      }
    });
    for (const { server, count, place } of withGpus) {
      const of = known.get(server.id);
      if (of?.place === place && of.gpus.length === count) found.set(server.id, of.gpus);
    }
    return found;
  };
}

/** How many GPUs its flavor gives it. */
function countOf({ flavor }: CloudServer): number {
  return [...aliasesOf(flavor.extra_specs).values()].reduce((sum, count) => sum + count, 0);
}
