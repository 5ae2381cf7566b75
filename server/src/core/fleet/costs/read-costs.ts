import { COST_DAYS_MAX, type CostsBy, type CostsQuery } from '@boreal/contract/billing/costs.ts';
import { listSentences } from '@boreal/contract/request-sentences/lists.sentences.ts';
import type { z } from 'zod';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { billingMonth, dateOf, daysBefore, spanOf } from '../../ground/calendar.rules.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { readLabels } from '../servers/descriptions/descriptions.store.ts';
import { selectCostServers, sumByServer, wayToHours } from './costs.store.ts';
import { groupCosts, labelKeys, type CostGroup } from './group-costs.rules.ts';

export type CostsInput = z.output<typeof CostsQuery>;

/** All groups of an account's costs, and the request they answer. */
export interface ReadCosts {
  readonly by: CostsBy;
  readonly label: string | null;
  readonly labels: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly groups: readonly CostGroup[];
}

/** @throws INVALID_REQUEST the last day is before the first, or the span is too long ago */
export async function readCosts(ctx: CustomerCtx, input: CostsInput): Promise<ReadCosts> {
  const { accountId, db } = ctx;
  await requireRole(db.sql, ctx, 'billing.read');
  const days = daysOf(input, ctx.clock.now());
  // Nothing is charged ahead, and future hours would each be looked up.
  const span = { accountId, start: days.start, end: earlier(days.end, addMs(ctx.clock.now(), HOUR_MS)) };
  const costs = await sumByServer(db.sql, span, await wayToHours(db.sql, span));
  const serverIds = costs.flatMap(({ serverId }) => (serverId === null ? [] : [serverId]));
  const servers = new Map((await selectCostServers(db.sql, { accountId, serverIds })).map((server) => [server.id, server]));
  const labels = await readLabels(db.sql, { accountId, serverIds });
  const keys = labelKeys(labels);
  const label = input.by === 'label' ? (input.label ?? keys[0] ?? null) : null;
  const groups = groupCosts(costs, { by: input.by, label, servers, labels });
  return { by: input.by, label, labels: keys, from: days.from, to: days.to, groups };
}

function daysOf({ from: asked, to: until, days }: CostsInput, now: Date) {
  const to = until ?? dateOf(now);
  const from = asked ?? (days === undefined ? earlier(dateOf(billingMonth(now).start), to) : daysBefore(to, days - 1));
  if (from > to) throw invalidRequest('to', listSentences.endsBeforeItBegins);
  const { start, end } = spanOf({ from, to });
  if (start === null || end === null) throw new RangeError('both days are known');
  // One day a year has 25 hours.
  if (end.getTime() - start.getTime() > COST_DAYS_MAX * DAY_MS + DAY_MS / 2)
    throw invalidRequest('from', listSentences.tooManyDays(COST_DAYS_MAX));
  return { from, to, start, end };
}

function earlier<T extends string | Date>(a: T, b: T): T {
  return a < b ? a : b;
}
