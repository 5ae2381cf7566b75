/** What a host's exporter reports about one GPU. */
export interface GpuReading {
  /** Its PCI address, in engines' notation: `0000:17:00.0`. */
  readonly device: string;
  /** NVIDIA's number for the last error that the driver reported; 0: none. */
  readonly xid: number;
  /** Uncorrectable memory errors since the driver was loaded. */
  readonly eccErrors: number;
  /** A faulty memory row could not be replaced by a spare one. */
  readonly rowRemapFailed: boolean;
  /** Repeated PCIe transfers (replays) since the driver was loaded; null if the exporter does not count them. */
  readonly replays: number | null;
}

/**
 * Reads a host's exporter, by its engine and the engine's name for the host. Throws on any problem with the exporter itself, which says
 * nothing about GPUs.
 */
export type GpuExporter = (host: { readonly engine: string; readonly name: string }, signal: AbortSignal) => Promise<readonly GpuReading[]>;
