import type { PlanId } from './history.ts';

/** A price that an operator set; in force from `from` on, unless it was withdrawn or another came after it. */
export interface PriceNote {
  readonly plan: PlanId;
  readonly accountId: string | null;
  /** Null: the account's own price ends, and the list price is in force again. */
  readonly micros: bigint | null;
  readonly from: Date;
  readonly setAt: Date;
}

export interface LimitNote {
  /** An account, a server or a key. */
  readonly of: string;
  readonly at: Date;
  readonly month: bigint | null;
  readonly day: bigint | null;
  /** Of keys: what all its servers, and each of them, may cost in an hour. */
  readonly total?: bigint | null;
  readonly server?: bigint | null;
}

/** A stretch of time in which the worker was let pass. `calm`: nothing was broken, and all parts of it worked. */
export interface Tick {
  readonly from: Date;
  readonly to: Date;
  readonly calm: boolean;
}

/** What was requested and set, recorded by the requester: all that the model knows besides what everybody can see. */
export interface Notes {
  readonly start: Date;
  readonly prices: PriceNote[];
  /** Credit given and taken by hand. */
  readonly grants: { readonly accountId: string; readonly micros: bigint; readonly at: Date }[];
  readonly limits: LimitNote[];
  /** Auto-reload, as it was set. */
  readonly reloads: {
    readonly accountId: string;
    readonly at: Date;
    readonly enabled: boolean;
    readonly amount: bigint;
    readonly month: bigint | null;
  }[];
  readonly suspensions: { readonly accountId: string; readonly at: Date; readonly suspended: boolean }[];
  /** Backup options, as they were set. */
  readonly options: { readonly serverId: string; readonly at: Date; readonly enabled: boolean }[];
  /** When the meter last had billed everything. */
  readonly meterRuns: Date[];
  /** When it began to, also where it was cut off. */
  readonly meterTries: Date[];
  readonly ticks: Tick[];
  /** Whether a host was ever drained. */
  draining: boolean;
  /** Hosts that were lost, or answer again; the engine as a whole is `ANY_HOST`. */
  readonly lost: { readonly host: string; readonly at: Date; readonly lost: boolean }[];
  /** What was written on the disks of servers. */
  readonly disks: Map<string, string>;
  /** What should not have been possible: seen while the history went on. */
  readonly wrong: string[];
}

export const ANY_HOST = '*';

export function emptyNotes(start: Date): Notes {
  return {
    start,
    prices: [],
    grants: [],
    limits: [],
    reloads: [],
    suspensions: [],
    options: [],
    meterRuns: [start],
    meterTries: [],
    ticks: [],
    draining: false,
    lost: [],
    disks: new Map(),
    wrong: [],
  };
}
