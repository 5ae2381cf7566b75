import { z } from 'zod';
import { Refusal, type Caller } from './double-http.ts';
import type { Images } from './double-images.ts';
import type { Networks } from './double-network.ts';
import { gpusOf } from './double-scheduler.ts';
import type { Volumes } from './double-volumes.ts';
import { newId, now, type Flavor, type PretendedHost, type Server } from './double-world.ts';

const Mapping = z.object({
  boot_index: z.union([z.number(), z.string()]).nullish(),
  uuid: z.string().nullish(),
  source_type: z.enum(['image', 'volume', 'snapshot', 'blank']),
  destination_type: z.enum(['local', 'volume']).optional(),
  volume_size: z.coerce.number().nullish(),
  volume_type: z.string().nullish(),
  delete_on_termination: z.boolean().optional(),
  device_name: z.string().nullish(),
  guest_format: z.string().nullish(),
  tag: z.string().nullish(),
  disk_bus: z.string().nullish(),
  device_type: z.string().nullish(),
});
/** What nova takes, and nothing else. */
export const NewServer = z.strictObject({
  name: z.string().min(1, "'' is too short").max(255),
  flavorRef: z.string({ error: "'flavorRef' is a required property" }),
  imageRef: z.string().optional(),
  networks: z.union(
    [z.enum(['auto', 'none']), z.array(z.object({ uuid: z.string().optional(), port: z.string().optional(), tag: z.string().optional() }))],
    { error: "'networks' is a required property" },
  ),
  key_name: z.string().nullish(),
  user_data: z.string().nullish(),
  config_drive: z.boolean().optional(),
  availability_zone: z.string().optional(),
  host: z.string().optional(),
  hypervisor_hostname: z.string().optional(),
  hostname: z.string().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  tags: z.array(z.string()).optional(),
  description: z.string().max(255).nullish(),
  security_groups: z.array(z.object({ name: z.string() })).optional(),
  block_device_mapping_v2: z.array(Mapping).optional(),
  adminPass: z.string().optional(),
  min_count: z.number().optional(),
  max_count: z.number().optional(),
  'OS-DCF:diskConfig': z.string().optional(),
});
export type NewServer = z.output<typeof NewServer>;

/** -1: as many as one likes. */
export interface ComputeQuota {
  instances: number;
  cores: number;
  ram: number;
}

export interface NewServerDeps {
  readonly flavors: Map<string, Flavor>;
  readonly hosts: readonly PretendedHost[];
  readonly keyNames: (caller: Caller) => readonly string[];
  readonly images: Images;
  readonly volumes: Volumes;
  readonly networks: Networks;
  readonly quota: ComputeQuota;
  /** Whether volumes of other zones may be attached. */
  readonly crossZoneAttach: boolean;
  readonly servers: () => Iterable<Server>;
}

const GB = 1024 ** 3;

