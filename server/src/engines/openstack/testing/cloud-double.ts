import { createCompute } from './double-compute.ts';
import { startGuests } from './double-guests.ts';
import { faultsOf, type CloudFaults } from './double-faults.ts';
import { CATALOG, projectNamed, standardFlavors, standardHosts, userOf } from './double-furniture.ts';
import { runService, type Call, type Fate, type RunningService, type Service, type ServiceName } from './double-http.ts';
import { createIdentity } from './double-identity.ts';
import { createImages, type Images } from './double-images.ts';
import { createLife } from './double-life.ts';
import { createNetworks, type Networks } from './double-network.ts';
import type { ComputeQuota } from './double-new-server.ts';
import { createPlacement } from './double-placement.ts';
import { createScheduler } from './double-scheduler.ts';
import { newPlainId, PACE_MS, timersOf, type Disk, type PretendedHost, type Role, type Server, type User } from './double-world.ts';
import { createVolumes, type Volumes } from './double-volumes.ts';

export interface CloudDoubleOptions {
  /** How long each step of whatever happens in the cloud takes, real time. */
  readonly paceMs?: number;
  /** From when nova says that a machine runs until its SSH port answers. */
  readonly bootMs?: number;
  /** Beside kvm1, gpu1 and gpu2. */
  readonly hosts?: readonly PretendedHost[];
  /** The newest microversion of nova. */
  readonly newestCompute?: string;
  readonly consoles?: readonly ('serial' | 'novnc')[];
  readonly openDiagnostics?: boolean;
  readonly reportsPci?: boolean;
  readonly tokenSeconds?: number;
  /** Cinder's; the first is where volumes are that nobody wants elsewhere. */
  readonly volumeZones?: readonly string[];
  /** Whether nova attaches volumes of other zones than the machine's (`cross_az_attach`). */
  readonly crossZoneAttach?: boolean;
  /** Whether nova keeps what is deleted (`reclaim_instance_interval`); here until somebody removes it for good. */
  readonly softDeletes?: boolean;
  readonly without?: readonly ServiceName[];
  readonly demoRole?: Role;
  /** Whether projects' networks give public IPv6 addresses, too. */
  readonly dualStack?: boolean;
}

/** A small OpenStack in this process: what it does, it does as the real one was seen to do (see README.md). */
export interface CloudDouble {
  readonly authUrl: string;
  readonly region: string;
  readonly users: Readonly<Record<'admin' | 'demo', User & { readonly domain: 'Default' }>>;
  /** An application credential of demo's. */
  readonly credential: { readonly id: string; readonly secret: string };
  /** For `proxyProbe`: an HTTP proxy that leads to guests, from the address `PROBES_FROM`. */
  readonly probeProxy: string;
  /** Id of the image that guests are made of, and its name. */
  readonly image: { readonly id: string; readonly name: string };
  readonly hosts: readonly PretendedHost[];
  readonly faults: CloudFaults;
  readonly computeQuota: ComputeQuota;
  readonly networks: Networks;
  readonly volumes: Volumes;
  readonly images: Images;
  /** Nova's servers that nobody has removed. */
  servers(): readonly Server[];
  /** What a disk of a server holds. */
  disk(serverId: string, which: 'system' | 'work'): Disk | null;
  /** Requests that were answered, by service. */
  readonly asked: readonly Call[];
  signIns(): number;
  /** What is under way stays so until it is let go on. */
  hold(): void;
  goOn(): void;
  close(): Promise<void>;
}

const REGION = 'RegionOne';

