import { Refusal } from './double-http.ts';
import { GB, sizeOf, type Image, type Images } from './double-images.ts';
import { now, type Server } from './double-world.ts';

/** What was accepted did not work. */
export class GoneWrong extends Error {}

interface MachineImages {
  /** @throws Refusal: glance is away, and nova says that it is broken itself */
  imageOf(server: Server, name: string, properties: Record<string, string>): Image;
  /** @throws GoneWrong */
  fill(image: Image, server: Server): void;
  /** @throws GoneWrong */
  requireGlance(): void;
}

/** Images that nova makes of its machines. `answers`: whether glance does. */
export function machineImages(images: Images, answers: () => boolean): MachineImages {
  const requireGlance = () => {
    if (!answers()) throw new GoneWrong('Connection to glance host failed.');
  };
  return {
    requireGlance,
    imageOf(server, name, properties) {
      if (!answers()) throw new Refusal(500, "Unexpected API Error. <class 'nova.exception.GlanceConnectionFailed'>");
      const { project, user, imageId } = server;
      const base = imageId === null ? undefined : images.images.get(imageId);
      return images.add({
        name,
        project,
        minDisk: base?.minDisk ?? server.flavor.disk,
        minRam: base?.minRam ?? 0,
        properties: {
          ...(imageId !== null && { base_image_ref: imageId }),
          image_type: 'snapshot',
          instance_uuid: server.id,
          user_id: user.id,
          owner_user_name: user.name,
          owner_project_name: project.name,
          ...properties,
        },
      });
    },

    fill(image, { root, flavor }) {
      requireGlance();
      if (!images.images.has(image.id)) throw new GoneWrong('the image is gone');
      const copy = { text: root?.text ?? null };
      const virtualSize = flavor.disk * GB;
      Object.assign(image, { status: 'active', size: sizeOf(copy), virtualSize, disk: copy, updatedAt: now() });
    },
  };
}
