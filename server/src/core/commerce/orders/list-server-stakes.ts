import type { ServerStake } from '@boreal/contract/servers/console-servers.ts';
import { toCadRate } from '@boreal/contract/values/money.ts';
import { priceByPlan } from '../../money/prices/price-in-force.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { LIST_MAX } from '../../ground/page.ts';
import { toStake } from './stake.rules.ts';
import { selectStakes } from './stakes.store.ts';

/** What actions on the account's servers, or on this one, would cost, lose or refund now, oldest server first. Without deleted servers. */
export async function listServerStakes(ctx: CustomerCtx, { serverId }: { serverId?: string | undefined } = {}): Promise<ServerStake[]> {
  const now = ctx.clock.now();
  const rows = await selectStakes(ctx.db.sql, { accountId: ctx.accountId, serverId, now, limit: LIST_MAX });
  const prices = await priceByPlan(ctx.db.sql, { accountId: ctx.accountId, at: now });
  return rows.map((row) => {
    const price = row.hourly ? prices.get(row.planId) : undefined;
    return { ...toStake(row, now), hourlyRate: price === undefined ? null : toCadRate(price.hourlyMicros) };
  });
}
