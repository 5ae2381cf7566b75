import type { ServerState } from '@boreal/contract/servers/console-servers.ts';
import { toCadRate } from '@boreal/contract/values/money.ts';
import { priceByPlan } from '../../../money/prices/price-in-force.store.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { LIST_MAX } from '../../../ground/page.ts';
import { readLabels } from '../descriptions/descriptions.store.ts';
import { actionsOf, sshPortOf } from '../server.rules.ts';
import { selectServerStates } from './server-lists.store.ts';

/** The fields of the account's servers that change while somebody watches them, oldest first, without deleted servers. */
export async function listServerStates(ctx: CustomerCtx): Promise<ServerState[]> {
  const rows = await selectServerStates(ctx.db.sql, { accountId: ctx.accountId, limit: LIST_MAX });
  const now = ctx.clock.now();
  const labels = await readLabels(ctx.db.sql, { accountId: ctx.accountId, serverIds: rows.map(({ id }) => id) });
  const prices = await priceByPlan(ctx.db.sql, { accountId: ctx.accountId, at: now });
  return rows.map((row) => {
    const { id, name, status, task, ipv4 } = row;
    const updatedAt = row.updatedAt.toISOString();
    const paidUntil = row.paidUntil !== null && row.paidUntil > now ? row.paidUntil.toISOString() : null;
    const price = row.billingCycle === 'hourly' ? prices.get(row.planId) : undefined;
    const hourlyRate = price === undefined ? null : toCadRate(price.hourlyMicros);
    return {
      id,
      name,
      status,
      task,
      ipv4,
      sshPort: sshPortOf(row),
      updatedAt,
      allowedActions: actionsOf(row),
      paidUntil,
      hourlyRate,
      labels: [...(labels.get(id) ?? [])],
    };
  });
}
