import { z } from 'zod';
import { bodyOf, FAULTS, Refusal, type Call, type Caller, type Service } from './double-http.ts';
import type { Images } from './double-images.ts';
import { nextLink, pageAsked } from './double-lists.ts';
import { volumeActionRoutes } from './double-volume-actions.ts';
import { volumeQuotaRoutes, type VolumeQuota } from './double-volume-quota.ts';
import { plainSnapshot, plainVolume, shownBackup, shownSnapshot, shownVolume } from './double-volume-views.ts';
import { newId, now, type Project, type Timers, type Volume, type VolumeBackup, type VolumeSnapshot } from './double-world.ts';

export interface Volumes {
  readonly service: Service;
  readonly volumes: Map<string, Volume>;
  readonly snapshots: Map<string, VolumeSnapshot>;
  readonly backups: Map<string, VolumeBackup>;
  readonly quota: VolumeQuota;
  /** @throws Refusal */
  create(project: Project, of: NewVolume): Volume;
  snapshot(volume: Volume, of: { name: string; metadata: Record<string, string> }): VolumeSnapshot;
  remove(volume: Volume): void;
}

const NewVolume = z.object({
  name: z.string().nullish(),
  description: z.string().nullish(),
  size: z.number().nullish(),
  volume_type: z.string().nullish(),
  imageRef: z.string().nullish(),
  snapshot_id: z.string().nullish(),
  source_volid: z.string().nullish(),
  backup_id: z.string().nullish(),
  availability_zone: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type NewVolume = z.output<typeof NewVolume>;
const OfVolume = z.object({
  volume_id: z.string(),
  name: z.string().nullish(),
  force: z.boolean().nullish(),
  description: z.string().nullish(),
  incremental: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const TYPES = ['__DEFAULT__', 'nfs1'];
/** Cinder writes down whether it checked an image's signature, and then fails to copy the same property from the image. */
const VERIFIED = 'signature_verified';

interface VolumesDeps {
  /** The first is where volumes are that nobody wants elsewhere. */
  readonly zones: readonly string[];
  readonly timers: Timers;
  readonly images: Images;
  /** Whether cinder fails to make an image of it; each happens once. */
  readonly uploadFails: (volume: Volume) => boolean;
  readonly glanceAnswers: () => boolean;
}

/** Cinder: volumes, their snapshots and backups. */
export function createVolumes({ zones, timers, images, uploadFails, glanceAnswers }: VolumesDeps): Volumes {
  const volumes = new Map<string, Volume>();
  const snapshots = new Map<string, VolumeSnapshot>();
  const backups = new Map<string, VolumeBackup>();
  const quota = { volumes: -1, gigabytes: -1, snapshots: -1 };

  function within(used: number, limit: number, what: string, allowed: string): void {
    if (limit < 0 || used <= limit) return;
    throw new Refusal(413, `${what}: Maximum number of ${allowed} allowed (${limit}) exceeded for quota '${allowed}'.`, '', {
      'Retry-After': '0',
    });
  }

  function create(project: Project, asked: NewVolume): Volume {
    if (asked.volume_type && !TYPES.includes(asked.volume_type)) {
      throw new Refusal(404, `Volume type with name ${asked.volume_type} could not be found.`);
    }
    const zone = asked.availability_zone ?? zones[0] ?? 'nova';
    if (!zones.includes(zone)) throw new Refusal(400, `Invalid input received: Availability zone '${zone}' is invalid.`);
    const image = asked.imageRef ? images.images.get(asked.imageRef) : undefined;
    if (asked.imageRef && image?.status !== 'active')
      throw new Refusal(400, 'Invalid image identifier or unable to access requested image.');
    const snapshot = asked.snapshot_id ? snapshots.get(asked.snapshot_id) : undefined;
    if (asked.snapshot_id && !snapshot) throw new Refusal(404, `Snapshot ${asked.snapshot_id} could not be found.`);
    const source = asked.source_volid ? volumes.get(asked.source_volid) : undefined;
    if (asked.source_volid && !source) throw new Refusal(404, `Volume ${asked.source_volid} could not be found.`);
    const backup = asked.backup_id ? backups.get(asked.backup_id) : undefined;
    if (asked.backup_id && !backup) throw new Refusal(404, `Backup ${asked.backup_id} could not be found.`);
    const size = asked.size ?? snapshot?.size ?? source?.size ?? backup?.size;
    if (size === undefined || size < 1) throw new Refusal(400, 'Invalid input received: Invalid volume size provided for create request.');
    const own = [...volumes.values()].filter((volume) => volume.project.id === project.id);
    within(own.length + 1, quota.volumes, 'VolumeLimitExceeded', 'volumes');
    const gigabytes = own.reduce((sum, volume) => sum + volume.size, size);
    if (quota.gigabytes >= 0 && gigabytes > quota.gigabytes) {
      const had = gigabytes - size;
      const message = `VolumeSizeExceedsAvailableQuota: Requested volume or snapshot exceeds allowed gigabytes quota. Requested ${size}G, quota is ${quota.gigabytes}G and ${had}G has been consumed.`;
      throw new Refusal(413, message, '', { 'Retry-After': '0' });
    }
    const from = image?.disk ?? snapshot?.disk ?? source?.disk ?? backup?.disk;
    const volume: Volume = {
      id: newId(),
      project,
      name: asked.name ?? '',
      description: asked.description ?? null,
      status: 'creating',
      size,
      type: asked.volume_type ?? 'nfs1',
      zone,
      bootable: from !== undefined,
      metadata: asked.metadata ?? {},
      snapshotId: asked.snapshot_id ?? null,
      imageMetadata: image
        ? { [VERIFIED]: 'False', ...image.properties, image_id: image.id, image_name: image.name }
        : { ...(snapshot ?? source)?.imageMetadata },
      createdAt: now(),
      attachment: null,
      disk: { text: from?.text ?? null },
    };
    volumes.set(volume.id, volume);
    timers.later(1, () => {
      if (volume.status === 'creating') volume.status = image && VERIFIED in image.properties ? 'error' : 'available';
    });
    return volume;
  }

  function snapshot(volume: Volume, of: { name: string; metadata: Record<string, string> }): VolumeSnapshot {
    within(snapshots.size + 1, quota.snapshots, 'SnapshotLimitExceeded', 'snapshots');
    const made: VolumeSnapshot = {
      id: newId(),
      project: volume.project,
      name: of.name,
      description: null,
      status: 'creating',
      volumeId: volume.id,
      size: volume.size,
      metadata: of.metadata,
      imageMetadata: { ...volume.imageMetadata },
      createdAt: now(),
      disk: { text: volume.disk.text },
    };
    snapshots.set(made.id, made);
    timers.later(1, () => (made.status = 'available'));
    return made;
  }

  function remove(volume: Volume): void {
    if (!['available', 'error', 'error_deleting', 'creating'].includes(volume.status)) {
      const states = 'available or error or error_restoring or error_extending or error_managing';
      throw new Refusal(
        400,
        `Invalid volume: Volume status must be ${states} and must not be migrating, attached, belong to a group, have snapshots or be disassociated from snapshots after volume transfer.`,
      );
    }
    if ([...snapshots.values()].some(({ volumeId }) => volumeId === volume.id)) {
      throw new Refusal(400, 'Invalid volume: Volume still has dependent snapshots.');
    }
    volume.status = 'deleting';
    timers.later(1, () => volumes.delete(volume.id));
  }

  const owned = <T extends { readonly project: Project }>(all: Map<string, T>, { user }: Caller, id: string, what: string): T => {
    const found = all.get(id);
    if (!found || (user.role !== 'admin' && found.project.id !== user.project.id))
      throw new Refusal(404, `${what} ${id} could not be found.`);
    return found;
  };
  const listOf =
    <T extends { readonly id: string; readonly project: Project }>(
      key: string,
      all: Map<string, T>,
      show: (one: T) => { readonly id: string },
    ) =>
    (call: Call & { caller: Caller }) => {
      const everybodys = call.caller.user.role === 'admin' && call.query.has('all_tenants');
      const mine = [...all.values()].filter((one) => everybodys || one.project.id === call.caller.user.project.id);
      const shown = mine.map(show).filter((one) => matches(one, call.query));
      const { page, next } = pageAsked(call.query, shown, 1000);
      return { status: 200, body: { [key]: page, ...(next && { [`${key}_links`]: [nextLink(call, next)] }) } };
    };
  const brief = <T extends { readonly id: string; name: string }>({ id, name }: T) => ({ id, name, links: [] });

  const service: Service = {
    name: 'volume',
    open: ({ path }) => (path === '/' || path === '/v3' ? { status: 300, body: { versions: [VERSION] } } : null),
    headers: () => ({ 'OpenStack-API-Version': 'volume 3.70', Vary: 'OpenStack-API-Version' }),
    routes: {
      'GET /v3/:project/volumes': listOf('volumes', volumes, brief),
      'GET /v3/:project/volumes/detail': listOf('volumes', volumes, shownVolume),
      'GET /v3/:project/volumes/:id': ({ caller }, _project, id = '') => ({
        status: 200,
        body: { volume: shownVolume(owned(volumes, caller, id, 'Volume')) },
      }),
      'POST /v3/:project/volumes': (call) => {
        const { volume: asked } = bodyOf(z.object({ volume: NewVolume }), call);
        return { status: 202, body: { volume: plainVolume(create(call.caller.user.project, asked)) } };
      },
      'PUT /v3/:project/volumes/:id': (call, _project, id = '') => {
        const volume = owned(volumes, call.caller, id, 'Volume');
        const change = z.object({
          volume: z.object({
            name: z.string().optional(),
            description: z.string().optional(),
            metadata: z.record(z.string(), z.string()).optional(),
          }),
        });
        Object.assign(volume, bodyOf(change, call).volume);
        return { status: 200, body: { volume: plainVolume(volume) } };
      },
      'DELETE /v3/:project/volumes/:id': ({ caller, query }, _project, id = '') => {
        const volume = owned(volumes, caller, id, 'Volume');
        if (query.get('cascade') === 'true' && volume.status !== 'in-use') {
          for (const snapshot of snapshots.values()) if (snapshot.volumeId === id) snapshots.delete(snapshot.id);
        }
        remove(volume);
        return { status: 202 };
      },
      'GET /v3/:project/snapshots': listOf('snapshots', snapshots, brief),
      'GET /v3/:project/snapshots/detail': listOf('snapshots', snapshots, shownSnapshot),
      'GET /v3/:project/snapshots/:id': ({ caller }, _project, id = '') => ({
        status: 200,
        body: { snapshot: shownSnapshot(owned(snapshots, caller, id, 'Snapshot')) },
      }),
      'POST /v3/:project/snapshots': (call) => {
        const { snapshot: asked } = bodyOf(z.object({ snapshot: OfVolume }), call);
        const volume = owned(volumes, call.caller, asked.volume_id, 'Volume');
        if (volume.status !== 'available' && !asked.force)
          throw new Refusal(400, `Invalid volume: Volume ${volume.id} status must be available, but current status is: ${volume.status}.`);
        return {
          status: 202,
          body: { snapshot: plainSnapshot(snapshot(volume, { name: asked.name ?? '', metadata: asked.metadata ?? {} })) },
        };
      },
      'PUT /v3/:project/snapshots/:id': (call, _project, id = '') => {
        const one = owned(snapshots, call.caller, id, 'Snapshot');
        Object.assign(one, bodyOf(z.object({ snapshot: z.object({ description: z.string() }) }), call).snapshot);
        return { status: 200, body: { snapshot: plainSnapshot(one) } };
      },
      'DELETE /v3/:project/snapshots/:id': ({ caller }, _project, id = '') => {
        const one = owned(snapshots, caller, id, 'Snapshot');
        one.status = 'deleting';
        timers.later(1, () => snapshots.delete(id));
        return { status: 202 };
      },
      'GET /v3/:project/backups/detail': listOf('backups', backups, shownBackup),
      'GET /v3/:project/backups/:id': ({ caller }, _project, id = '') => ({
        status: 200,
        body: { backup: shownBackup(owned(backups, caller, id, 'Backup')) },
      }),
      'POST /v3/:project/backups': (call) => {
        const { backup: asked } = bodyOf(z.object({ backup: OfVolume }), call);
        const volume = owned(volumes, call.caller, asked.volume_id, 'Volume');
        if (volume.status !== 'available' && !asked.force)
          throw new Refusal(400, 'Invalid volume: The volume to be backed up must be available.');
        const { id, project, size } = volume;
        const made: VolumeBackup = {
          id: newId(),
          project,
          name: asked.name ?? '',
          status: 'creating',
          volumeId: id,
          size,
          metadata: asked.metadata ?? {},
          createdAt: now(),
          disk: { text: volume.disk.text },
        };
        backups.set(made.id, made);
        timers.later(2, () => (made.status = 'available'));
        return { status: 202, body: { backup: brief(made) } };
      },
      'DELETE /v3/:project/backups/:id': ({ caller }, _project, id = '') => {
        owned(backups, caller, id, 'Backup').status = 'deleting';
        timers.later(1, () => backups.delete(id));
        return { status: 202 };
      },
      'GET /v3/:project/os-availability-zone': () => ({
        status: 200,
        body: { availabilityZoneInfo: zones.map((zoneName) => ({ zoneName, zoneState: { available: true }, hosts: null })) },
      }),
      'GET /v3/:project/types': () => ({
        status: 200,
        body: {
          volume_types: TYPES.map((name) => ({
            id: name,
            name,
            is_public: true,
            description: null,
            extra_specs: {},
            'os-volume-type-access:is_public': true,
          })),
        },
      }),
      ...volumeActionRoutes({ images, timers, owned: (caller, id) => owned(volumes, caller, id, 'Volume'), uploadFails, glanceAnswers }),
      ...volumeQuotaRoutes({ volumes, snapshots, backups, quota }),
    },
    refusal: ({ status, message }) => ({
      [FAULTS[status] ?? 'computeFault']: { code: status, message, ...(status === 413 && { retryAfter: '0' }) },
    }),
  };
  return { service, volumes, snapshots, backups, quota, create, snapshot, remove };
}

const VERSION = { id: 'v3.0', status: 'CURRENT', version: '3.70', min_version: '3.0', updated: '2022-08-31T00:00:00Z', links: [] };

function matches(one: object, query: URLSearchParams): boolean {
  const known = new Map<string, unknown>(Object.entries(one));
  for (const [key, wanted] of query) {
    if (['limit', 'marker', 'all_tenants', 'sort', 'usage', 'project_id'].includes(key)) continue;
    if (key === 'metadata') {
      const has = z.record(z.string(), z.string()).catch({}).parse(known.get('metadata'));
      const asked = [...wanted.matchAll(/['"]([^'"]+)['"]\s*:\s*['"]([^'"]*)['"]/g)];
      if (!asked.every(([, name = '', value]) => has[name] === value)) return false;
    } else if (String(known.get(key) ?? '') !== wanted) return false;
  }
  return true;
}