export async function startCloudDouble(options: CloudDoubleOptions = {}): Promise<CloudDouble> {
  const timers = timersOf(options.paceMs ?? PACE_MS);
  const hosts = [...standardHosts(), ...(options.hosts ?? [])];
  const [service, demoProject] = [projectNamed('service'), projectNamed('demo')];
  const users = {
    admin: userOf('admin', projectNamed('admin'), 'admin'),
    demo: userOf('demo', demoProject, options.demoRole ?? 'member'),
  };
  const credential = { id: newPlainId(), name: 'boreal', secret: newPlainId(), user: users.demo };

  const running = new Map<ServiceName, RunningService>();
  const faults = faultsOf({
    running,
    hosts,
    servers: () => life.servers,
    powerOff: (server) => life.powerOff(server),
    revoke: () => identity.revokeAll(),
  });
  const images = createImages();
  const image = images.add({
    name: 'guest',
    project: service,
    visibility: 'public',
    status: 'active',
    size: 15_005_184,
    virtualSize: 117_440_512,
    minDisk: 1,
    minRam: 128,
    disk: { text: null },
  });
  const volumes = createVolumes({
    zones: options.volumeZones ?? ['nova'],
    timers,
    images,
    uploadFails: (volume) => faults.uploads(volume),
    glanceAnswers: () => faults.answers('image'),
  });
  const networks = createNetworks({ owner: service, dualStack: options.dualStack ?? false, listed: () => hosts });
  const life = createLife({
    timers,
    images,
    volumes,
    networks,
    softDeletes: options.softDeletes ?? false,
    scheduler: (servers) => createScheduler(hosts, servers),
    faults: {
      boots: (server) => faults.boots(server),
      wakes: (server) => faults.wakes(server),
      loses: (server) => faults.loses(server),
      snapshots: (server) => faults.snapshots(server),
      keepsShelved: (server) => faults.keepsShelved(server),
      answers: (service) => faults.answers(service),
    },
  });
  const guests = await startGuests({ life, networks, bootMs: options.bootMs ?? 0 });
  const computeQuota: ComputeQuota = { instances: -1, cores: -1, ram: -1 };
  const urlOf = (name: ServiceName) => running.get(name)?.url ?? '';
  const identity = createIdentity({
    users: Object.values(users),
    projects: [demoProject],
    credentials: [credential],
    tokenSeconds: options.tokenSeconds ?? 14_400,
    region: REGION,
    catalog: () =>
      CATALOG.filter(({ service: name }) => !options.without?.includes(name)).map(({ type, name, service: of, path }) => ({
        type,
        name,
        url: (project) => `${urlOf(of)}${path(project)}`,
      })),
  });
  const compute = createCompute({
    life,
    hosts,
    flavors: new Map(standardFlavors().map((flavor) => [flavor.id, flavor])),
    networks,
    volumes,
    images,
    quota: computeQuota,
    crossZoneAttach: options.crossZoneAttach ?? true,
    newest: options.newestCompute ?? '2.93',
    consoles: options.consoles ?? ['serial'],
    openDiagnostics: options.openDiagnostics ?? true,
    base: () => urlOf('compute'),
    consoleUrl: (server) => guests.consoleUrl(server),
  });
  const placement = createPlacement({
    hosts,
    servers: () => life.servers,
    scheduler: createScheduler(hosts, () => life.servers.values()),
    reportsPci: options.reportsPci ?? true,
  });

  const asked: Call[] = [];
  const fate = (call: Call): Fate => {
    asked.push(call);
    for (const rule of faults.rules) {
      const decided = rule(call);
      if (decided !== 'passed') return decided;
    }
    return 'passed';
  };
  const all: readonly Service[] = [identity.service, compute, networks.service, images.service, volumes.service, placement];
  for (const each of all) {
    if (!options.without?.includes(each.name)) running.set(each.name, await runService(each, { fate, callerOf: identity.callerOf }));
  }

  return {
    authUrl: `${urlOf('identity')}/v3`,
    region: REGION,
    users,
    credential,
    probeProxy: guests.proxy,
    image: { id: image.id, name: image.name },
    hosts,
    faults,
    computeQuota,
    networks,
    volumes,
    images,
    servers: () => [...life.servers.values()],
    disk(serverId, which) {
      const server = life.servers.get(serverId);
      return server ? (which === 'system' ? life.rootOf(server) : life.workOf(server)) : null;
    },
    asked,
    signIns: identity.signIns,
    hold: timers.hold,
    goOn: timers.goOn,
    async close() {
      timers.close();
      guests.close();
      for (const each of running.values()) await each.down();
    },
  };
}
