import type { Duplex } from 'node:stream';
import type { MoveMinutes } from '@boreal/contract/servers/moves.ts';
import type { AnswerLimits } from './answer-limits.ts';
import type { EngineHost } from './engine-hosts.ts';
import type { HolderRecord } from './holder-record.ts';
import type { FirewallDirection, FirewallProtocol } from '@boreal/contract/servers/firewall.ts';

/**
 * The engine port: what Boreal asks of whatever makes machines.
 *
 * Every call is idempotent by the server's id: asking twice, or again after a lost answer, changes nothing more.
 * An engine says what *is* (`Observed`), never what was asked, and may need several calls over time to get there:
 * `ensure…` starts the work when it has not begun and answers with the state right now. A machine that is gone is a
 * success for `ensureGone`; the other calls answer `absent` for it and make nothing. A new `ensure…` redirects a
 * transition under way, save `deleting`. A guest that is to end is asked first and made to when it has not ended after
 * `GUEST_GRACE_MS`, whichever calls of whichever processes fall into that time; one that is to be gone is not asked. On a host that does not answer every call throws `timeout`, but `observe` and
 * `list`, which say `unreachable`. When the engine as a whole is not heard, `hosts`, `list` and `leftovers` throw `EngineSilent`, and the others
 * throw `timeout`, but `observe`, which says `unreachable` if nobody answers. Calls may take seconds, honour `signal`, and are never made inside a database
 * transaction.
 */
export interface Engine {
  readonly name: string;
  /** What it can do, and what it cannot. */
  readonly can: EngineCan;
  /** How long what it does may take, in minutes of product time: then Boreal gives it up. */
  readonly limits: MoveMinutes;
  /** How long its answers may take: then who asks stops waiting. */
  readonly answers: AnswerLimits;

  /** The hosts the engine can place machines on, and whether each answers now. @throws EngineSilent */
  hosts(signal: AbortSignal): Promise<readonly EngineHost[]>;
  /** What is true of one machine now; `absent` when the engine has none by that id. */
  observe(serverId: string, signal: AbortSignal): Promise<Observed>;
  /** Every machine that carries Boreal's mark, also those no row knows (orphans). @throws EngineSilent */
  list(signal: AbortSignal): Promise<readonly Observed[]>;

  /**
   * Makes, boots or wakes the machine on `spec.hostName`. Ready when `power` is `running`: its GPUs were cleaned if another had them,
   * where the operator says how, and of a machine that is new, those that were sold are in it and no others. Firewall rules hold from the first
   * packet; those of a machine that runs already are changed by `applyFirewall` only.
   * @throws EngineError no_capacity (no such host or card, or another machine has it; of an engine that places: there is no room) · gpu (a card of the spec cannot be given to
   *   it: missing, broken) · gone (`mustExist`) · image_missing (`fromBackupId` is not ready)
   */
  ensureRunning(spec: MachineSpec, signal: AbortSignal): Promise<Observed>;
  /** Powers the machine off, keeping disks and addresses. */
  ensureStopped(serverId: string, signal: AbortSignal): Promise<Observed>;
  /** Powers the machine off, gives up its addresses and GPUs, keeps its disks. Done when this call answers `hibernated`. */
  ensureHibernated(serverId: string, signal: AbortSignal): Promise<Observed>;
  /**
   * Destroys the machine and its disks. Done when this call answers `absent`: to who only looks, a machine may be gone while
   * its rules, disks and addresses are still there.
   */
  ensureGone(serverId: string, signal: AbortSignal): Promise<Observed>;
  /**
   * Takes a machine that is stopped or hibernated to `spec.hostName` and `spec.gpus`, with its disks and, where they can be used
   * there, its addresses; it stays off. Disks may take long: `moving`, ask again. Who is woken elsewhere needs no such call.
   * @throws EngineError gone · no_capacity · unknown (it is not off)
   */
  relocate(spec: MachineSpec, signal: AbortSignal): Promise<'there' | 'moving'>;
  /**
   * Restarts a machine once per `token`, or boots one that is stopped or failed. Done when `power` is `running` and
   * `rebootToken` equals it; only the last finished token is remembered.
   */
  reboot(serverId: string, token: string, signal: AbortSignal): Promise<Observed>;
  /** Replaces the machine's rules; effective within a second of the answer. @throws EngineError gone */
  applyFirewall(serverId: string, rules: readonly MachineFirewallRule[], signal: AbortSignal): Promise<void>;
  /**
   * Of an engine that can forward ports of a host to its machines (`MachineSpec.forwards`): replaces those of a machine that runs.
   * @throws EngineError gone
   */
  readonly applyForwards?: (serverId: string, forwards: MachineForwards, signal: AbortSignal) => Promise<void>;

