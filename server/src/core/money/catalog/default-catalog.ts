import { committedPrices } from './catalog.rules.ts';
import type { Price } from './plan.ts';

/** A GPU model as a new installation sells it. Sizes are per GPU; a plan with several GPUs has a multiple of each. */
interface DefaultModel {
  readonly slug: string;
  readonly name: string;
  readonly memoryGb: number;
  readonly vcores: number;
  readonly ramGb: number;
  readonly localStorageGb: number;
  readonly counts: readonly number[];
  /** Micro-CAD per hour and GPU; null: price on request. */
  readonly hourlyMicros: bigint | null;
  /** The same for spot; null: not sold as spot. */
  readonly spotMicros: bigint | null;
  readonly hourlyOnly?: boolean;
}

export const STORAGE_GB = 100;
export const STORAGE_TYPE = 'NVMe';

/** In the catalog's display order. */
export const defaultModels = [
  {
    slug: 'b200-sxm',
    name: 'B200 SXM',
    memoryGb: 180,
    vcores: 28,
    ramGb: 200,
    localStorageGb: 1000,
    counts: [8],
    hourlyMicros: null,
    spotMicros: null,
  },
  {
    slug: 'h200-sxm',
    name: 'H200 SXM',
    memoryGb: 141,
    vcores: 24,
    ramGb: 200,
    localStorageGb: 1000,
    counts: [1, 2, 4, 8],
    hourlyMicros: 4_990_000n,
    spotMicros: 2_290_000n,
  },
  {
    slug: 'h100-sxm',
    name: 'H100 SXM',
    memoryGb: 80,
    vcores: 24,
    ramGb: 200,
    localStorageGb: 750,
    counts: [1, 2, 4, 8],
    hourlyMicros: 3_990_000n,
    spotMicros: 1_790_000n,
  },
  {
    slug: 'a100-80gb',
    name: 'A100 80GB',
    memoryGb: 80,
    vcores: 28,
    ramGb: 120,
    localStorageGb: 750,
    counts: [1, 2, 4, 8],
    hourlyMicros: 2_090_000n,
    spotMicros: 990_000n,
  },
  {
    slug: 'rtx-pro-6000',
    name: 'RTX PRO 6000',
    memoryGb: 96,
    vcores: 24,
    ramGb: 90,
    localStorageGb: 500,
    counts: [1, 2, 4],
    hourlyMicros: 2_490_000n,
    spotMicros: 1_090_000n,
  },
  {
    slug: 'l40s',
    name: 'L40S',
    memoryGb: 48,
    vcores: 16,
    ramGb: 96,
    localStorageGb: 500,
    counts: [1, 2, 4, 8],
    hourlyMicros: 2_290_000n,
    spotMicros: 990_000n,
  },
  {
    slug: 'l4',
    name: 'L4',
    memoryGb: 24,
    vcores: 8,
    ramGb: 48,
    localStorageGb: 250,
    counts: [1, 2],
    hourlyMicros: 1_090_000n,
    spotMicros: 490_000n,
    hourlyOnly: true,
  },
] as const satisfies readonly DefaultModel[];

export const defaultImages = [
  {
    id: 'ubuntu-24.04-cuda',
    name: 'Ubuntu 24.04 LTS + CUDA',
    type: 'ubuntu',
    version: '24.04',
    sizeGb: 14,
    username: 'ubuntu',
    labels: ['cuda', 'docker'],
    isDefault: true,
  },
  {
    id: 'ubuntu-22.04-cuda',
    name: 'Ubuntu 22.04 LTS + CUDA',
    type: 'ubuntu',
    version: '22.04',
    sizeGb: 13,
    username: 'ubuntu',
    labels: ['cuda', 'docker'],
    isDefault: false,
  },
  {
    id: 'ubuntu-24.04',
    name: 'Ubuntu 24.04 LTS',
    type: 'ubuntu',
    version: '24.04',
    sizeGb: 4,
    username: 'ubuntu',
    labels: [],
    isDefault: false,
  },
  { id: 'debian-12', name: 'Debian 12', type: 'debian', version: '12', sizeGb: 4, username: 'debian', labels: [], isDefault: false },
] as const;

/** A plan as stored, with its first list price; null on request. */
export interface DefaultPlan {
  readonly id: string;
  readonly gpuModel: string;
  readonly gpuCount: number;
  readonly spot: boolean;
  readonly hourlyOnly: boolean;
  readonly vcores: number;
  readonly ramGb: number;
  readonly localStorageGb: number;
  readonly price: Price | null;
}

export function defaultPlans(): DefaultPlan[] {
  const models: readonly DefaultModel[] = defaultModels;
  return models.flatMap((model) =>
    model.counts.flatMap((count) => {
      const onDemand = defaultPlan(model, { count, spot: false, perGpuMicros: model.hourlyMicros });
      return model.spotMicros === null ? [onDemand] : [onDemand, defaultPlan(model, { count, spot: true, perGpuMicros: model.spotMicros })];
    }),
  );
}

function defaultPlan(model: DefaultModel, sold: { count: number; spot: boolean; perGpuMicros: bigint | null }): DefaultPlan {
  const { count, spot, perGpuMicros } = sold;
  const hourlyOnly = spot || model.hourlyOnly === true;
  const hourlyMicros = perGpuMicros === null ? null : perGpuMicros * BigInt(count);
  return {
    id: `${model.slug}-x${count}${spot ? '-spot' : ''}`,
    gpuModel: model.slug,
    gpuCount: count,
    spot,
    hourlyOnly,
    vcores: model.vcores * count,
    ramGb: model.ramGb * count,
    localStorageGb: model.localStorageGb * count,
    price:
      hourlyMicros === null
        ? null
        : { hourlyMicros, ...(hourlyOnly ? { monthlyMicros: null, annualMicros: null } : committedPrices(hourlyMicros)) },
  };
}
