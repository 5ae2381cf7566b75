import type { Duplex } from 'node:stream';
import type { MoveMinutes } from '@boreal/contract/servers/moves.ts';
import type { AnswerLimits } from './answer-limits.ts';
import type { EngineHost } from './engine-hosts.ts';
import type { HolderRecord } from './holder-record.ts';
import type { FirewallDirection, FirewallProtocol } from '@boreal/contract/servers/firewall.ts';

/**
 * The engine port: what Boreal requires of whatever makes machines.
 *
 * Every call is idempotent by the server's id: repeating it, even after a lost answer, changes nothing more. An engine reports what *is*
 * (`Observed`), never what was requested, and may need several calls over time to get there: `ensure…` starts the work if it has not begun
 * and returns the current state. A machine that no longer exists is a success for `ensureGone`; the other calls return `absent` for it and
 * make nothing. A new `ensure…` redirects a transition in progress, except `deleting`. A guest that is to stop is asked to shut down and
 * forced after `GUEST_GRACE_MS`, however many calls and processes fall into that time; one that is to be deleted is not asked. On a host
 * that does not answer, every call throws `timeout`, except `observe` and `list`, which report `unreachable`. While the engine as a whole
 * is silent, `hosts`, `list` and `leftovers` throw `EngineSilent`, and the others throw `timeout`, except `observe`, which reports
 * `unreachable` if nothing answers. Calls may take seconds, honour `signal`, and are never made inside a database transaction.
 */
export interface Engine {
  readonly name: string;
  /** What the engine can and cannot do. */
  readonly can: EngineCan;
  /** How long its operations may take, in minutes of product time, before Boreal gives up on them. */
  readonly limits: MoveMinutes;
  /** How long callers wait for its answers. */
  readonly answers: AnswerLimits;

  /** The hosts the engine can place machines on, and whether each answers now. @throws EngineSilent */
  hosts(signal: AbortSignal): Promise<readonly EngineHost[]>;
  /** The current state of one machine; `absent` if the engine has none by that id. */
  observe(serverId: string, signal: AbortSignal): Promise<Observed>;
  /** Every machine with Boreal's mark, including those without a database row (orphans). @throws EngineSilent */
  list(signal: AbortSignal): Promise<readonly Observed[]>;

  /**
   * Makes, boots or resumes the machine on `spec.hostName`. Ready when `power` is `running`: if another machine had its GPUs, they were
   * cleaned (where the operator configured how), and a new machine has exactly the GPUs that were sold. Firewall rules apply from the first
   * packet; only `applyFirewall` changes those of a running machine.
   * @throws EngineError no_capacity (no such host or GPU, or another machine has it; if the engine does the placement: there is no room) ·
   * gpu (a GPU of the spec cannot be given to it: missing, broken) · gone (`mustExist`) · image_missing (`fromBackupId` is not ready)
   */
  ensureRunning(spec: MachineSpec, signal: AbortSignal): Promise<Observed>;
  /** Powers the machine off, keeping disks and addresses. */
  ensureStopped(serverId: string, signal: AbortSignal): Promise<Observed>;
  /** Powers the machine off and releases its addresses and GPUs, but keeps its disks. Done when this call returns `hibernated`. */
  ensureHibernated(serverId: string, signal: AbortSignal): Promise<Observed>;
  /**
   * Destroys the machine and its disks. Done when this call returns `absent`: to an observer the machine may seem gone while its rules,
   * disks and addresses still exist.
   */
  ensureGone(serverId: string, signal: AbortSignal): Promise<Observed>;
  /**
   * Moves a stopped or hibernated machine to `spec.hostName` and `spec.gpus`, with its disks and, if usable there, its addresses; it stays
   * off. Disks may take long: call again while it returns `moving`. Resuming a machine on another host needs no such call.
   * @throws EngineError gone · no_capacity · unknown (it is not off)
   */
  relocate(spec: MachineSpec, signal: AbortSignal): Promise<'there' | 'moving'>;
  /**
   * Restarts a machine once per `token`, or boots one that is stopped or failed. Done when `power` is `running` and `rebootToken` equals
   * it; only the last completed token is remembered.
   */
  reboot(serverId: string, token: string, signal: AbortSignal): Promise<Observed>;
  /** Replaces the machine's rules, with effect within a second of the answer. @throws EngineError gone */
  applyFirewall(serverId: string, rules: readonly MachineFirewallRule[], signal: AbortSignal): Promise<void>;
  /**
   * Only for engines that can forward a host's ports to its machines (`MachineSpec.forwards`): replaces those of a running machine.
   * @throws EngineError gone
   */
  readonly applyForwards?: (serverId: string, forwards: MachineForwards, signal: AbortSignal) => Promise<void>;

