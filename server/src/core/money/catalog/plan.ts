/** The size of a machine, for all its GPUs together. */
export interface PlanSize {
  readonly vcores: number;
  readonly ramGb: number;
  /** The system disk. */
  readonly storageGb: number;
  readonly storageType: string;
  /** The work disk; 0 if there is none. */
  readonly localStorageGb: number;
}

/** The hardware of a plan besides its sizes, as its operator declares it; null: not declared. */
export interface PlanHardware {
  readonly cpuModel: string | null;
  readonly network: string | null;
}

/** A machine size for sale, as the catalog stores it. */
export interface Plan extends PlanSize, PlanHardware {
  readonly id: string;
  readonly gpuModel: string;
  readonly modelName: string;
  readonly memoryGb: number;
  readonly gpuCount: number;
  readonly spot: boolean;
  readonly hourlyOnly: boolean;
  readonly priceOnRequest: boolean;
  readonly purchasable: boolean;
  readonly autoProvisioning: boolean;
  /** Since when it is no longer sold or shown; its servers continue. */
  readonly retiredAt: Date | null;
}

/** What one account pays for a plan at one time, micro-CAD. */
export interface Price {
  readonly hourlyMicros: bigint;
  readonly monthlyMicros: bigint | null;
  readonly annualMicros: bigint | null;
}
