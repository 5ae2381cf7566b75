import type { HostStock } from '../capacity.rules.ts';

/** For tests: the GPUs of a model's stock. */
export interface GpusInStock {
  /** The most free GPUs on any one host. */
  readonly largestFree: number;
  readonly totalFree: number;
  /** The most that on-demand servers may have on any one host. */
  readonly largestOnDemand: number;
}

/** Undefined for a model without a host that accepts machines. */
export function gpusInStock(hosts: readonly HostStock[] | undefined): GpusInStock | undefined {
  return (
    hosts && {
      largestFree: Math.max(...hosts.map(({ free }) => free.gpus)),
      totalFree: hosts.reduce((sum, { free }) => sum + free.gpus, 0),
      largestOnDemand: Math.max(...hosts.map(({ onDemand }) => onDemand.gpus)),
    }
  );
}
