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

/** What the conformance suite needs of an engine under test. What an engine cannot be made to do is left out and skipped. */
export interface ConformanceKit {
  readonly engine: Engine;
  /** Another process on the same world. */
  again(): Engine;
  /** A machine that fits: an id never used before, on a host that answers, with a card nobody holds. */
  makeSpec(overrides?: Partial<MachineSpec>): MachineSpec;
  /** Lets time pass until the machine is there; throws when it does not get there. */
  until(serverId: string, power: MachinePower): Promise<Observed>;
  /** Asks again and again while time passes, as the worker does, until the machine is there; throws when it does not get there. */
  untilDone(ask: () => Promise<Observed>, isThere: (machine: Observed) => boolean): Promise<Observed>;
  /** Lets time pass until the backup is there; throws when it does not get there. */
  untilBackup(backupId: string, state: ObservedBackup['state']): Promise<ObservedBackup>;
  /** Lets the running machine be measured for a while; answers a window that also covers the time before it was made. */
  measured(serverId: string): Promise<MetricsWindow>;
  close(): Promise<void>;

  /** The rules the machine really enforces now. */
  readonly firewallOf?: (serverId: string) => Promise<readonly MachineFirewallRule[] | null>;
  /** An address of the host at which ports can be forwarded. */
  readonly listenIp?: string;
  /** Addresses are handed out by somebody else: the next may be, by chance, the one that was given up. */
  readonly addressesByChance?: true;
  /** The hosts to which machines like these can be moved; all of them, unless said. */
  readonly movesTo?: (hostName: string) => boolean;
  /** The ports of the host that really lead to the machine now; null when none do. */
  readonly forwardsOf?: (serverId: string) => Promise<MachineForwards | null>;
  /** Makes a machine with Boreal's mark behind Boreal's back. */
  readonly plantOrphan?: (serverId: string, hostName: string) => Promise<void>;
  /** What disks hold, where a test can reach into them: a text in place of all their content. */
  readonly disks?: {
    write(serverId: string, disk: 'system' | 'work', text: string): Promise<void>;
    read(serverId: string, disk: 'system' | 'work'): Promise<string | null>;
  };
  /** Makes a backup with Boreal's mark behind Boreal's back. */
  readonly plantBackup?: (backupId: string) => Promise<void>;
  /** Leaves behind what a machine of that server may have had: rules and a disk at least. */
  readonly plantLeftover?: (serverId: string) => Promise<void>;
  readonly faults?: {
    /** The machine's next backup ends in `failed`. */
    readonly nextBackupFails?: (serverId: string) => Promise<void>;
    /** The machine's next boot ends in `failed`. */
    readonly nextBootFails?: (serverId: string) => Promise<void>;
    /** The next such call on the machine does its work and throws an EngineError. */
    readonly nextAnswerLost?: (
      call: 'ensureRunning' | 'ensureStopped' | 'ensureHibernated' | 'ensureGone' | 'reboot' | 'backup',
      serverId: string,
    ) => Promise<void>;
    readonly lostHosts?: {
      hostLost(hostName: string): Promise<void>;
      hostBack(hostName: string): Promise<void>;
    };
    /** The engine as a whole, with its machines running on. */
    readonly wholeEngine?: {
      down(): Promise<void>;
      back(): Promise<void>;
    };
    /** The same machine, on a card that is dead and on another that works. */
    readonly deadCard?: (spec: MachineSpec) => Promise<{ readonly dead: MachineSpec; readonly working: MachineSpec }>;
    /** The storage of a host, which has no room for another machine. */
    readonly fullDisk?: {
      full(hostName: string): Promise<void>;
      cleared(hostName: string): Promise<void>;
    };
    readonly guestPowersOff?: (serverId: string) => Promise<void>;
    /** The machine's guest ignores every call to shut down, in this boot and later ones. */
    readonly guestNeverEnds?: (serverId: string) => Promise<void>;
  };
}

/** For assert.rejects: an EngineError, with this cause when one is given. */
export function engineError(engineCause?: EngineError['engineCause']): { name: string; engineCause?: EngineError['engineCause'] } {
  return { name: 'EngineError', ...(engineCause && { engineCause }) };
}
