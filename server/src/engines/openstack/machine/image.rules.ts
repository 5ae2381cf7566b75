import type { Image } from '../cloud/cloud-shapes.ts';

const GIGABYTE = 2 ** 30;

/** The smallest disk that an image fits on: most images state no minimum, and are larger unpacked than stored. */
export function diskNeededGb({ min_disk, virtual_size }: Pick<Image, 'min_disk' | 'virtual_size'>): number {
  return Math.max(min_disk, Math.ceil((virtual_size ?? 0) / GIGABYTE));
}
