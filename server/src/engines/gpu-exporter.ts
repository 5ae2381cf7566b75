/** What a host's exporter says of one GPU. */
export interface GpuReading {
  /** Its PCI address, as engines write it: `0000:17:00.0`. */
  readonly device: string;
  /** NVIDIA's number of the last error that the driver reported; 0: none. */
  readonly xid: number;
  /** Memory errors that could not be corrected, since the driver was loaded. */
  readonly eccErrors: number;
  /** A broken row of memory could not be replaced by a spare one. */
  readonly rowRemapFailed: boolean;
  /** Transfers over PCIe that were repeated, since the driver was loaded; null where the exporter does not count them. */
  readonly replays: number | null;
}

/**
 * Reads the exporter of a host, by its engine and the engine's name of it. Whatever is wrong with the exporter is thrown: it says nothing
 * about GPUs.
 */
export type GpuExporter = (host: { readonly engine: string; readonly name: string }, signal: AbortSignal) => Promise<readonly GpuReading[]>;
