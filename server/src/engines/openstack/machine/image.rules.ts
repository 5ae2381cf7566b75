import type { Image } from '../cloud/cloud-shapes.ts';

const GIGABYTE = 2 ** 30;

/** The least disk that an image fits on: most state no minimum of their own, and are larger unpacked than as they are stored. */
export function diskNeededGb({ min_disk, virtual_size }: Pick<Image, 'min_disk' | 'virtual_size'>): number {
  return Math.max(min_disk, Math.ceil((virtual_size ?? 0) / GIGABYTE));
}