/** Checks a request as nova's API does, and makes what nova makes at once: volumes and ports. @throws Refusal */
export function newServer(asked: NewServer, caller: Caller, deps: NewServerDeps): Server {
  const { project, role } = caller.user;
  const flavor = deps.flavors.get(asked.flavorRef);
  if (!flavor) throw new Refusal(400, `Flavor ${asked.flavorRef} could not be found.`);
  gpusOf(flavor);
  if (asked.host !== undefined || asked.hypervisor_hostname !== undefined) {
    if (role !== 'admin') throw new Refusal(403, "Policy doesn't allow compute:servers:create:requested_destination to be performed.");
    const host = asked.host ?? asked.hypervisor_hostname;
    if (!deps.hosts.some(({ name }) => name === host)) throw new Refusal(400, `Compute host ${host} could not be found.`);
  }
  const [zone, forced] = (asked.availability_zone ?? '').split(':');
  if (zone && !deps.hosts.some((host) => host.zone === zone)) throw new Refusal(400, 'The requested availability zone is not available');
  if (forced !== undefined && role !== 'admin')
    throw new Refusal(403, "Policy doesn't allow os_compute_api:servers:create:forced_host to be performed.");
  if (asked.key_name && !deps.keyNames(caller).includes(asked.key_name)) throw new Refusal(400, 'Invalid key_name provided.');
  checkImage(asked, flavor, caller, deps);
  checkPorts(asked, caller, deps);
  checkQuota(flavor, caller, deps);
  const { volumes, hasRoot } = volumesOf(asked, caller, deps);
  const id = newId();
  const ephemeral = flavor.ephemeral > 0 ? { text: null } : null;
  const image = asked.imageRef ? deps.images.find(asked.imageRef, caller) : null;
  const server: Server = {
    id,
    project,
    user: caller.user,
    name: asked.name,
    hostname: asked.hostname ?? asked.name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-'),
    description: asked.description ?? null,
    status: 'BUILD',
    taskState: 'scheduling',
    vmState: 'building',
    powerState: 0,
    host: null,
    zone: zone ?? '',
    wants: { host: asked.host ?? asked.hypervisor_hostname ?? forced ?? null, zone: zone || null },
    flavor,
    imageId: hasRoot ? (asked.imageRef ?? null) : null,
    keyName: asked.key_name ?? null,
    userData: asked.user_data ?? null,
    configDrive: asked.config_drive ?? false,
    createdAt: now(),
    updatedAt: now(),
    launchedAt: null,
    bootedAt: null,
    metadata: { ...asked.metadata },
    tags: [...(asked.tags ?? [])],
    locked: false,
    fault: null,
    root: hasRoot ? { text: image?.disk?.text ?? null } : null,
    ephemeral,
    actions: [],
    shelvedImageId: null,
    volumes,
    ownPorts: [],
    placed: false,
    movedFrom: null,
    generation: 0,
    neverEnds: false,
  };
  plug(server, asked, deps);
  return server;
}

function checkImage(asked: NewServer, flavor: Flavor, caller: Caller, { images }: NewServerDeps): void {
  if (asked.imageRef === undefined) return;
  const image = images.find(asked.imageRef, caller);
  if (!image) throw new Refusal(400, 'Can not find requested image');
  if (image.status !== 'active') throw new Refusal(400, `Image ${image.id} is not active.`);
  if (image.minRam > flavor.ram) throw new Refusal(400, "Flavor's memory is too small for requested image.");
  if (
    image.minDisk > flavor.disk &&
    flavor.disk > 0 &&
    !(asked.block_device_mapping_v2 ?? []).some(({ boot_index }) => Number(boot_index) === 0)
  ) {
    throw new Refusal(
      400,
      `Flavor's disk is smaller than the minimum size specified in image metadata. Flavor disk is ${flavor.disk * GB} bytes, minimum size is ${image.minDisk * GB} bytes.`,
    );
  }
}

function checkPorts({ networks: asked }: NewServer, caller: Caller, { networks }: NewServerDeps): void {
  if (typeof asked === 'string') return;
  for (const { port: portId, uuid } of asked) {
    if (portId !== undefined) {
      const port = networks.ports.get(portId);
      const open = port && (caller.user.role === 'admin' || port.project_id === caller.user.project.id);
      if (!open) throw new Refusal(400, `Port id ${portId} could not be found.`);
      if (port.device_id !== '') throw new Refusal(409, `Port ${portId} is still in use.`);
    } else if (uuid !== undefined && !networks.networks.has(uuid)) throw new Refusal(400, `Network ${uuid} could not be found.`);
  }
}

function checkQuota(flavor: Flavor, { user }: Caller, { quota, servers }: NewServerDeps): void {
  const own = [...servers()].filter(({ project }) => project.id === user.project.id);
  const used = {
    instances: own.length,
    cores: own.reduce((sum, server) => sum + server.flavor.vcpus, 0),
    ram: own.reduce((sum, server) => sum + server.flavor.ram, 0),
  };
  for (const [name, limit, takes] of [
    ['instances', quota.instances, 1],
    ['cores', quota.cores, flavor.vcpus],
    ['ram', quota.ram, flavor.ram],
  ] as const) {
    if (limit >= 0 && used[name] + takes > limit) {
      throw new Refusal(403, `Quota exceeded for ${name}: Requested ${takes}, but already used ${used[name]} of ${limit} ${name}`);
    }
  }
}

