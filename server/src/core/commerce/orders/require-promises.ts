import type { ShownOfServer } from '@boreal/contract/servers/at-stake.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { keepsPromise } from './refund-promise.rules.ts';
import { toStake } from './stake.rules.ts';
import { selectStakes } from './stakes.store.ts';

/**
 * Throws if deleting servers now would refund less than their owner was shown. The account is locked, so nothing starts or begins
 * meanwhile. Ignores servers already gone: the caller that deletes handles those. @throws CONFIRM_AGAIN
 */
export async function requirePromises(tx: Tx, { accountId, clock }: CustomerCtx, promised: readonly ShownOfServer[]): Promise<void> {
  const now = clock.now();
  for (const shown of promised) {
    const [row] = await selectStakes(tx, { accountId, serverId: shown.id, now, limit: 1 });
    if (row && !keepsPromise(shown, toStake(row, now))) throw new AppError('CONFIRM_AGAIN', { of: 'refund' });
  }
}
