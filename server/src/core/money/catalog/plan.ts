/** A machine size for sale, as the catalog stores it. Sizes are per server, all its GPUs together. */
export interface Plan {
  readonly id: string;
  readonly gpuModel: string;
  readonly modelName: string;
  readonly memoryGb: number;
  readonly gpuCount: number;
  readonly spot: boolean;
  readonly hourlyOnly: boolean;
  readonly vcores: number;
  readonly ramGb: number;
  readonly storageGb: number;
  readonly storageType: string;
  readonly localStorageGb: number;
  readonly priceOnRequest: boolean;
  readonly purchasable: boolean;
  readonly autoProvisioning: boolean;
}

/** What one account pays for a plan at one time, micro-CAD. */
export interface Price {
  readonly hourlyMicros: bigint;
  readonly monthlyMicros: bigint | null;
  readonly annualMicros: bigint | null;
}
