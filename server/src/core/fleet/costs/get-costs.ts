import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { COST_ROWS_MAX, type CostRow, type Costs } from '@boreal/contract/billing/costs.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { addCosts, noCosts, totalOf, type CostGroup, type CostSums } from './group-costs.rules.ts';
import { readCosts, type CostsInput, type ReadCosts } from './read-costs.ts';

/** What the account was charged, grouped: the most expensive rows, and the sum of the others. */
export async function getCosts(ctx: CustomerCtx, input: CostsInput): Promise<Costs> {
  const costs = await readCosts(ctx, input);
  const more = costs.groups.slice(COST_ROWS_MAX);
  return {
    ...tellCosts({ ...costs, groups: costs.groups.slice(0, COST_ROWS_MAX) }),
    more: more.length === 0 ? null : { rows: more.length, ...tellSums(more) },
    ...tellSums(costs.groups),
  };
}

/** All rows and their total, in the form of the response. */
export function tellCosts({ by, label, labels, from, to, groups }: ReadCosts): Costs {
  const rows = groups.map(tellGroup);
  return { currency: 'CAD', timezone: BILLING_TIMEZONE, by, label, labels: [...labels], from, to, rows, more: null, ...tellSums(groups) };
}

function tellGroup(group: CostGroup): CostRow {
  const { id, name, serverCount, gpu, isDeleted } = group;
  return { id, name, serverCount, gpu, isDeleted, ...tellSums([group]) };
}

function tellSums(groups: readonly CostSums[]) {
  const sums = groups.reduce(addCosts, noCosts);
  return {
    servers: toCad(sums.serversMicros),
    backups: toCad(sums.backupsMicros),
    orders: toCad(sums.ordersMicros),
    refunds: toCad(sums.refundsMicros),
    total: toCad(totalOf(sums)),
  };
}
