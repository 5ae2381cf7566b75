import { z } from 'zod';
import { bodyOf, Refusal, type Caller, type Routes } from './double-http.ts';
import { GB, sizeOf, type Images } from './double-images.ts';
import type { Timers, Volume } from './double-world.ts';

const Action = z.union([
  z.strictObject({ 'os-set_image_metadata': z.object({ metadata: z.record(z.string(), z.string()) }) }),
  z.strictObject({ 'os-unset_image_metadata': z.object({ key: z.string() }) }),
  z.strictObject({
    'os-volume_upload_image': z.object({ image_name: z.string(), disk_format: z.string(), container_format: z.string() }),
  }),
]);
/** What glance says of every image by itself: a volume that keeps it hands it on to none. */
const CORE = ['image_id', 'image_name', 'checksum', 'container_format', 'disk_format', 'min_disk', 'min_ram', 'size'];

/** What is done to a volume: an image is made of it, with what is written on the volume as its image's. */
export function volumeActionRoutes(of: {
  readonly images: Images;
  readonly timers: Timers;
  readonly owned: (caller: Caller, id: string) => Volume;
  /** Whether the next upload fails; each happens once. */
  readonly uploadFails: (volume: Volume) => boolean;
  readonly glanceAnswers: () => boolean;
}): Routes {
  const { images, timers } = of;
  return {
    'POST /v3/:project/volumes/:id/action': (call, _project, id = '') => {
      const volume = of.owned(call.caller, id);
      const asked = bodyOf(Action, call);
      if ('os-set_image_metadata' in asked) {
        volume.imageMetadata = { ...volume.imageMetadata, ...asked['os-set_image_metadata'].metadata };
        return { status: 200, body: { metadata: volume.imageMetadata } };
      }
      if ('os-unset_image_metadata' in asked) {
        const { key } = asked['os-unset_image_metadata'];
        const { [key]: taken, ...kept } = volume.imageMetadata;
        if (taken === undefined) throw new Refusal(404, 'Metadata item was not found.');
        volume.imageMetadata = kept;
        return { status: 200 };
      }
      if (volume.status !== 'available') throw new Refusal(400, `Invalid volume: Volume ${id} status must be available`);
      const { image_name: name, disk_format, container_format } = asked['os-volume_upload_image'];
      const properties = Object.fromEntries(Object.entries(volume.imageMetadata).filter(([key]) => !CORE.includes(key)));
      if (!of.glanceAnswers()) throw new Refusal(500, 'The server has either erred or is incapable of performing the requested operation.');
      const image = images.add({ name, project: volume.project, properties });
      volume.status = 'uploading';
      timers.later(2, () => {
        volume.status = 'available';
        // Whoever gives up cannot remove what it began.
        if (!of.glanceAnswers()) return;
        if (of.uploadFails(volume)) images.images.delete(image.id);
        const disk = { text: volume.disk.text };
        Object.assign(image, { status: 'active', size: sizeOf(disk), virtualSize: volume.size * GB, disk });
      });
      const { size, type, description } = volume;
      const made = { id, updated_at: null, status: 'uploading', display_description: description, size, volume_type: { name: type } };
      const answer = { ...made, image_id: image.id, container_format, disk_format, image_name: name };
      return { status: 202, body: { 'os-volume_upload_image': { ...answer, visibility: 'private', protected: false } } };
    },
  };
}