  /**
   * Saves the system disk of a machine that runs or is stopped, as it is at one moment between the call and `ready`; or
   * says what has become of the backup that has this id. The machine may be interrupted briefly. The work disk is not in
   * it. A backup outlives its machine. Of a machine that is anything else none is made: `absent`.
   */
  backup(serverId: string, backupId: string, signal: AbortSignal): Promise<ObservedBackup>;
  /** What is true of one backup now; `absent` when the engine has none by that id. */
  observeBackup(backupId: string, signal: AbortSignal): Promise<ObservedBackup>;
  /** Removes a backup, also one that is being made. Done when `absent`; machines made from it live on. */
  deleteBackup(backupId: string, signal: AbortSignal): Promise<ObservedBackup>;
  /** Every backup that carries Boreal's mark, also those no row knows. */
  listBackups(signal: AbortSignal): Promise<readonly ObservedBackup[]>;

  /**
   * A terminal of the machine: a shell for each who asks, several at a time. Of a machine that runs none for us it is the serial
   * line, which whoever opens it last takes over. Whoever opens one decides who may. It ends with the machine's boot.
   * @throws EngineError gone (no such machine, or it does not run: it is off, or frozen)
   */
  console(serverId: string, signal: AbortSignal): Promise<MachineConsole>;

  /** Samples in [from, to) every `stepSeconds`; moments without a measurement are left out of all four series alike. */
  metrics(serverId: string, window: MetricsWindow, signal: AbortSignal): Promise<readonly MetricsSample[]>;

  /**
   * What carries the mark of a server and has no machine: rules, disks, addresses that outlived it, because somebody removed the machine
   * by hand, or a removal was broken off. Also what belongs to a machine that is about to be made: whether a server needs it, only who
   * asks knows. @throws EngineSilent
   */
  leftovers(signal: AbortSignal): Promise<readonly Leftover[]>;
  /** Removes one, or the like of the same server. Done when it answers, also when it was gone. @throws EngineError unknown (there is a machine) */
  removeLeftover(leftover: Leftover, signal: AbortSignal): Promise<void>;

  /**
   * How many more machines of a size an engine that places by itself would make on a host now: a hint, for others may buy there, too.
   * Null: it cannot tell, or does not place: then Boreal counts.
   */
  capacity(size: MachineSize, hostName: string, signal: AbortSignal): Promise<number | null>;

