import { joining, type CustomerCtx } from '../../../ground/ctx.ts';
import { requireWithinCaps } from '../../../money/agents/require-within-caps.ts';
import { requireSpendable } from '../../../money/budgets/require-spendable.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { requireActive } from '../../../money/ledger/require-active.ts';
import { lockOwnServer } from '../../servers/servers.store.ts';
import { beginsHour, priceOfSwitch } from '../create/price-of-launch.ts';

/** Reboots a server, or powers it off. */
type Switch = (ctx: CustomerCtx, input: { serverId: string }) => Promise<void>;

/**
 * Reboots or powers off a server if that costs nothing. False, without a change, if it has a price, which an agent must agree to first: a
 * server in ERROR is not billed, and begins a paid hour once its machine is back.
 */
export function switchForNothing(ctx: CustomerCtx, { serverId }: { serverId: string }, switchIt: Switch): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId });
    if (beginsHour(server)) return false;
    await switchIt(joining(ctx, tx), { serverId });
    return true;
  });
}

/**
 * Reboots or powers off a server whose next hour its agent has agreed to. Charges nothing yet, but the key's caps, budgets and credit must
 * allow that hour. @throws ACCOUNT_SUSPENDED · BUDGET_CAP_REACHED · INSUFFICIENT_CREDITS
 */
export function switchAtPrice(ctx: CustomerCtx, { serverId }: { serverId: string }, switchIt: Switch): Promise<void> {
  return ctx.transact(async (tx) => {
    const account = await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId });
    if (beginsHour(server)) {
      requireActive(account);
      const at = ctx.clock.now();
      const { chargeMicros: amountMicros, hourlyMicros } = await priceOfSwitch(tx, { accountId: ctx.accountId, serverId, at });
      await requireWithinCaps(tx, ctx, { serverId, spendMicros: amountMicros, hourlyMicros, at });
      await requireSpendable(tx, account, { serverId, amountMicros, forHour: true, at });
    }
    await switchIt(joining(ctx, tx), { serverId });
  });
}
