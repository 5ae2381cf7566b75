import type {
  Engine,
  EngineError,
  MachineFirewallRule,
  MachineForwards,
  MachinePower,
  MachineSpec,
  MetricsWindow,
  Observed,
  ObservedBackup,
} from './engine.ts';

/** What the conformance suite needs from the engine under test. Tests of optional members that are absent are skipped. */
export interface ConformanceKit {
  readonly engine: Engine;
  /** Another process connected to the same engine. */
  again(): Engine;
  /** A suitable spec: an unused id, on a host that answers, with a free GPU. */
  makeSpec(overrides?: Partial<MachineSpec>): MachineSpec;
  /** Lets time pass until the machine is in this state; throws if it does not get there. */
  until(serverId: string, power: MachinePower): Promise<Observed>;
  /** Repeats the call while time passes, as the worker does, until the machine is there; throws if it does not get there. */
  untilDone(ask: () => Promise<Observed>, isThere: (machine: Observed) => boolean): Promise<Observed>;
  /** Lets time pass until the backup is in this state; throws if it does not get there. */
  untilBackup(backupId: string, state: ObservedBackup['state']): Promise<ObservedBackup>;
  /** Lets the running machine be measured for a while; returns a window that also covers the time before it was made. */
  measured(serverId: string): Promise<MetricsWindow>;
  close(): Promise<void>;

  /** The rules that the machine actually enforces now. */
  readonly firewallOf?: (serverId: string) => Promise<readonly MachineFirewallRule[] | null>;
  /** An address of the host at which ports can be forwarded. */
  readonly listenIp?: string;
  /** Someone else assigns addresses: the next one may, by chance, be the one just released. */
  readonly addressesByChance?: true;
  /** The hosts to which such machines can be moved; all of them by default. */
  readonly movesTo?: (hostName: string) => boolean;
  /** The host's ports that are actually forwarded to the machine now; null if none are. */
  readonly forwardsOf?: (serverId: string) => Promise<MachineForwards | null>;
  /** Makes a machine with Boreal's mark behind Boreal's back. */
  readonly plantOrphan?: (serverId: string, hostName: string) => Promise<void>;
  /** The contents of disks, where a test can access them: a text represents all of a disk's content. */
  readonly disks?: {
    write(serverId: string, disk: 'system' | 'work', text: string): Promise<void>;
    read(serverId: string, disk: 'system' | 'work'): Promise<string | null>;
  };
  /** Makes a backup with Boreal's mark behind Boreal's back. */
  readonly plantBackup?: (backupId: string) => Promise<void>;
  /** Leaves behind what a machine of that server may have had: at least rules and a disk. */
  readonly plantLeftover?: (serverId: string) => Promise<void>;
  readonly faults?: {
    /** The machine's next backup ends in `failed`. */
    readonly nextBackupFails?: (serverId: string) => Promise<void>;
    /** The machine's next boot ends in `failed`. */
    readonly nextBootFails?: (serverId: string) => Promise<void>;
    /** The machine's next such call does its work and then throws an EngineError. */
    readonly nextAnswerLost?: (
      call: 'ensureRunning' | 'ensureStopped' | 'ensureHibernated' | 'ensureGone' | 'reboot' | 'backup',
      serverId: string,
    ) => Promise<void>;
    readonly lostHosts?: {
      hostLost(hostName: string): Promise<void>;
      hostBack(hostName: string): Promise<void>;
    };
    /** Silences the engine as a whole, while its machines keep running. */
    readonly wholeEngine?: {
      down(): Promise<void>;
      back(): Promise<void>;
    };
    /** Specs for the same machine, on a dead GPU and on a working one. */
    readonly deadCard?: (spec: MachineSpec) => Promise<{ readonly dead: MachineSpec; readonly working: MachineSpec }>;
    /** The storage of a host, which has no room for another machine. */
    readonly fullDisk?: {
      full(hostName: string): Promise<void>;
      cleared(hostName: string): Promise<void>;
    };
    readonly guestPowersOff?: (serverId: string) => Promise<void>;
    /** The machine's guest ignores every request to shut down, in this boot and later ones. */
    readonly guestNeverEnds?: (serverId: string) => Promise<void>;
  };
}

/** For assert.rejects: an EngineError, with this cause if one is given. */
export function engineError(engineCause?: EngineError['engineCause']): { name: string; engineCause?: EngineError['engineCause'] } {
  return { name: 'EngineError', ...(engineCause && { engineCause }) };
}