  /**
   * Saves the system disk of a running or stopped machine, as of one moment between the call and `ready`, or reports the state of the
   * backup with this id. It may interrupt the machine briefly, and does not include the work disk. A backup outlives its machine. In any
   * other state of the machine no backup is made: `absent`.
   */
  backup(serverId: string, backupId: string, signal: AbortSignal): Promise<ObservedBackup>;
  /** The current state of one backup; `absent` if the engine has none by that id. */
  observeBackup(backupId: string, signal: AbortSignal): Promise<ObservedBackup>;
  /** Removes a backup, even one that is being made. Done when `absent`; machines made from it are unaffected. */
  deleteBackup(backupId: string, signal: AbortSignal): Promise<ObservedBackup>;
  /** Every backup with Boreal's mark, including those without a database row. */
  listBackups(signal: AbortSignal): Promise<readonly ObservedBackup[]>;

  /**
   * A terminal of the machine: a new shell for each caller, several at a time. If Boreal cannot run one in the machine, it is the serial
   * line, which the latest caller takes over. The caller decides who may open one. It ends when the machine stops or reboots.
   * @throws EngineError gone (no such machine, or it does not run: it is off, or frozen)
   */
  console(serverId: string, signal: AbortSignal): Promise<MachineConsole>;

  /** Samples in [from, to) every `stepSeconds`; moments without a measurement are missing from all four series. */
  metrics(serverId: string, window: MetricsWindow, signal: AbortSignal): Promise<readonly MetricsSample[]>;

  /**
   * What carries a server's mark but has no machine: rules, disks and addresses that outlived it, because someone removed the machine by
   * hand or a removal was interrupted. Includes what belongs to a machine about to be made: only the caller knows whether a server needs
   * it. @throws EngineSilent
   */
  leftovers(signal: AbortSignal): Promise<readonly Leftover[]>;
  /**
   * Removes one leftover, or others like it of the same server. Done when it returns, also if it was already gone. @throws EngineError
   * unknown (there is a machine)
   */
  removeLeftover(leftover: Leftover, signal: AbortSignal): Promise<void>;

  /**
   * If the engine does the placement: how many more machines of a size it would make on a host now. Only a hint, since others may take
   * capacity there too. Null: the engine cannot tell, or does not do the placement: then Boreal counts.
   */
  capacity(size: MachineSize, hostName: string, signal: AbortSignal): Promise<number | null>;

