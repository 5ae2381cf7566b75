import { invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { deleteImage, findImage, isImageUsed } from './catalog.store.ts';

/** Takes back an image that no server was made from and that is not the default. For operators. */
export function removeImage(ctx: Ctx, { imageId }: { imageId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const image = await findImage(tx, imageId);
    if (!image)
      throw invalidRequest('image', {
        en: 'There is no such image.',
        fr: "Cette image n'existe pas.",
      });
    if (image.isDefault)
      throw invalidRequest('image', {
        en: `${imageId} is the default. Make another one the default first: image add … --default`,
        fr: `${imageId} est l'image par défaut. Faites-en d'abord une autre celle par défaut : image add … --default`,
      });
    if (await isImageUsed(tx, imageId))
      throw invalidRequest('image', {
        en: `Servers were made from ${imageId}: it stays, so that they can be told apart.`,
        fr: `Des serveurs ont été faits de ${imageId} : elle reste, pour qu'on les distingue.`,
      });
    await deleteImage(tx, imageId);
    await recordAudit(tx, ctx, { accountId: null, action: 'image.removed', target: imageId, detail: {} });
  });
}
