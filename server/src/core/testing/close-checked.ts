import { checkGpus } from './check-gpus.ts';
import { checkPlaceable } from './check-rooms.ts';
import type { Cloud, Customer } from './cloud.ts';

/** Ends a test of what hosts sell. */
export async function closeChecked(cloud: Cloud, customer: Customer): Promise<void> {
  try {
    await checkGpus(cloud);
    await checkPlaceable(cloud, customer);
  } finally {
    await cloud.close();
  }
}
