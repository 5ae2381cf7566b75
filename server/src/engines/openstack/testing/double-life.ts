import { Refusal } from './double-http.ts';
import type { LifeFaults } from './double-faults.ts';
import type { Image, Images } from './double-images.ts';
import { GoneWrong, machineImages } from './double-machine-images.ts';
import type { Networks } from './double-network.ts';
import type { Port } from './double-ports.ts';
import type { Scheduler } from './double-scheduler.ts';
import { newId, now, type Action, type Disk, type PretendedHost, type Server, type Timers, type Volume } from './double-world.ts';
import type { Volumes } from './double-volumes.ts';

/** How long nova lets a guest try to end before it ends it, in paces. */
const GRACE_PACES = 20;
/** What nova calls a machine inside, by how it tells of it. */
const AT_REST = { ACTIVE: 'active', SHUTOFF: 'stopped', SHELVED_OFFLOADED: 'shelved_offloaded', SOFT_DELETED: 'soft-delete' } as const;

export interface Life {
  readonly servers: Map<string, Server>;
  /** Those that are gone, which nova still tells to who asks for what has changed. */
  readonly gone: Server[];
  begin(server: Server, requestId: string): void;
  stop(server: Server, requestId: string): void;
  start(server: Server, requestId: string): void;
  reboot(server: Server, how: 'SOFT' | 'HARD', requestId: string): void;
  shelve(server: Server, requestId: string): void;
  unshelve(server: Server, to: { host: PretendedHost | null; zone: string | null }, requestId: string): void;
  /** @throws Refusal: there is no room anywhere */
  migrate(server: Server, to: PretendedHost | null, requestId: string): void;
  confirmMove(server: Server, requestId: string): void;
  snapshot(server: Server, of: { name: string; metadata: Record<string, string> }, requestId: string): Image;
  /** `forced`: also where what is deleted is kept for a while. */
  remove(server: Server, requestId: string, options?: { forced: boolean }): void;
  restore(server: Server, requestId: string): void;
  /** The guest ends by itself. */
  powerOff(server: Server): void;
  portsOf(server: Server): Port[];
  rootOf(server: Server): Disk | null;
  /** The disk that is not the system's: its first further volume, or its ephemeral disk. */
  workOf(server: Server): Disk | null;
}

interface LifeDeps {
  readonly timers: Timers;
  readonly scheduler: (servers: () => Iterable<Server>) => Scheduler;
  readonly images: Images;
  readonly volumes: Volumes;
  readonly networks: Networks;
  readonly faults: LifeFaults;
  /** Whether what is deleted is kept until somebody removes it for good. */
  readonly softDeletes: boolean;
}

