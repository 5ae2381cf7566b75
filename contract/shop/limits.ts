import { GPUS_MAX } from '../fleet/gpus.ts';

/** Limits on ids and sizes in the shop, whoever sets them. */

export const REGION_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Leaves room for what a plan's id appends. */
export const MODEL_SLUG = /^[a-z0-9]([a-z0-9.-]{0,48}[a-z0-9])?$/;
export const PLAN_ID = /^[a-z0-9][a-z0-9.-]{0,79}$/;
export const IMAGE_ID = /^[a-z0-9][a-z0-9.-]{0,62}$/;
/** The name of an image's user. */
export const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}$/;
/** `vendor:product`. */
export const PCI_ID = /^[0-9a-f]{4}:[0-9a-f]{4}$/i;

/** Minimum and maximum, as whole numbers; gigabytes for memory and disks. */
export const PLAN_LIMITS = {
  gpuCount: { min: 1, max: GPUS_MAX },
  vcores: { min: 1, max: 1024 },
  ramGb: { min: 1, max: 32_768 },
  storageGb: { min: 4, max: 100_000 },
  localStorageGb: { min: 0, max: 1_000_000 },
} as const;