/** Volumes that are named, and those that nova makes. */
function volumesOf(asked: NewServer, caller: Caller, deps: NewServerDeps): { volumes: Server['volumes']; hasRoot: boolean } {
  const { project } = caller.user;
  const found: Server['volumes'] = [];
  const device = () => `/dev/vd${String.fromCodePoint(97 + found.length)}`;
  for (const mapping of asked.block_device_mapping_v2 ?? []) {
    const boots = mapping.boot_index !== null && mapping.boot_index !== undefined && Number(mapping.boot_index) === 0;
    if ((mapping.destination_type ?? (mapping.source_type === 'volume' ? 'volume' : 'local')) === 'local') continue;
    const deleteOnTermination = mapping.delete_on_termination ?? false;
    const { uuid } = mapping;
    if (mapping.source_type === 'volume') {
      const volume = deps.volumes.volumes.get(uuid ?? '');
      if (!volume) throw new Refusal(400, `Block Device Mapping is Invalid: failed to get volume ${uuid}.`);
      if (volume.status !== 'available') throw new Refusal(400, `Invalid volume: status must be 'available'`);
      if (!deps.crossZoneAttach && asked.availability_zone !== undefined && volume.zone !== asked.availability_zone) {
        const message = `Server and volumes are not in the same availability zone. Server is in: ${asked.availability_zone}. Volumes are in: ${volume.zone}`;
        throw new Refusal(400, message);
      }
      volume.status = 'reserved';
      found.push({ volumeId: volume.id, device: device(), boots, deleteOnTermination });
      continue;
    }
    if (mapping.source_type === 'image' && !deps.images.find(uuid ?? '', caller)) {
      throw new Refusal(400, `Block Device Mapping is Invalid: failed to get image ${uuid}.`);
    }
    if (mapping.source_type === 'snapshot' && !deps.volumes.snapshots.has(uuid ?? '')) {
      throw new Refusal(400, `Block Device Mapping is Invalid: failed to get snapshot ${uuid}.`);
    }
    const volume = deps.volumes.create(project, {
      size: mapping.volume_size,
      volume_type: mapping.volume_type,
      ...(mapping.source_type === 'image' && { imageRef: uuid }),
      ...(mapping.source_type === 'snapshot' && { snapshot_id: uuid }),
    });
    found.push({ volumeId: volume.id, device: device(), boots, deleteOnTermination });
  }
  const saved = SavedVolumes.safeParse(savedIn(asked, deps));
  if (saved.success && !found.some(({ boots }) => boots)) {
    for (const { snapshot_id, volume_size, boot_index } of saved.data) {
      const volume = deps.volumes.create(project, { size: volume_size, snapshot_id });
      found.push({ volumeId: volume.id, device: device(), boots: boot_index === 0, deleteOnTermination: false });
    }
  }
  const fromVolume = found.some(({ boots }) => boots);
  if (!fromVolume && asked.imageRef === undefined)
    throw new Refusal(
      400,
      'Block Device Mapping is Invalid: Boot sequence for the instance and image/block device mapping combination is not valid.',
    );
  return { volumes: found.toSorted((a, b) => Number(b.boots) - Number(a.boots)), hasRoot: !fromVolume };
}

function savedIn({ imageRef }: NewServer, { images }: NewServerDeps): unknown {
  const text = images.images.get(imageRef ?? '')?.properties['block_device_mapping'];
  return text === undefined ? null : JSON.parse(text);
}

function plug(server: Server, { networks: asked, security_groups }: NewServer, { networks }: NewServerDeps): void {
  if (typeof asked === 'string') return;
  for (const { port: portId, uuid } of asked) {
    const port =
      portId === undefined ? networks.createPort(server.project, { network_id: uuid ?? '', ...groupsOf() }) : networks.ports.get(portId);
    if (!port) continue;
    Object.assign(port, { device_id: server.id, device_owner: `compute:${server.zone || 'nova'}` });
    if (portId === undefined) server.ownPorts.push(port.id);
  }

  function groupsOf() {
    const names = (security_groups ?? []).map(({ name }) => name);
    const ids = [...networks.groups.values()].filter(({ id, name }) => names.includes(id) || names.includes(name)).map(({ id }) => id);
    return names.length > 0 ? { security_groups: ids } : {};
  }
}

/** What nova makes of volumes when it boots from an image that stands for snapshots of them. */
const SavedVolumes = z.array(
  z.object({ snapshot_id: z.string(), device_name: z.string(), boot_index: z.number().nullable(), volume_size: z.number() }),
);
