import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import type { PlanSize } from './plan.ts';

const LIMITS = {
  vcores: { min: 1, max: 1024 },
  ramGb: { min: 1, max: 32_768 },
  storageGb: { min: 4, max: 100_000 },
  localStorageGb: { min: 0, max: 1_000_000 },
} as const;

/** @throws INVALID_REQUEST a size that no machine has, or a system disk too small for the default image */
export function requireSize(size: PlanSize, image: { id: string; sizeGb: number } | null): void {
  for (const path of ['vcores', 'ramGb', 'storageGb', 'localStorageGb'] as const) {
    const { min, max } = LIMITS[path];
    if (!Number.isInteger(size[path]) || size[path] < min || size[path] > max) {
      throw invalidRequest(path, catalogSentences.sizeOutOfRange({ min, max }));
    }
  }
  if (image && size.storageGb < image.sizeGb) throw invalidRequest('storageGb', catalogSentences.diskBelowImage(image));
}

/** The sizes alone. */
export function sizeOf({ vcores, ramGb, storageGb, storageType, localStorageGb }: PlanSize) {
  return { vcores, ramGb, storageGb, storageType, localStorageGb };
}
