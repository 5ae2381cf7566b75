import type { MetricsSample, MetricsWindow } from './engine.ts';

// What an engine that has no memory of its own needs kept for it. Wire gives it the tables of core.

/** Kinds of engines whose machines get their addresses from this book: pools of theirs sell no more servers than there are addresses. */
export const engineKindsWithBook: readonly string[] = ['incus'];

/** Kinds of engines that forward ports of a host to its machines (`applyForwards`): the servers of a host of theirs may share an address. */
export const engineKindsWithForwards: readonly string[] = ['incus', 'simulated'];

/** Who has which address. An address has one holder; it is nobody's again only when it was released. */
export interface AddressBook {
  /**
   * The addresses of a server's machine on a host: those it holds, or free ones that it holds from now on. Those that were
   * released last come last, so that nobody is called by who had an address before.
   * @throws EngineError no_capacity
   */
  hold(serverId: string, hostName: string): Promise<HeldAddresses>;
  /** The machine can be reached by its addresses no more: they may be given to others. */
  release(serverId: string): Promise<void>;
}

export interface HeldAddresses {
  readonly ipv4: string;
  /** Null where the operator has given none. */
  readonly ipv6: string | null;
}

/** Longer than this between two readings, nobody measured: what the machine did meanwhile is not told. */
export const READING_GAP_SECONDS = 300;

/** What machines' counters showed. */
export interface ReadingBook {
  /** Of two readings of a machine at the same moment one is kept. */
  add(readings: readonly Reading[]): Promise<void>;
  /**
   * Rates between two neighbouring readings, averaged over each step of the window. Counters that went down are those of another
   * boot, and say nothing of the time before.
   */
  samples(serverId: string, window: MetricsWindow): Promise<readonly MetricsSample[]>;
}

/** A machine's counters at a moment; they begin again at zero when it boots. */
export interface Reading {
  readonly serverId: string;
  readonly at: Date;
  /** CPU time used by all its processors, seconds. */
  readonly cpuSeconds: number;
  readonly vcores: number;
  readonly memoryTotalBytes: number;
  readonly memoryFreeBytes: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}
