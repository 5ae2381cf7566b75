import { z } from 'zod';
import { GPUS_MAX } from './gpus.ts';
import { schemaSentences } from './schema-sentences.ts';
import { RegionId } from './servers.ts';
import { isVisible } from './visible-text.ts';
import { lineText, NameText } from './written-text.ts';

/** What operators say of the models, plans, images and regions that they sell. */

/** A name in addresses and ids: small letters, digits, dots and hyphens. */
const Slug = z.string(schemaSentences.slug.en).regex(/^[a-z0-9]([a-z0-9.-]{0,78}[a-z0-9])?$/, schemaSentences.slug.en);

const size = (sentence: { readonly en: string }, min: number, max: number) =>
  z.int(sentence.en).min(min, sentence.en).max(max, sentence.en);
const GpuMemoryGb = size(schemaSentences.gpuMemory, 1, 4096);
const Position = size(schemaSentences.position, 0, 9999);

export const GpuModel = z.object({
  slug: z.string(),
  name: z.string(),
  /** Of one GPU. */
  memoryGb: z.int(),
  /** What its cards are on the PCI bus, where Boreal does not know them by itself. */
  pciIds: z.array(z.string()),
  /** Its place in the catalog, from 0. */
  position: z.int(),
  /** Since when it is no longer sold; null: it is. */
  retiredAt: z.iso.datetime().nullable(),
});
export type GpuModel = z.infer<typeof GpuModel>;
const PciIds = z.array(z.string(schemaSentences.pciId.en).regex(/^[0-9a-f]{4}:[0-9a-f]{4}$/i, schemaSentences.pciId.en)).max(20);
export const AddModelRequest = z.strictObject({ slug: Slug, name: NameText, memoryGb: GpuMemoryGb, pciIds: PciIds.default([]) });
export const ChangeModelRequest = z.strictObject({
  name: NameText.optional(),
  memoryGb: GpuMemoryGb.optional(),
  position: Position.optional(),
  pciIds: PciIds.optional(),
});

const sizes = {
  vcores: size(schemaSentences.vcores, 1, 1024),
  ramGb: size(schemaSentences.ram, 1, 32_768),
  storageGb: size(schemaSentences.systemDisk, 4, 100_000),
  storageType: lineText(schemaSentences.name, 30),
  localStorageGb: size(schemaSentences.workDisk, 0, 1_000_000),
};
export const AddPlanRequest = z.strictObject({
  /** Left out: it follows from the GPUs. */
  id: Slug.optional(),
  gpuModel: Slug,
  gpuCount: size(schemaSentences.gpuCount, 1, GPUS_MAX),
  spot: z.boolean().default(false),
  hourlyOnly: z.boolean().default(false),
  ...sizes,
});
export const ChangePlanRequest = z.strictObject(sizes).partial();

export const OperatorImage = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** The engine's own name of it; null: the same as the id. */
  engineName: z.string().nullable(),
  type: z.string(),
  version: z.string(),
  sizeGb: z.int(),
  isDefault: z.boolean(),
  labels: z.array(z.string()),
});
export type OperatorImage = z.infer<typeof OperatorImage>;
export const SetImageRequest = z.strictObject({
  id: Slug,
  name: NameText,
  username: lineText(schemaSentences.username, 32),
  engineName: NameText.nullable().default(null),
  type: lineText(schemaSentences.imageType, 40),
  version: lineText(schemaSentences.imageVersion, 40),
  sizeGb: size(schemaSentences.systemDisk, 1, 100_000),
  isDefault: z.boolean().default(false),
  labels: z.array(lineText(schemaSentences.software, 40)).max(20).default([]),
});

const place = {
  name: NameText,
  country: z.string(schemaSentences.country.en).regex(/^[A-Z]{2}$/, schemaSentences.country.en),
  /** Empty where a country has none. */
  province: z.string().trim().max(40).refine(isVisible, schemaSentences.unseenCharacters.en),
  timezone: lineText(schemaSentences.timezone, 60),
  ipv6: z.boolean(),
};
export const AddRegionRequest = z.strictObject({
  id: RegionId.regex(/^[a-z0-9][a-z0-9-]*$/, schemaSentences.regionId.en),
  ...place,
  province: place.province.default(''),
  ipv6: place.ipv6.default(true),
  isDefault: z.boolean().default(false),
});
export const ChangeRegionRequest = z.strictObject({ ...place, makeDefault: z.literal(true) }).partial();
