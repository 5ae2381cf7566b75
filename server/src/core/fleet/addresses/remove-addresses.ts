import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRange } from './add-addresses.ts';
import { deleteAddresses } from './addresses.store.ts';

/** Removes a range of addresses. Those that machines hold stay theirs; ask again once they have been released. For operators. */
export function removeAddresses(ctx: Ctx, input: { range: string }): Promise<{ removed: number; heldBy: readonly string[] }> {
  const { first, last } = requireRange(input.range);
  return ctx.transact(async (tx) => {
    const gone = await deleteAddresses(tx, { first, last });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'addresses.removed',
      target: `${first}-${last}`,
      detail: { removed: gone.removed },
    });
    return gone;
  });
}
