import { z } from 'zod';
import { schemaSentences } from '../values/schema-sentences.ts';
import { RegionId } from '../servers/servers.ts';
import { IMAGE_ID, MODEL_SLUG, PCI_ID, PLAN_ID, PLAN_LIMITS, REGION_ID, USER_NAME } from './limits.ts';
import { isVisible } from '../values/visible-text.ts';
import { lineText, NameText } from '../values/written-text.ts';

/** What operators declare about the models, plans, images and regions that they sell. */

/** A name in URLs and ids: lowercase letters, digits, dots and hyphens. */
const slug = (pattern: RegExp) => z.string(schemaSentences.slug.en).regex(pattern, schemaSentences.slug.en);
const ModelSlug = slug(MODEL_SLUG);

const size = (sentence: { readonly en: string }, { min, max }: { readonly min: number; readonly max: number }) =>
  z.int(sentence.en).min(min, sentence.en).max(max, sentence.en);
const GpuMemoryGb = size(schemaSentences.gpuMemory, { min: 1, max: 4096 });
const Position = size(schemaSentences.position, { min: 0, max: 9999 });

export const GpuModel = z.object({
  slug: z.string(),
  name: z.string(),
  /** Per GPU. */
  memoryGb: z.int(),
  /** The PCI ids of its cards, if Boreal does not know them by itself. */
  pciIds: z.array(z.string()),
  /** Its place in the catalog, from 0. */
  position: z.int(),
  /** Since when it has not been sold; null: it is sold. */
  retiredAt: z.iso.datetime().nullable(),
});
export type GpuModel = z.infer<typeof GpuModel>;
const PciIds = z.array(z.string(schemaSentences.pciId.en).regex(PCI_ID, schemaSentences.pciId.en)).max(20);
export const AddModelRequest = z.strictObject({ slug: ModelSlug, name: NameText, memoryGb: GpuMemoryGb, pciIds: PciIds.default([]) });
export const ChangeModelRequest = z.strictObject({
  name: NameText.optional(),
  memoryGb: GpuMemoryGb.optional(),
  position: Position.optional(),
  pciIds: PciIds.optional(),
});

const sizes = {
  vcores: size(schemaSentences.vcores, PLAN_LIMITS.vcores),
  ramGb: size(schemaSentences.ram, PLAN_LIMITS.ramGb),
  storageGb: size(schemaSentences.systemDisk, PLAN_LIMITS.storageGb),
  storageType: lineText(schemaSentences.name, 30),
  localStorageGb: size(schemaSentences.workDisk, PLAN_LIMITS.localStorageGb),
};
const Hardware = lineText(schemaSentences.name, 80);
/** A plan's hardware besides its sizes, in the maker's words; null: nothing is declared. */
const hardware = { cpuModel: Hardware.nullable(), network: Hardware.nullable() };
export const AddPlanRequest = z.strictObject({
  /** If omitted, derived from the GPUs. */
  id: slug(PLAN_ID).optional(),
  gpuModel: ModelSlug,
  gpuCount: size(schemaSentences.gpuCount, PLAN_LIMITS.gpuCount),
  spot: z.boolean().default(false),
  hourlyOnly: z.boolean().default(false),
  ...sizes,
  cpuModel: hardware.cpuModel.default(null),
  network: hardware.network.default(null),
});
export const ChangePlanRequest = z.strictObject(sizes).partial();
export const DescribePlanRequest = z
  .strictObject({
    ...hardware,
    /** True: every plan with the same GPU model, spot included. */
    everySize: z.boolean(),
  })
  .partial();

export const OperatorImage = z.object({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  /** The engine's own name for it; null: the same as the id. */
  engineName: z.string().nullable(),
  type: z.string(),
  version: z.string(),
  sizeGb: z.int(),
  isDefault: z.boolean(),
  labels: z.array(z.string()),
});
export type OperatorImage = z.infer<typeof OperatorImage>;
export const SetImageRequest = z.strictObject({
  id: slug(IMAGE_ID),
  name: NameText,
  username: z.string(schemaSentences.username.en).regex(USER_NAME, schemaSentences.username.en),
  engineName: NameText.nullable().default(null),
  type: lineText(schemaSentences.imageType, 40),
  version: lineText(schemaSentences.imageVersion, 40),
  sizeGb: size(schemaSentences.systemDisk, { min: 1, max: PLAN_LIMITS.storageGb.max }),
  isDefault: z.boolean().default(false),
  labels: z.array(lineText(schemaSentences.software, 40)).max(20).default([]),
});

const place = {
  name: NameText,
  country: z.string(schemaSentences.country.en).regex(/^[A-Z]{2}$/, schemaSentences.country.en),
  /** Empty if the country has none. */
  province: z.string().trim().max(40).refine(isVisible, schemaSentences.unseenCharacters.en),
  timezone: lineText(schemaSentences.timezone, 60),
  ipv6: z.boolean(),
};
export const AddRegionRequest = z.strictObject({
  id: RegionId.regex(REGION_ID, schemaSentences.regionId.en),
  ...place,
  province: place.province.default(''),
  ipv6: place.ipv6.default(true),
  isDefault: z.boolean().default(false),
});
export const ChangeRegionRequest = z.strictObject({ ...place, makeDefault: z.literal(true) }).partial();
