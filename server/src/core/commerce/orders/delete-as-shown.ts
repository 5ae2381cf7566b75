import type { RefundsShown } from '@boreal/contract/servers/at-stake.ts';
import type { ServerDeleted } from '@boreal/contract/servers/servers.ts';
import { deleteServer } from '../../fleet/lifecycle/change/delete-server.ts';
import { joining, type CustomerCtx } from '../../ground/ctx.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { requirePromises } from './require-promises.ts';

/**
 * Deletes a server whose owner was shown the refund. Refuses if it would now be less, for instance because the server has started or its
 * next term has begun since. @throws NOT_FOUND · CONFIRM_AGAIN
 */
export function deleteAsShown(ctx: CustomerCtx, input: { serverId: string; shown?: RefundsShown | undefined }): Promise<ServerDeleted> {
  const { serverId, shown } = input;
  return ctx.transact(async (tx) => {
    if (shown !== undefined) {
      // Anything that starts a clock or a term waits for the account.
      await shareMeterMark(tx);
      await lockAccount(tx, ctx.accountId);
      await requirePromises(tx, ctx, [{ ...shown, id: serverId }]);
    }
    return deleteServer(joining(ctx, tx), { serverId });
  });
}
