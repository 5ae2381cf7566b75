import { z } from 'zod';
import { RegionId } from '../servers/servers.ts';

export const Eligibility = z.enum(['deployable', 'contact', 'out_of_stock', 'disabled']);
export type Eligibility = z.infer<typeof Eligibility>;

export const BillingCycle = z.enum(['hourly', 'monthly', 'annual']);
export type BillingCycle = z.infer<typeof BillingCycle>;

const ProductId = z.string().meta({ example: 'h100-sxm-x1' });

export const Pricing = z
  .object({
    hourly: z.number().meta({ description: 'On-demand hourly rate, CAD', example: 3.99 }),
    monthly: z.number().nullable().meta({ description: 'Committed monthly rate, CAD; null means hourly only', example: 2185 }),
    annual: z.number().nullable().meta({ description: 'Committed annual rate per month, CAD; null means hourly only', example: 1748 }),
    currency: z.literal('CAD'),
  })
  .meta({ id: 'Pricing' });
export type Pricing = z.infer<typeof Pricing>;

export const GpuPlan = z
  .object({
    id: ProductId.meta({ description: 'Used as `productId` when creating a server', example: 'h100-sxm-x1' }),
    name: z.string().meta({ example: 'H100 SXM ×1' }),
    gpu: z.string().meta({ description: 'GPUs and memory', example: '1× H100 SXM 80 GB' }),
    gpuModel: z.string().meta({ example: 'H100 SXM' }),
    gpuCount: z.int().meta({ example: 1 }),
    spot: z.boolean().meta({ description: 'Interruptible, hourly billing only' }),
    hourlyOnly: z.boolean().meta({ description: 'Monthly and annual billing are refused with CYCLE_NOT_AVAILABLE' }),
    specs: z.object({
      vcores: z.int().meta({ example: 24 }),
      ram: z.int().meta({ description: 'GB', example: 200 }),
      storage: z.int().meta({ description: 'System disk, GB', example: 100 }),
      storageType: z.string().meta({ example: 'NVMe' }),
      localStorage: z.int().meta({ description: 'Local ephemeral work disk, GB; 0 when none', example: 750 }),
    }),
    pricing: Pricing.nullable().meta({ description: 'Prices billed to the caller per server; null when priceOnRequest' }),
    priceOnRequest: z.boolean(),
    available: z.boolean().meta({ description: 'Currently in stock' }),
    purchasable: z.boolean(),
    autoProvisioning: z.boolean(),
    eligibility: Eligibility,
  })
  .meta({ id: 'GpuPlan' });
export type GpuPlan = z.infer<typeof GpuPlan>;

export const PublicAvailability = z
  .object({
    region: RegionId,
    updatedAt: z.iso.datetime(),
    models: z.array(
      z.object({
        slug: z.string().meta({ description: 'Model page slug', example: 'h100-sxm' }),
        name: z.string().meta({ example: 'H100 SXM' }),
        sizes: z.array(
          z.object({
            id: ProductId,
            gpuCount: z.int().meta({ example: 1 }),
            spot: z.boolean(),
            available: z.boolean().meta({ description: 'Deployable online right now' }),
            priceOnRequest: z.boolean().meta({ description: 'Never deployable online' }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'PublicAvailability' });
export type PublicAvailability = z.infer<typeof PublicAvailability>;

export const RegionInfo = z
  .object({
    id: RegionId,
    name: z.string().meta({ example: 'Montréal, Québec' }),
    country: z.string().meta({ example: 'CA' }),
    province: z.string().meta({ example: 'QC' }),
    timezone: z.string().meta({ example: 'America/Toronto' }),
    default: z.boolean(),
    available: z.boolean(),
    features: z.object({ spot: z.boolean(), backups: z.boolean(), ipv6: z.boolean() }),
  })
  .meta({ id: 'Region' });
export type RegionInfo = z.infer<typeof RegionInfo>;

export const Flavor = z
  .object({
    id: z.string().meta({ example: 'h100-sxm-x1' }),
    name: z.string().meta({ example: 'h100-sxm-x1' }),
    gpuModel: z.string().meta({ example: 'H100 SXM' }),
    gpuCount: z.int().meta({ example: 1 }),
    gpuMemoryGb: z.int().meta({ example: 80 }),
    vcores: z.int().meta({ example: 24 }),
    ram: z.int().meta({ description: 'GB', example: 200 }),
    storage: z.int().meta({ description: 'GB', example: 100 }),
    storageType: z.string().meta({ example: 'NVMe' }),
    localStorage: z.int().meta({ description: 'GB', example: 750 }),
    region: RegionId,
    stockAvailable: z.boolean(),
    productIds: z.array(z.string()).meta({ example: ['h100-sxm-x1', 'h100-sxm-x1-spot'] }),
  })
  .meta({ id: 'Flavor' });
export type Flavor = z.infer<typeof Flavor>;

export const Image = z
  .object({
    id: z.string().meta({ example: 'ubuntu-24.04-cuda' }),
    name: z.string().meta({ example: 'Ubuntu 24.04 LTS + CUDA' }),
    type: z.string().meta({ example: 'ubuntu' }),
    version: z.string().meta({ example: '24.04' }),
    arch: z.string().meta({ example: 'x86_64' }),
    sizeGb: z.int().meta({ example: 14 }),
    default: z.boolean(),
    username: z.string().meta({ description: 'The user to log in as with ssh', example: 'ubuntu' }),
    labels: z.array(z.string()).meta({ example: ['cuda', 'docker'] }),
    region: RegionId,
  })
  .meta({ id: 'Image' });
export type Image = z.infer<typeof Image>;

export const Environment = z
  .object({
    id: z.string(),
    name: z.string().meta({ example: 'default-canada-montreal' }),
    region: RegionId,
    serverCount: z.int().meta({ example: 2 }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Environment' });
export type Environment = z.infer<typeof Environment>;
