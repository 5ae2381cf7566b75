import { EngineError, type MachineSize } from '../../engine.ts';
import { SIGNATURE_VERIFIED } from '../cloud/cloud-shapes.ts';
import { disksOf } from '../machine-disks.rules.ts';
import { diskNeededGb } from '../machine/image.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** Images that glance lacks, or that are larger than the disks sold with them. */
export async function missingImages(
  { directory, client, layout }: Pick<OpenstackDeps, 'directory' | 'client' | 'layout'>,
  { images, sizes }: { images: readonly { id: string; engineName: string }[]; sizes: readonly MachineSize[] },
  signal: AbortSignal,
): Promise<string[]> {
  if ((await client.session(signal)).endpoint('image') === null) return [];
  const onVolumes = [layout.systemDisks[0], ...sizes.map((size) => disksOf(size, layout).systemDisk)].includes('volume');
  const sentences = await Promise.all(
    images.map(async ({ id, engineName }): Promise<string[]> => {
      try {
        const image = await directory.image(engineName, signal);
        if (onVolumes && image[SIGNATURE_VERIFIED] !== undefined) {
          return [
            `Cinder makes no system disk from the image ${id}: it has the property ${SIGNATURE_VERIFIED}, as images have that were made of a volume. Take it away: openstack image unset --property ${SIGNATURE_VERIFIED} ${engineName}`,
          ];
        }
        const needsGb = diskNeededGb(image);
        const small = sizes.filter(({ storageGb, ramGb }) => storageGb < needsGb || ramGb * 1024 < image.min_ram);
        const [first] = small;
        if (first === undefined) return [];
        return [
          `The image ${id} needs ${needsGb} GB of disk and ${image.min_ram} MB of memory, more than a plan of ${first.gpuModel} has: ${first.storageGb} GB and ${first.ramGb} GB. Sell larger ones, or lower it: openstack image set --min-disk … --min-ram … ${engineName}`,
        ];
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return [`The image ${id} needs an active image named ${engineName}, or with that id, in glance: openstack image list`];
      }
    }),
  );
  return sentences.flat();
}
