import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { PLAN_LIMITS } from '@boreal/contract/shop/limits.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import type { PlanSize } from './plan.ts';

/** @throws INVALID_REQUEST a size that no machine has, or a system disk too small for the default image */
export function requireSize(size: PlanSize, image: { id: string; sizeGb: number } | null): void {
  for (const path of ['vcores', 'ramGb', 'storageGb', 'localStorageGb'] as const) requireWithin(size, path);
  if (image && size.storageGb < image.sizeGb) throw invalidRequest('storageGb', catalogSentences.diskBelowImage(image));
}

/** @throws INVALID_REQUEST */
export function requireWithin<Path extends keyof typeof PLAN_LIMITS>(size: Readonly<Record<Path, number>>, path: Path): void {
  const { min, max } = PLAN_LIMITS[path];
  const value = size[path];
  if (!Number.isInteger(value) || value < min || value > max) throw invalidRequest(path, catalogSentences.sizeOutOfRange({ min, max }));
}

/** Only the sizes. */
export function sizeOf({ vcores, ramGb, storageGb, storageType, localStorageGb }: PlanSize) {
  return { vcores, ramGb, storageGb, storageType, localStorageGb };
}
