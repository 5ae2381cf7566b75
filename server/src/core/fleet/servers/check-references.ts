import type { Tx } from '../../../db/connect.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import type { Plan } from '../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findReferences } from './references.store.ts';

/** The plan, the image and the SSH key that a sale names. @throws INVALID_REQUEST one is not there */
export async function checkReferences(
  tx: Tx,
  ctx: CustomerCtx,
  input: { productId: string; sshKeyId: string; imageId?: string | undefined },
): Promise<{ plan: Plan; imageId: string; publicKey: string }> {
  const found = await findReferences(tx, { accountId: ctx.accountId, ...input });
  if (!found)
    throw invalidRequest('productId', {
      en: 'There is no such plan. List the GPU plans and take an id from there.',
      fr: "Ce produit n'existe pas. Prenez un identifiant dans la liste des produits GPU.",
    });
  const { plan, imageId, publicKey } = found;
  if (publicKey === null)
    throw invalidRequest('sshKeyId', {
      en: 'There is no such SSH key on the account. Add one, then use its id.',
      fr: "Cette clé SSH n'existe pas dans le compte. Ajoutez-en une, puis prenez son identifiant.",
    });
  if (imageId === null)
    throw invalidRequest('imageId', {
      en: 'There is no such image. List the images and take an id from there.',
      fr: "Cette image n'existe pas. Prenez un identifiant dans la liste des images.",
    });
  return { plan, imageId, publicKey };
}

/** A name for a server whose owner gave none. */
export function madeUpName(plan: Plan, random: (below: number) => number): string {
  return `${plan.id}-${random(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
}
