import type { MetricsSample, MetricsWindow } from './engine.ts';

// What an engine without storage of its own needs stored for it. Wire gives it core's tables.

/** Kinds of engines whose machines get their addresses from this book: their pools sell no more servers than there are addresses. */
export const engineKindsWithBook: readonly string[] = ['incus'];

/** Kinds of engines that forward a host's ports to its machines (`applyForwards`): the servers of such a host may share an address. */
export const engineKindsWithForwards: readonly string[] = ['incus', 'simulated'];

/** Who has which address. An address has one holder, and becomes free only when it is released. */
export interface AddressBook {
  /**
   * The addresses of a server's machine on a host: those it already holds, or free ones that it holds from now on. Recently released ones
   * come last, so that the previous holder's callers do not reach a new machine.
   * @throws EngineError no_capacity
   */
  hold(serverId: string, hostName: string): Promise<HeldAddresses>;
  /** Releases a machine's addresses once it can no longer be reached by them: others may get them. */
  release(serverId: string): Promise<void>;
}

export interface HeldAddresses {
  readonly ipv4: string;
  /** Null if the operator has provided none. */
  readonly ipv6: string | null;
}

/** If two readings are further apart, nothing measured in between: no values are reported for that time. */
export const READING_GAP_SECONDS = 300;

/** The values of machines' counters. */
export interface ReadingBook {
  /** Of two readings of a machine at the same moment only one is kept. */
  add(readings: readonly Reading[]): Promise<void>;
  /**
   * Rates between two consecutive readings, averaged over each step of the window. Counters that decreased belong to another boot, and say
   * nothing about the time before.
   */
  samples(serverId: string, window: MetricsWindow): Promise<readonly MetricsSample[]>;
}

/** A machine's counters at a moment; they start at zero when it boots. */
export interface Reading {
  readonly serverId: string;
  readonly at: Date;
  /** CPU time used by all its processors, in seconds. */
  readonly cpuSeconds: number;
  readonly vcores: number;
  readonly memoryTotalBytes: number;
  readonly memoryFreeBytes: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}
