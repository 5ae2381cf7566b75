import { z } from 'zod';
import { addMs, MINUTE_MS, type Clock } from '../../kit/clock.ts';
import { EngineError } from '../engine.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import { CloudUnusable, isRefusal } from './cloud/cloud-errors.ts';
import { ComputeService, Flavor, Image, Network, Zone } from './cloud/cloud-shapes.ts';

/** What changes rarely and is asked for often. */
export interface Directory {
  /** A network, by its name or id. @throws CloudUnusable */
  network(name: string, signal: AbortSignal): Promise<KnownNetwork>;
  /** `anew`: also those that were made a moment ago. */
  flavors(options: { anew: boolean }, signal: AbortSignal): Promise<readonly Flavor[]>;
  /** The zone of a compute host, which administrators see. @throws EngineError no_capacity (there is no such host) */
  zoneOf(hostName: string, signal: AbortSignal): Promise<string>;
  /** The zones that cinder has; none where it does not say. */
  volumeZones(signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** The newest image of that name or id that can be used. @throws EngineError image_missing */
  image(name: string, signal: AbortSignal): Promise<Image>;
}

export interface KnownNetwork {
  readonly id: string;
  /** Hardware and fixed addresses: on a network that another project shares with us, neutron lets only administrators do so. */
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

  // The signal of one who asks is not used: others may wait for the same.
  return {
    network: (name) =>
      networks(name, async () => {
        const by = UUID.test(name) ? 'id' : 'name';
        const path = `/v2.0/networks?${by}=${encodeURIComponent(name)}`;
        const signal = AbortSignal.timeout(KEPT_MS);
        const { projectId } = await client.session(signal);
        const found = await client.list('network', path, { key: 'networks', shape: Network }, signal);
        // An administrator is shown everybody's: another project's of the same name is not ours to take, nor in the way.
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
 * Whether an image that carries a name may be booted by it. An administrator is shown what every project has uploaded, and names are
 * nobody's: else whoever may upload one would choose what our customers boot. Only the cloud's operators make images public.
 */
async function isTrusted(client: CloudClient, { id, owner, visibility }: Image, signal: AbortSignal): Promise<boolean> {
  const { projectId } = await client.session(signal);
  if (owner === projectId || visibility === 'public') return true;
  if (visibility !== 'shared') return false;
  const shared = await client.find('image', `/v2/images/${id}/members/${projectId}`, Member, signal);
  return shared?.status === 'accepted';
}

/** Asked once by many; what failed is not kept. */
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