/** What happens in nova after a request was accepted: everything takes its time, and what fails is found later. */
export function createLife({ timers, scheduler: schedulerOf, images, volumes, networks, faults, softDeletes }: LifeDeps): Life {
  const servers = new Map<string, Server>();
  const gone: Server[] = [];
  const scheduler = schedulerOf(() => servers.values());
  const { imageOf, fill, requireGlance } = machineImages(images, () => faults.answers('image'));

  /** Steps, one pace each, until it is over or something else was begun. On a host that is away, nothing goes on until it is back. */
  function steps(
    server: Server,
    requestId: string,
    action: string,
    ...each: readonly (readonly [task: string | null, work: () => void])[]
  ): void {
    const event = `compute_${action}`;
    const record: Action = { requestId, action, startedAt: now(), updatedAt: now(), message: null, result: null, event, details: null };
    server.actions.unshift(record);
    server.generation += 1;
    const { generation } = server;
    const [first, ...rest] = each;
    if (first) server.taskState = first[0];
    touch(server);
    const go = (todo: typeof each): void => {
      timers.later(1, () => {
        if (server.generation !== generation) return;
        if (server.host?.up === false) return go(todo);
        const [current, ...next] = todo;
        if (!current) return;
        try {
          current[1]();
        } catch (error) {
          if (!(error instanceof GoneWrong)) throw error;
          Object.assign(record, { message: 'Error', result: 'Error', updatedAt: now(), details: error.message });
          if (error instanceof NoHost) record.event = 'schedule_instances';
          return touch(server);
        }
        const [following] = next;
        server.taskState = following ? following[0] : null;
        touch(server);
        if (following) return go(next);
        record.result = 'Success';
        record.updatedAt = now();
      });
    };
    go(first ? [first, ...rest] : rest);
  }

  /** A service without which its disk can be neither attached nor read. */
  function whatIsAway({ root, volumes: attached }: Server): string | null {
    if (root && !faults.answers('image')) return 'Connection to glance host failed.';
    return attached.length > 0 && !faults.answers('volume') ? 'Unable to establish connection to cinder.' : null;
  }

  /** What fails for a service that is away is given up: the guest is off, and nova calls it as it did before. */
  function unlessAway(server: Server, work: () => void): void {
    const wrong = whatIsAway(server);
    if (wrong === null) return work();
    Object.assign(server, { status: 'ACTIVE', vmState: 'active', taskState: null });
    throw new GoneWrong(wrong);
  }

  function touch(server: Server): void {
    server.updatedAt = now();
  }

  function rest(server: Server, status: keyof typeof AT_REST): void {
    server.status = status;
    server.vmState = AT_REST[status];
    server.powerState = status === 'ACTIVE' ? 1 : 4;
    server.fault = null;
    if (status === 'ACTIVE') server.bootedAt = now();
  }

  function fail(server: Server, message: string): never {
    Object.assign(server, { status: 'ERROR', vmState: 'error', taskState: null, fault: { code: 500, message, created: now() } });
    throw new GoneWrong(message);
  }

  function place(server: Server, host: PretendedHost): void {
    server.host = host;
    server.zone = host.zone;
    scheduler.claim(server, host);
    for (const port of portsOf(server)) port['binding:host_id'] = host.name;
  }

  function boot(server: Server): void {
    const wrong = faults.boots(server);
    if (wrong !== null) {
      scheduler.release(server);
      server.host = null;
      fail(server, wrong);
    }
    for (const port of portsOf(server)) port.status = 'ACTIVE';
    rest(server, 'ACTIVE');
    server.launchedAt ??= now();
  }

  function portsOf(server: Server): Port[] {
    return [...networks.ports.values()].filter(({ device_id }) => device_id === server.id);
  }

  function attachVolumes(server: Server): void {
    for (const { volumeId, device } of server.volumes) {
      const volume = volumes.volumes.get(volumeId);
      if (!volume || volume.status.startsWith('error'))
        return fail(server, `Build of instance ${server.id} aborted: Volume ${volumeId} did not finish being created`);
      Object.assign(volume, { status: 'in-use', attachment: { id: newId(), serverId: server.id, device } });
    }
  }

  function end(server: Server, then: 'ACTIVE' | 'SHUTOFF'): readonly (readonly [string, () => void])[] {
    const task = then === 'SHUTOFF' ? 'powering-off' : 'rebooting';
    const waits = Array.from({ length: server.neverEnds ? GRACE_PACES : 0 }, () => [task, () => undefined] as const);
    return [...waits, [task, () => rest(server, then)]];
  }

  function removeServer(server: Server): void {
    scheduler.release(server);
    for (const { volumeId, deleteOnTermination } of server.volumes) {
      const volume = volumes.volumes.get(volumeId);
      if (!volume) continue;
      Object.assign(volume, { status: 'available', attachment: null });
      if (deleteOnTermination) removeVolume(volume);
    }
    for (const port of portsOf(server)) {
      if (server.ownPorts.includes(port.id)) networks.removePort(port);
      else Object.assign(port, { device_id: '', device_owner: '', status: 'DOWN', 'binding:host_id': '' });
    }
    if (server.shelvedImageId !== null && !faults.keepsShelved(server)) images.images.delete(server.shelvedImageId);
    servers.delete(server.id);
    // What was written on it is forgotten, but its name.
    Object.assign(server, { status: 'DELETED', vmState: 'deleted', taskState: null, powerState: 0, metadata: {}, tags: [], volumes: [] });
    touch(server);
    gone.push(server);
  }

  /** What cinder refuses, nova only writes into its log. */
  function removeVolume(volume: Volume): void {
    try {
      volumes.remove(volume);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  const rootVolumeOf = (server: Server) => volumes.volumes.get(server.volumes.find(({ boots }) => boots)?.volumeId ?? '');

  return {
    servers,
    gone,
    portsOf,
    rootOf: (server) => server.root ?? rootVolumeOf(server)?.disk ?? null,
    workOf(server) {
      const volume = server.volumes.find(({ boots }) => !boots)?.volumeId;
      return (volume === undefined ? undefined : volumes.volumes.get(volume)?.disk) ?? server.ephemeral;
    },
    begin(server, requestId) {
      servers.set(server.id, server);
      if (faults.loses(server)) {
        server.taskState = 'scheduling';
        return steps(server, requestId, 'create');
      }
      const find = () => {
        server.placed = true;
        const host = scheduler.choose(server) ?? fail(server, 'No valid host was found. ');
        place(server, host);
      };
      steps(
        server,
        requestId,
        'create',
        ['scheduling', find],
        ['block_device_mapping', () => attachVolumes(server)],
        ['spawning', () => boot(server)],
      );
    },
    stop(server, requestId) {
      steps(server, requestId, 'stop', ...end(server, 'SHUTOFF'));
    },
    start(server, requestId) {
      steps(server, requestId, 'start', ['powering-on', () => boot(server)]);
    },
    reboot(server, how, requestId) {
      server.status = how === 'SOFT' ? 'REBOOT' : 'HARD_REBOOT';
      if (how === 'SOFT') steps(server, requestId, 'reboot', ...end(server, 'ACTIVE'));
      else steps(server, requestId, 'reboot', ['rebooting_hard', () => boot(server)]);
    },
    shelve(server, requestId) {
      // Nova writes down what it is at first, and then asks glance: whose image could not be begun is at it for ever.
      server.taskState = 'shelving';
      const image = server.root && imageOf(server, `${server.name}-shelved`, {});
      steps(
        server,
        requestId,
        'shelve',
        ...(server.vmState === 'active' ? end(server, 'SHUTOFF').map(([, work]) => ['shelving', work] as const) : []),
        ['shelving_image_uploading', () => unlessAway(server, () => image && fill(image, server))],
        [
          'shelving_offloading',
          () => {
            server.shelvedImageId = image?.id ?? null;
            scheduler.release(server);
            Object.assign(server, { host: null, zone: '' });
            if (server.root) server.root = { text: null };
            if (server.ephemeral) server.ephemeral = { text: null };
            for (const port of portsOf(server)) Object.assign(port, { status: 'DOWN', 'binding:host_id': '' });
            rest(server, 'SHELVED_OFFLOADED');
          },
        ],
      );
    },
    unshelve(server, { host: only, zone }, requestId) {
      const find = () => {
        const { shelvedImageId } = server;
        // Nobody takes the task back.
        if (shelvedImageId !== null) requireGlance();
        if (shelvedImageId !== null && !images.images.has(shelvedImageId)) {
          // Nova leaves the task as it was.
          const message = `Unshelve attempted but the image ${shelvedImageId} cannot be found.`;
          Object.assign(server, { status: 'ERROR', vmState: 'error', fault: { code: 404, message, created: now() } });
          throw new GoneWrong(message);
        }
        // It stays as it is, and only its list of actions says why.
        const host = scheduler.choose({ ...server, wants: { host: null, zone: zone ?? server.wants.zone } }, { only });
        if (!host) {
          server.taskState = null;
          throw new NoHost('No valid host was found. ');
        }
        place(server, host);
      };
      const wake = () => {
        const wrong = faults.wakes(server) ?? whatIsAway(server);
        if (wrong !== null) {
          scheduler.release(server);
          Object.assign(server, { host: null, zone: '', taskState: null });
          throw new GoneWrong(wrong);
        }
        const image = server.shelvedImageId === null ? undefined : images.images.get(server.shelvedImageId);
        if (server.root) server.root = { text: image?.disk?.text ?? null };
        boot(server);
        server.launchedAt = now();
        if (image) images.images.delete(image.id);
        server.shelvedImageId = null;
      };
      steps(server, requestId, 'unshelve', ['unshelving', find], ['spawning', wake]);
    },
    migrate(server, to, requestId) {
      const from = server.host;
      const { vmState } = server;
      const { status } = server;
      let host: PretendedHost | null = null;
      // It is agreed to whatever comes of it, and only the list of actions says why nothing did.
      const find = () => {
        host = from && scheduler.choose(server, { not: from, only: to });
        if (host) return;
        Object.assign(server, { status, taskState: null });
        throw new GoneWrong('No valid host was found. ');
      };
      server.status = 'RESIZE';
      const arrive = () => {
        if (!host || !from) return;
        server.movedFrom = { host: from, vmState };
        scheduler.release(server, from);
        place(server, host);
        Object.assign(server, { status: 'VERIFY_RESIZE', vmState: 'resized', launchedAt: now() });
      };
      steps(server, requestId, 'migrate', ['resize_prep', find], ['resize_migrating', () => undefined], ['resize_finish', arrive]);
    },
    confirmMove(server, requestId) {
      const confirm = () => {
        const was = server.movedFrom?.vmState;
        server.movedFrom = null;
        rest(server, was === 'stopped' ? 'SHUTOFF' : 'ACTIVE');
      };
      steps(server, requestId, 'confirmResize', [null, confirm]);
    },
    snapshot(server, { name, metadata }, requestId) {
      const { vmState, powerState } = server;
      if (!server.root) {
        const mapping = server.volumes.flatMap(({ volumeId, device, boots }) => {
          const volume = volumes.volumes.get(volumeId);
          if (!volume) return [];
          const { id } = volumes.snapshot(volume, { name: `snapshot for ${name}`, metadata: {} });
          const ends = { source_type: 'snapshot', destination_type: 'volume', delete_on_termination: false };
          return [{ ...ends, snapshot_id: id, device_name: device, boot_index: boots ? 0 : null, volume_size: volume.size }];
        });
        const properties = { ...metadata, bdm_v2: 'True', block_device_mapping: JSON.stringify(mapping), root_device_name: '/dev/vda' };
        const image = imageOf(server, name, properties);
        Object.assign(image, { status: 'active', size: 0 });
        return image;
      }
      const image = imageOf(server, name, metadata);
      const finish = () => {
        if (faults.snapshots(server)) images.images.delete(image.id);
        server.vmState = vmState;
        server.powerState = powerState;
        fill(image, server);
      };
      const save = () => {
        if (image.status === 'queued') image.status = 'saving';
      };
      const upload = () => {
        try {
          finish();
        } catch (error) {
          server.taskState = null;
          throw error;
        }
      };
      steps(
        server,
        requestId,
        'createImage',
        ['image_snapshot', save],
        ['image_pending_upload', () => undefined],
        ['image_uploading', upload],
      );
      return image;
    },
    remove(server, requestId, { forced } = { forced: false }) {
      // The API removes what a host that is away cannot: there it goes on, until the host is back and ends it.
      if (server.host?.up === false || !server.host) {
        server.generation += 1;
        return removeServer(server);
      }
      const kept = softDeletes && !forced && server.launchedAt !== null;
      if (kept) return steps(server, requestId, 'delete', ['soft-deleting', () => rest(server, 'SOFT_DELETED')]);
      steps(server, requestId, 'delete', ['deleting', () => undefined], ['deleting', () => removeServer(server)]);
    },
    restore: (server, requestId) => steps(server, requestId, 'restore', ['restoring', () => boot(server)]),
    powerOff(server) {
      rest(server, 'SHUTOFF');
      touch(server);
    },
  };
}

/** The scheduler found no host for it. */
class NoHost extends GoneWrong {}
