import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { requireRange } from './add-addresses.ts';
import { withdrawAddresses } from './addresses.store.ts';

/**
 * Removes a range of addresses. A server keeps an address that it has until it releases it, and no other server gets it then. For
 * operators.
 */
export function removeAddresses(ctx: Ctx, input: { range: string }): Promise<{ removed: number; heldBy: readonly string[] }> {
  const { first, last } = requireRange(input.range);
  return ctx.transact(async (tx) => {
    const gone = await withdrawAddresses(tx, { first, last, at: ctx.clock.now() });
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'addresses.removed',
      target: `${first}-${last}`,
      detail: { removed: gone.removed, withdrawn: gone.heldBy.length },
    });
    return gone;
  });
}
