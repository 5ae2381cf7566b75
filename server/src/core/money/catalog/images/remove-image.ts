import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { deleteImage, isImageUsed, lockImage, lockImages } from '../catalog.store.ts';

/** Removes an image that no server was made from and that is not the default. For operators. */
export function removeImage(ctx: Ctx, { imageId }: { imageId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    await lockImages(tx);
    const image = await lockImage(tx, imageId);
    if (!image) throw invalidRequest('image', catalogSentences.noSuchImage);
    if (image.isDefault) throw invalidRequest('image', catalogSentences.imageIsDefault(imageId));
    if (await isImageUsed(tx, imageId)) throw invalidRequest('image', catalogSentences.imageIsUsed(imageId));
    await deleteImage(tx, imageId);
    await recordAudit(tx, ctx, { accountId: null, action: 'image.removed', target: imageId, detail: {} });
  });
}
