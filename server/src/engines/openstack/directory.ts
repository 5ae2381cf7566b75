import { z } from 'zod';
import { addMs, MINUTE_MS, type Clock } from '../../kit/clock.ts';
import { EngineError } from '../engine.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import { CloudUnusable, isRefusal } from './cloud/cloud-errors.ts';
import { ComputeService, Flavor, Image, Network, Zone } from './cloud/cloud-shapes.ts';

/** Data that changes rarely and is needed often. */
export interface Directory {
  /** A network, by its name or id. @throws CloudUnusable */
  network(name: string, signal: AbortSignal): Promise<KnownNetwork>;
  /** `anew`: including those that were just made. */
  flavors(options: { anew: boolean }, signal: AbortSignal): Promise<readonly Flavor[]>;
  /** The zone of a compute host, visible to administrators. @throws EngineError no_capacity (there is no such host) */
  zoneOf(hostName: string, signal: AbortSignal): Promise<string>;
  /** Cinder's zones; empty if it does not report them. */
  volumeZones(signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** The newest usable image with that name or id. @throws EngineError image_missing */
  image(name: string, signal: AbortSignal): Promise<Image>;
}

export interface KnownNetwork {
  readonly id: string;
  /** MAC and fixed IP addresses: on a network shared by another project, neutron lets only administrators choose them. */
  readonly mayChooseAddresses: boolean;
}

const KEPT_MS = MINUTE_MS;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

export function createDirectory(
  client: CloudClient,
  clock: Pick<Clock, 'wall'>,
  { whose }: { readonly whose: 'ours' | 'theirs' },
): Directory {
  const networks = createKept<KnownNetwork>(clock);
  const flavors = createKept<readonly Flavor[]>(clock);
  const images = createKept<Image>(clock);
  const volumeZones = createKept<ReadonlySet<string>>(clock);
  const zones = createKept<ReadonlyMap<string, string>>(clock);

  // No caller's signal is used: others may wait for the same data.
  return {
    network: (name) =>
      networks(name, async () => {
        const by = UUID.test(name) ? 'id' : 'name';
        const path = `/v2.0/networks?${by}=${encodeURIComponent(name)}`;
        const signal = AbortSignal.timeout(KEPT_MS);
        const { projectId } = await client.session(signal);
        const found = await client.list('network', path, { key: 'networks', shape: Network }, signal);
        // An administrator sees everybody's: another project's network of the same name is not ours to use, nor in the way.
        const seen = found.filter((one) => by === 'id' || one.project_id === projectId || one.shared || one['router:external']);
        if (seen.length > 1) throw new CloudUnusable(`The cloud has ${seen.length} networks named ${name}. Name the right one by its id.`);
        const [network] = seen;
        if (!network) throw new CloudUnusable(`The cloud has no network ${name} that the project can see: openstack network list`);
        return { id: network.id, mayChooseAddresses: whose === 'ours' || network.project_id === projectId };
      }),
    flavors: ({ anew }) =>
      flavors(
        '',
        () => client.list('compute', '/flavors/detail?is_public=None', { key: 'flavors', shape: Flavor }, AbortSignal.timeout(KEPT_MS)),
        { anew },
      ),
    async zoneOf(hostName) {
      const all = await zones('', async () => {
        const of = { key: 'services', shape: ComputeService };
        const services = await client.list('compute', '/os-services?binary=nova-compute', of, AbortSignal.timeout(KEPT_MS));
        return new Map(services.map(({ host, zone }) => [host, zone]));
      });
      const zone = all.get(hostName);
      if (zone === undefined) throw new EngineError('no_capacity', `The cloud has no compute host ${hostName}.`);
      return zone;
    },
    volumeZones: () =>
      volumeZones('', async () => {
        const of = { key: 'availabilityZoneInfo', shape: Zone };
        const found = await client.list('volume', '/os-availability-zone', of, AbortSignal.timeout(KEPT_MS)).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          return [];
        });
        return new Set(found.flatMap(({ zoneName, zoneState }) => (zoneState.available ? [zoneName] : [])));
      }),
    image: (name) =>
      images(name, async () => {
        const signal = AbortSignal.timeout(KEPT_MS);
        if (UUID.test(name)) {
          const image = await client.find('image', `/v2/images/${name}`, Image, signal);
          if (image?.status === 'active') return image;
        } else {
          const path = `/v2/images?name=${encodeURIComponent(name)}&sort=created_at:desc`;
          const found = await client.list('image', path, { key: 'images', shape: Image }, signal);
          for (const image of found) if (image.status === 'active' && (await isTrusted(client, image, signal))) return image;
        }
        throw new EngineError('image_missing', `The cloud has no active image ${name}.`);
      }),
  };
}

const Member = z.object({ status: z.string() });

/**
 * Whether an image may be booted by its name. An administrator sees every project's uploads, and names are not unique: otherwise anyone who
 * may upload an image could choose what our customers boot. Only the cloud's operators make images public.
 */
async function isTrusted(client: CloudClient, { id, owner, visibility }: Image, signal: AbortSignal): Promise<boolean> {
  const { projectId } = await client.session(signal);
  if (owner === projectId || visibility === 'public') return true;
  if (visibility !== 'shared') return false;
  const shared = await client.find('image', `/v2/images/${id}/members/${projectId}`, Member, signal);
  return shared?.status === 'accepted';
}

/** Queried once for many callers; a failure is not cached. */
function createKept<T>(clock: Pick<Clock, 'wall'>): (key: string, ask: () => Promise<T>, options?: { anew: boolean }) => Promise<T> {
  const kept = new Map<string, { readonly value: Promise<T>; readonly until: Date }>();
  return (key, ask, { anew } = { anew: false }) => {
    const known = kept.get(key);
    if (!anew && known && clock.wall() < known.until) return known.value;
    const value = ask();
    kept.set(key, { value, until: addMs(clock.wall(), KEPT_MS) });
    value.catch(() => kept.delete(key));
    return value;
  };
}
