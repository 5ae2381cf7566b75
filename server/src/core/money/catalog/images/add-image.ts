import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { IMAGE_ID, USER_NAME } from '@boreal/contract/shop/limits.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { clearDefaultImage, findDefaultImage, findImage, keepSshUsers, lockImages, upsertImage, type ImageRow } from '../catalog.store.ts';

export interface NewImage {
  readonly id: string;
  readonly name: string;
  /** The user name for signing in with an SSH key. */
  readonly username: string;
  /** The engine's own name for it; null: the same as the id. */
  readonly engineName: string | null;
  readonly type: string;
  readonly version: string;
  readonly sizeGb: number;
  /** The first image is always the default. */
  readonly isDefault: boolean;
  /** The software it contains, such as `cuda`: it is then offered as a template. */
  readonly labels: readonly string[];
}

/**
 * Declares an image, or changes an existing one; servers made from it stay as they are. The first default stays the default until another
 * replaces it. For operators.
 */
export function addImage(ctx: Ctx, input: NewImage): Promise<ImageRow> {
  return ctx.transact(async (tx) => {
    if (!IMAGE_ID.test(input.id)) throw invalidRequest('id', catalogSentences.imageId);
    if (!USER_NAME.test(input.username)) throw invalidRequest('username', catalogSentences.username);
    await lockImages(tx);
    const before = await findImage(tx, input.id);
    if (before && before.username !== input.username) await keepSshUsers(tx, before);
    const isDefault = input.isDefault || (await findDefaultImage(tx)) === null;
    if (isDefault) await clearDefaultImage(tx);
    const image = await upsertImage(tx, { ...input, labels: [...input.labels], isDefault, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'image.set',
      target: image.id,
      detail: {
        name: image.name,
        username: image.username,
        engineName: image.engineName,
        isDefault: image.isDefault,
        labels: image.labels,
      },
    });
    return image;
  });
}
