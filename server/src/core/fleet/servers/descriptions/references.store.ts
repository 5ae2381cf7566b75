import type { Tx } from '../../../../db/connect.ts';
import { prepared } from '../../../../db/prepared.ts';
import { plans } from '../../../money/catalog/catalog.store.ts';
import type { Plan } from '../../../money/catalog/plan.ts';

/** What a sale refers to: its plan, and the image, the region and the account's SSH key, if found. */
export interface References {
  readonly plan: Plan;
  readonly imageId: string | null;
  readonly publicKey: string | null;
  readonly region: string | null;
}

/**
 * Reads everything that a sale refers to in one query; the default image or region if `imageId` or `region` is missing. Null if there is no
 * such plan.
 */
export async function findReferences(
  tx: Tx,
  input: { accountId: string; productId: string; sshKeyId: string; imageId?: string | undefined; region?: string | undefined },
): Promise<References | null> {
  const row = await plans(tx)
    .leftJoin('sshKeys', (join) => join.on('sshKeys.id', '=', input.sshKeyId).on('sshKeys.accountId', '=', input.accountId))
    .leftJoin('images', (join) =>
      input.imageId === undefined ? join.on('images.isDefault', '=', true) : join.on('images.id', '=', input.imageId),
    )
    .leftJoin('regions', (join) =>
      input.region === undefined ? join.on('regions.isDefault', '=', true) : join.on('regions.id', '=', input.region),
    )
    .select(['sshKeys.publicKey', 'images.id as imageId', 'regions.id as region'])
    .where('plans.id', '=', input.productId)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return null;
  const { publicKey, imageId, region, ...plan } = row;
  return { plan, imageId, publicKey, region };
}