  /**
   * Of an engine that can tell everything of a machine: how one that no row knows gets its row back. Null when there is none.
   * @throws EngineError timeout (its host does not answer)
   */
  readonly inspect?: (serverId: string, signal: AbortSignal) => Promise<MachineAsFound | null>;
  /** Of an engine whose hibernated machines lie on one host's own storage: those of this host, by server's id. */
  readonly hibernatedOn?: (hostName: string, signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Of an engine that keeps, for all that share our mark, who drives it: how a copy of our database learns that it is not the newest.
   * @throws EngineSilent
   */
  readonly holder?: HolderRecord;
  /** Of an engine that only knows what is now: measures every machine and keeps it for `metrics`. Called once a minute. */
  readonly measure?: (signal: AbortSignal) => Promise<void>;
  /**
   * Of an engine that tells what happens: ids of servers whose machine has changed, whoever changed it, until the signal
   * aborts. Only a hint to look at once; one that is lost is found by the next look. Ends by throwing when the line breaks.
   */
  readonly changes?: (signal: AbortSignal) => AsyncIterable<string>;
}

/** What one engine can and another cannot. What is bought, shown and promised follows from it. */
export interface EngineCan {
  /**
   * Who chooses where on a host a machine goes, and which of its GPUs it gets. `engine`: the host stands for a cloud, or a zone of
   * one; its GPUs are places without a device, and whether there is room is known for certain only once a machine is made.
   */
  readonly placement: 'boreal' | 'engine';
  /** To take a machine that is off to another host. Without it `relocate` throws `unknown`. */
  readonly relocation: boolean;
  /** Machines may get an IPv6 address. */
  readonly ipv6: boolean;
  /** Unless a pool has chosen otherwise. `scratch`: it is empty after a hibernation. */
  readonly workDisk: 'kept' | 'scratch';
  /** What a pool may choose for its servers' disks, the engine's own choice first. Empty: the engine makes them in one way only. */
  readonly systemDisks: readonly SystemDisk[];
  readonly workDisks: readonly WorkDisk[];
  /** Without it `metrics` answers nothing. */
  readonly metrics: boolean;
  /** What `console` opens: a shell, where the guest is one that we can start one in; a serial line only; nothing, always `gone`. */
  readonly console: 'shell' | 'line' | 'none';
}

/** Of an engine on which Boreal places and that lacks nothing. */
export const fullTraits: EngineCan = {
  placement: 'boreal',
  relocation: true,
  ipv6: true,
  workDisk: 'kept',
  systemDisks: [],
  workDisks: [],
  metrics: true,
  console: 'shell',
};

/** `flavor`: on the disk that comes with the machine. `volume`: one of a storage of its own. */
export type SystemDisk = 'flavor' | 'volume';
/** `ephemeral`: comes with the machine, and is empty after a hibernation. */
export type WorkDisk = 'volume' | 'ephemeral';

/** How long a guest may take to shut down before its machine is switched off: as long as systemd leaves a service. */
export const GUEST_GRACE_MS = 90_000;

/** What kind of machine a pool's servers are. */
export type MachineType = 'container' | 'vm';

export interface MachineSpec {
  readonly serverId: string;
  readonly name: string;
  readonly hostName: string;
  readonly machineType: MachineType;
  readonly gpuModel: string;
  /** False in a pool that has none: its `gpus` are places, and the machine gets no GPU. */
  readonly withGpus: boolean;
  /** Which cards of the host the machine gets. */
  readonly gpus: readonly MachineGpu[];
  readonly vcores: number;
  readonly ramGb: number;
  readonly storageGb: number;
  readonly localStorageGb: number;
  /** Null: as the engine does by itself, and where it makes disks in one way only. */
  readonly systemDisk: SystemDisk | null;
  readonly workDisk: WorkDisk | null;
  /** The engine's own name of the image. */
  readonly image: string;
  readonly username: string;
  /** OpenSSH public key line installed for `username`. */
  readonly publicKey: string;
  readonly firewall: readonly MachineFirewallRule[];
  /** How it is reached where it has no public address of its own; null: by its own. Only engines with `applyForwards` are given any. */
  readonly forwards: MachineForwards | null;
  /** The machine holds a customer's data: when the engine has none by this id, fail with `gone` and make no empty one. */
  readonly mustExist: boolean;
  /** A new machine's system disk is that backup's instead of the image's. Means nothing for a machine that is made already. */
  readonly fromBackupId: string | null;
  /**
   * Whose it is and how it was sold, in Boreal's own words. The engine keeps it with the machine, where no guest reads or changes it,
   * as it was at the last start, and hands it back (`inspect`): money may be decided by it.
   */
  readonly record: string;
}

/** A machine with everything that its server's row would say of it. */
export interface MachineAsFound {
  readonly machine: Observed;
  /** Null where it carries none: it was made by hand, or by a Boreal that wrote none. */
  readonly record: string | null;
  /** The cards of its host that it has; none while it is hibernated. */
  readonly gpus: readonly MachineGpu[];
  /** The addresses that are set for it, whether it has run yet or not; null while it is hibernated. */
  readonly ipv4: string | null;
  readonly ipv6: string | null;
  readonly firewall: readonly MachineFirewallRule[];
  readonly forwards: MachineForwards | null;
  /** When it was last booted; null: never, or nobody knows. */
  readonly bootedAt: Date | null;
}

/** What a machine takes, without what it is. */
export interface MachineSize extends Pick<
  MachineSpec,
  'machineType' | 'gpuModel' | 'withGpus' | 'vcores' | 'ramGb' | 'storageGb' | 'localStorageGb' | 'systemDisk' | 'workDisk'
> {
  readonly gpuCount: number;
}

export interface MachineGpu {
  readonly slot: number;
  /** The engine's own name of the card; null: a place without a card, in a pool that has no GPUs. */
  readonly device: string | null;
}

export interface MachineConsole {
  /** `shell`: somebody is logged in, as the server's user or as root. `line`: the guest asks who is there, if it asks at all. */
  readonly kind: 'shell' | 'line';
  /** Bytes as a terminal sends and shows them; a guest waits while nobody reads. Destroying it closes the console and its shell. */
  readonly stream: Duplex;
  resize(size: { readonly columns: number; readonly rows: number }): void;
}

export interface MachineFirewallRule {
  readonly direction: FirewallDirection;
  readonly protocol: FirewallProtocol;
  readonly ethertype: 'IPv4' | 'IPv6';
  readonly cidr: string;
  /** Both null: every port (or icmp, which has none). */
  readonly portMin: number | null;
  readonly portMax: number | null;
}

/**
 * Ports of the host's address that lead to a machine. They hold while it runs, from its first packet; its firewall judges what comes
 * by them by its own ports, and sees where it comes from.
 */
export interface MachineForwards {
  /** The IPv4 address on the host at which they arrive. */
  readonly listenIp: string;
  readonly ports: readonly MachineForward[];
}

export interface MachineForward {
  readonly protocol: 'tcp' | 'udp';
  readonly publicPort: number;
  /** The machine's own. */
  readonly port: number;
}

export type MachinePower =
  | 'absent'
  | 'starting'
  | 'running'
  | 'rebooting'
  | 'stopping'
  | 'stopped'
  | 'hibernating'
  | 'hibernated'
  | 'deleting'
  /** The engine gave up, and the machine is off; `failure` says why. Asking again tries again. */
  | 'failed'
  /** The host does not answer: the machine may still run. */
  | 'unreachable';

export interface Observed {
  readonly serverId: string;
  readonly power: MachinePower;
  /** Null for a hibernated machine: it may wake anywhere. */
  readonly hostName: string | null;
  /** Of a hibernated machine, the host on whose storage its disks lie. */
  readonly disksOn?: string | null;
  /** Null until the machine first runs, and while it is hibernated or wakes. */
  readonly ipv4: string | null;
  readonly ipv6: string | null;
  /** The token of the last reboot that finished. */
  readonly rebootToken: string | null;
  readonly failure: EngineCause | null;
  /** The cloud was told to delete it, and keeps it for a while, with all that it has: who wants it asks for it, and is given it back. */
  readonly softDeleted?: true;
  /** Of an engine that chooses among its host's cards by itself: which of them the machine has. `list` says so, where it is known. */
  readonly devices?: readonly string[];
  /** Of an engine that gives a machine the cards that it is told to: those that it had at its last start. `list` says so, where it is known. */
  readonly startedWith?: readonly string[];
  /**
   * Where the engine knows how long what the machine is doing still takes, in product time: nobody needs to look before. Where its calls
   * wait for the machine: 0.
   */
  readonly readyInMs?: number;
}

export function absent(serverId: string): Observed {
  return { serverId, power: 'absent', hostName: null, ipv4: null, ipv6: null, rebootToken: null, failure: null };
}

export interface ObservedBackup {
  readonly backupId: string;
  readonly state: 'absent' | 'creating' | 'ready' | 'failed';
  /** Null until it is ready. */
  readonly sizeGb: number | null;
}

/** What outlived its machine. */
export interface Leftover {
  readonly kind: 'rules' | 'disk' | 'address' | 'port' | 'key' | 'image';
  /** The engine's own name of it; with its kind, no other's. */
  readonly name: string;
  readonly serverId: string;
  /** Where it is; null: on no host, or on any. */
  readonly hostName: string | null;
}

export interface MetricsWindow {
  readonly from: Date;
  readonly to: Date;
  readonly stepSeconds: number;
}

/** CPU and RAM in percent, network in bytes per second. */
export interface MetricsSample {
  readonly at: Date;
  readonly cpu: number;
  readonly ram: number;
  readonly networkIn: number;
  readonly networkOut: number;
}

/** The few reasons an engine may give; its own words go to the operator's log only. `gpu`: nobody but a card, or its driver, is to blame. */
export type EngineCause = 'no_capacity' | 'gpu' | 'quota' | 'image_missing' | 'timeout' | 'gone' | 'unknown';

/** A call that did not work. The work may have been done all the same: observe, then ask again. */
export class EngineError extends Error {
  readonly engineCause: EngineCause;

  constructor(engineCause: EngineCause, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.engineCause = engineCause;
  }
}

/**
 * Why an engine as a whole is not heard. `no_answer`: nobody is there, as when its box is down; its machines count as unreachable.
 * Of the others, machines may well run: `no_service`, something answers but does not serve us: it does not let us in, is no such
 * engine, or is not fit to work; `not_asked`, it could not be asked, for a reason on our own side; `fenced`, it is not ours to ask, since
 * another database of this installation drives it.
 */
export type EngineSilence = 'no_answer' | 'no_service' | 'not_asked' | 'fenced';

/** The engine as a whole is not heard. The message is for the operator: what is wrong, and what to do. */
export class EngineSilent extends EngineError {
  readonly silence: EngineSilence;

  constructor(silence: EngineSilence, message: string, options?: ErrorOptions) {
    super('timeout', message, options);
    this.silence = silence;
  }
}
