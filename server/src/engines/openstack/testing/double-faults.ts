import type { FaultRule, RunningService, ServiceName } from './double-http.ts';
import type { PretendedHost, Server, Volume } from './double-world.ts';

/** What goes wrong with a machine the next time; each happens once and answers what is said of it. */
export interface LifeFaults {
  boots(server: Server): string | null;
  /** Of one that hibernates: it goes on to, and only its list of actions says that something went wrong. */
  wakes(server: Server): string | null;
  /** Whether nova forgets that it is to be made. */
  loses(server: Server): boolean;
  snapshots(server: Server): boolean;
  /** Whether the image of one that is shelved stays when it is deleted. */
  keepsShelved(server: Server): boolean;
  /** Whether a service that nova and cinder use themselves answers now. */
  answers(service: ServiceName): boolean;
}

/** What tests make go wrong. */
export interface CloudFaults extends LifeFaults {
  /** Rules for requests that come; the first that does not let one pass decides. */
  rules: FaultRule[];
  /** A rule that decides once. */
  once(rule: FaultRule): void;
  down(...services: readonly ServiceName[]): Promise<void>;
  up(...services: readonly ServiceName[]): Promise<void>;
  /** The host's nova-compute is away; its guests are, too, for whoever would reach them. */
  hostDown(name: string): void;
  hostUp(name: string): void;
  /** The next boot of a server that fits ends in ERROR, and its fault says why. */
  nextBootFails(fits: (server: Server) => boolean, message?: string): void;
  /** The next waking of a server that fits fails on its host. */
  nextWakingFails(fits: (server: Server) => boolean, message: string): void;
  /** The next server that fits is BUILD for ever, as when a program of nova dies with the message in its hands. */
  nextBootIsLost(fits: (server: Server) => boolean): void;
  nextSnapshotFails(fits: (server: Server) => boolean): void;
  /** Glance does not answer as the next server that fits is deleted: nova deletes it all the same. */
  nextShelvedImageStays(fits: (server: Server) => boolean): void;
  /** Cinder makes no image of the next volume that fits. */
  nextUploadFails(fits: (volume: Volume) => boolean): void;
  uploads(volume: Volume): boolean;
  /** Its guest ignores every call to end, in this boot and later ones. */
  guestNeverEnds(serverId: string): void;
  guestPowersOff(serverId: string): void;
  /** Every token that was given out is refused. */
  revokeTokens(): void;
}

export interface FaultDeps {
  readonly running: ReadonlyMap<ServiceName, RunningService>;
  readonly hosts: readonly PretendedHost[];
  readonly servers: () => ReadonlyMap<string, Server>;
  readonly powerOff: (server: Server) => void;
  readonly revoke: () => void;
}

const BOOT_FAILED = 'Exceeded maximum number of retries. Exceeded max scheduling attempts 3 for instance.';

export function faultsOf({ running, hosts, servers, powerOff, revoke }: FaultDeps): CloudFaults {
  const boots: { readonly fits: (server: Server) => boolean; readonly message: string }[] = [];
  const wakings: { readonly fits: (server: Server) => boolean; readonly message: string }[] = [];
  const lost: { readonly fits: (server: Server) => boolean }[] = [];
  const snapshots: { readonly fits: (server: Server) => boolean }[] = [];
  const shelved: { readonly fits: (server: Server) => boolean }[] = [];
  const uploads: { readonly fits: (volume: Volume) => boolean }[] = [];
  const away = new Set<ServiceName>();
  const host = (name: string): PretendedHost => {
    const found = hosts.find((each) => each.name === name);
    if (!found) throw new Error(`the double has no host ${name}`);
    return found;
  };
  const server = (id: string): Server => {
    const found = servers().get(id);
    if (!found) throw new Error(`the double has no server ${id}`);
    return found;
  };
  const faults: CloudFaults = {
    rules: [],
    once(rule) {
      const own: FaultRule = (call) => {
        const fate = rule(call);
        if (fate !== 'passed') faults.rules = faults.rules.filter((other) => other !== own);
        return fate;
      };
      faults.rules.push(own);
    },
    async down(...names) {
      for (const name of names) {
        away.add(name);
        await running.get(name)?.down();
      }
    },
    async up(...names) {
      for (const name of names) {
        away.delete(name);
        await running.get(name)?.up();
      }
    },
    hostDown: (name) => void (host(name).up = false),
    hostUp: (name) => void (host(name).up = true),
    nextBootFails: (fits, message = BOOT_FAILED) => void boots.push({ fits, message }),
    nextWakingFails: (fits, message) => void wakings.push({ fits, message }),
    nextBootIsLost: (fits) => void lost.push({ fits }),
    nextSnapshotFails: (fits) => void snapshots.push({ fits }),
    nextShelvedImageStays: (fits) => void shelved.push({ fits }),
    nextUploadFails: (fits) => void uploads.push({ fits }),
    guestNeverEnds: (id) => void (server(id).neverEnds = true),
    guestPowersOff: (id) => powerOff(server(id)),
    revokeTokens: revoke,
    boots: (one) => taken(boots, one)?.message ?? null,
    wakes: (one) => taken(wakings, one)?.message ?? null,
    loses: (one) => taken(lost, one) !== undefined,
    snapshots: (one) => taken(snapshots, one) !== undefined,
    keepsShelved: (one) => taken(shelved, one) !== undefined,
    uploads: (one) => taken(uploads, one) !== undefined,
    answers: (service) => !away.has(service),
  };
  return faults;
}

/** The first that fits, which then fits nobody else. */
function taken<Of, T extends { readonly fits: (one: Of) => boolean }>(all: T[], one: Of): T | undefined {
  const n = all.findIndex(({ fits }) => fits(one));
  return n < 0 ? undefined : all.splice(n, 1)[0];
}
