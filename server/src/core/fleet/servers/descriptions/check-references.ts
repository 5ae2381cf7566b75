import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { serverSentences } from '@boreal/contract/request-sentences/servers.sentences.ts';
import type { Tx } from '../../../../db/connect.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { findReferences } from './references.store.ts';

/** The plan, the image, the region and the SSH key that a sale names. @throws INVALID_REQUEST one does not exist */
export async function checkReferences(
  tx: Tx,
  ctx: CustomerCtx,
  input: { productId: string; sshKeyId: string; imageId?: string | undefined; region?: string | undefined },
): Promise<{ plan: Plan; imageId: string; publicKey: string; region: string }> {
  const found = await findReferences(tx, { accountId: ctx.accountId, ...input });
  if (!found) throw invalidRequest('productId', serverSentences.noSuchPlan);
  const { plan, imageId, publicKey, region } = found;
  if (publicKey === null) throw invalidRequest('sshKeyId', serverSentences.noSuchSshKey);
  if (imageId === null) throw invalidRequest('imageId', serverSentences.noSuchImage);
  if (region === null) throw invalidRequest('region', catalogSentences.noSuchRegion);
  return { plan, imageId, publicKey, region };
}

/** A generated name for a server whose owner gave none. */
export function madeUpName(plan: Plan, random: (below: number) => number): string {
  return `${plan.id}-${random(36 ** 4)
    .toString(36)
    .padStart(4, '0')}`;
}