  /**
   * Only for engines that know everything about a machine: restores the row of a machine that has none. Null if there is no machine.
   * @throws EngineError timeout (its host does not answer)
   */
  readonly inspect?: (serverId: string, signal: AbortSignal) => Promise<MachineAsFound | null>;
  /** Only for engines whose hibernated machines are on one host's own storage: those of this host, by server id. */
  readonly hibernatedOn?: (hostName: string, signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Only for engines that record, for all who share Boreal's mark, which database drives them: how a copy of the database learns that it is
   * not the newest.
   * @throws EngineSilent
   */
  readonly holder?: HolderRecord;
  /** Only for engines that know just the present: measures every machine and stores the results for `metrics`. Called once a minute. */
  readonly measure?: (signal: AbortSignal) => Promise<void>;
  /**
   * Only for engines that report events: ids of servers whose machine has changed, whoever changed it, until the signal aborts. Only a hint
   * to look at once; the next regular look finds what was missed. Ends by throwing when the connection breaks.
   */
  readonly changes?: (signal: AbortSignal) => AsyncIterable<string>;
}

/** How engines differ in what they can do. What can be bought, shown and promised follows from it. */
export interface EngineCan {
  /**
   * Who chooses a machine's place on a host, and which of its GPUs it gets. `engine`: the host represents a cloud, or a zone of one; its
   * GPUs are slots without a device, and whether there is room is certain only once a machine is made.
   */
  readonly placement: 'boreal' | 'engine';
  /** Can move a machine that is off to another host. Otherwise `relocate` throws `unknown`. */
  readonly relocation: boolean;
  /** Machines may get an IPv6 address. */
  readonly ipv6: boolean;
  /** The default, unless a pool chooses otherwise. `scratch`: it is empty after hibernation. */
  readonly workDisk: 'kept' | 'scratch';
  /** What a pool may choose for its servers' system disks, the engine's default first. Empty: the engine has only one way to make them. */
  readonly systemDisks: readonly SystemDisk[];
  readonly workDisks: readonly WorkDisk[];
  /** Otherwise `metrics` returns nothing. */
  readonly metrics: boolean;
  /** What `console` opens: a shell, if Boreal can start one in the guest; only a serial line; or nothing, always `gone`. */
  readonly console: 'shell' | 'line' | 'none';
}

/** An engine with Boreal's own placement and every capability. */
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

/** `flavor`: the disk that comes with the machine. `volume`: one on separate storage. */
export type SystemDisk = 'flavor' | 'volume';
/** `ephemeral`: comes with the machine, and is empty after hibernation. */
export type WorkDisk = 'volume' | 'ephemeral';

/** How long a guest may take to shut down before its machine is forced off: the same as systemd allows a service. */
export const GUEST_GRACE_MS = 90_000;

/** What kind of machine a pool's servers are. */
export type MachineType = 'container' | 'vm';

export interface MachineSpec {
  readonly serverId: string;
  readonly name: string;
  readonly hostName: string;
  readonly machineType: MachineType;
  readonly gpuModel: string;
  /** False in a pool without GPUs: its `gpus` are slots, and the machine gets no GPU. */
  readonly withGpus: boolean;
  /** The host's GPUs that the machine gets. */
  readonly gpus: readonly MachineGpu[];
  readonly vcores: number;
  readonly ramGb: number;
  readonly storageGb: number;
  readonly localStorageGb: number;
  /** Null: the engine's default, or its only way of making disks. */
  readonly systemDisk: SystemDisk | null;
  readonly workDisk: WorkDisk | null;
  /** The engine's own name for the image. */
  readonly image: string;
  readonly username: string;
  /** OpenSSH public key line installed for `username`. */
  readonly publicKey: string;
  readonly firewall: readonly MachineFirewallRule[];
  /** How it is reached without a public address of its own; null: by its own. Only engines with `applyForwards` receive any. */
  readonly forwards: MachineForwards | null;
  /** The machine holds a customer's data: if the engine has none by this id, fail with `gone` instead of making an empty one. */
  readonly mustExist: boolean;
  /** A new machine's system disk comes from that backup instead of the image. Ignored for an existing machine. */
  readonly fromBackupId: string | null;
  /**
   * Whose the machine is and how it was sold, in Boreal's format. The engine stores it with the machine, where no guest can read or change
   * it, as of the last start, and returns it from `inspect`: decisions about money may depend on it.
   */
  readonly record: string;
}

/** A machine, with everything that its server's row would contain. */
export interface MachineAsFound {
  readonly machine: Observed;
  /** Null if it has none: it was made by hand, or by a Boreal that wrote none. */
  readonly record: string | null;
  /** The GPUs it has on its host; none while it is hibernated. */
  readonly gpus: readonly MachineGpu[];
  /** The addresses configured for it, whether or not it has run yet; null while it is hibernated. */
  readonly ipv4: string | null;
  readonly ipv6: string | null;
  readonly firewall: readonly MachineFirewallRule[];
  readonly forwards: MachineForwards | null;
  /** When it was last booted; null: never, or unknown. */
  readonly bootedAt: Date | null;
}

/** The resources that a machine takes, without its identity. */
export interface MachineSize extends Pick<
  MachineSpec,
  'machineType' | 'gpuModel' | 'withGpus' | 'vcores' | 'ramGb' | 'storageGb' | 'localStorageGb' | 'systemDisk' | 'workDisk'
> {
  readonly gpuCount: number;
}

export interface MachineGpu {
  readonly slot: number;
  /** The engine's own name for the GPU; null: a slot without a GPU, in a pool without GPUs. */
  readonly device: string | null;
}

export interface MachineConsole {
  /** `shell`: already logged in, as the server's user or as root. `line`: the guest asks for a login, if it asks at all. */
  readonly kind: 'shell' | 'line';
  /** Terminal bytes in both directions; the guest waits while nobody reads. Destroying the stream closes the console and its shell. */
  readonly stream: Duplex;
  resize(size: { readonly columns: number; readonly rows: number }): void;
}

export interface MachineFirewallRule {
  readonly direction: FirewallDirection;
  readonly protocol: FirewallProtocol;
  readonly ethertype: 'IPv4' | 'IPv6';
  readonly cidr: string;
  /** Both null: every port (or ICMP, which has none). */
  readonly portMin: number | null;
  readonly portMax: number | null;
}

/**
 * Ports of the host's address that are forwarded to a machine. They apply while it runs, from its first packet; its firewall filters this
 * traffic by the machine's own ports, and sees the real source address.
 */
export interface MachineForwards {
  /** The host's IPv4 address on which they arrive. */
  readonly listenIp: string;
  readonly ports: readonly MachineForward[];
}

export interface MachineForward {
  readonly protocol: 'tcp' | 'udp';
  readonly publicPort: number;
  /** The port on the machine. */
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
  /** The engine gave up, and the machine is off; `failure` says why. Repeating the call tries again. */
  | 'failed'
  /** The host does not answer: the machine may still run. */
  | 'unreachable';

export interface Observed {
  readonly serverId: string;
  readonly power: MachinePower;
  /** Null for a hibernated machine: it may resume anywhere. */
  readonly hostName: string | null;
  /** For a hibernated machine: the host whose storage has its disks. */
  readonly disksOn?: string | null;
  /** Null until the machine first runs, and while it is hibernated or resuming. */
  readonly ipv4: string | null;
  readonly ipv6: string | null;
  /** The token of the last completed reboot. */
  readonly rebootToken: string | null;
  readonly failure: EngineCause | null;
  /** The cloud was told to delete it but keeps it for a while, with everything it has: asking for it restores it. */
  readonly softDeleted?: true;
  /** Only for engines that choose among their host's GPUs: which ones the machine has. Reported by `list`, if known. */
  readonly devices?: readonly string[];
  /** Only for engines that give a machine exactly the GPUs requested: those of its last start. Reported by `list`, if known. */
  readonly startedWith?: readonly string[];
  /**
   * If the engine knows how much longer the machine's current operation takes, in product time: no look is needed before. If its calls wait
   * for the machine: 0.
   */
  readonly readyInMs?: number;
}

export function absent(serverId: string): Observed {
  return { serverId, power: 'absent', hostName: null, ipv4: null, ipv6: null, rebootToken: null, failure: null };
}

export interface ObservedBackup {
  readonly backupId: string;
  readonly state: 'absent' | 'creating' | 'ready' | 'failed';
  /** Null until the backup is ready. */
  readonly sizeGb: number | null;
}

/** Something that outlived its machine. */
export interface Leftover {
  readonly kind: 'rules' | 'disk' | 'address' | 'port' | 'key' | 'image';
  /** The engine's own name for it, unique among its kind. */
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

/**
 * The few causes that an engine may give; its own words go only to the operator's log. `gpu`: only a GPU or its driver can be at fault.
 */
export type EngineCause = 'no_capacity' | 'gpu' | 'quota' | 'image_missing' | 'timeout' | 'gone' | 'unknown';

/** A call that failed. The work may still have been done: observe, then call again. */
export class EngineError extends Error {
  readonly engineCause: EngineCause;

  constructor(engineCause: EngineCause, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.engineCause = engineCause;
  }
}

/**
 * Why an engine as a whole is silent. `no_answer`: nothing answers, as when its machine is down; its machines count as unreachable. With
 * the others, machines may well be running: `no_service`, something answers but does not serve Boreal: it denies access, is no such engine,
 * or is not fit for use; `not_asked`, it could not be asked, for a reason on Boreal's side; `fenced`, Boreal must not ask it, because
 * another database of this installation drives it.
 */
export type EngineSilence = 'no_answer' | 'no_service' | 'not_asked' | 'fenced';

/** The engine as a whole is silent. The message tells the operator what is wrong and what to do. */
export class EngineSilent extends EngineError {
  readonly silence: EngineSilence;

  constructor(silence: EngineSilence, message: string, options?: ErrorOptions) {
    super('timeout', message, options);
    this.silence = silence;
  }
}
