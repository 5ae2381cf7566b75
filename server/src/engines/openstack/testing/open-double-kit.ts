import { openOpenstackKit, type KitCloud, type OpenstackKit } from '../openstack-kit.ts';
import { startCloudDouble, type CloudDouble, type CloudDoubleOptions } from './cloud-double.ts';
import { doubleCloud } from './double-kit-cloud.ts';

export interface DoubleKit {
  readonly double: CloudDouble;
  /** Closes the double, too. */
  readonly kit: OpenstackKit;
}

/** A double of its own and an engine on it. */
export async function openDoubleKit(
  whose: KitCloud['whose'],
  { systemDisk = 'flavor', ...options }: CloudDoubleOptions & Partial<Pick<KitCloud, 'systemDisk'>> = {},
): Promise<DoubleKit> {
  const double = await startCloudDouble(options);
  return { double, kit: await openOpenstackKit(doubleCloud(double, whose, { systemDisk })) };
}
