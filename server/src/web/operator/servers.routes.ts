import * as rows from '@boreal/contract/endpoints/operator/servers.ts';
import type { Locale } from '@boreal/contract/language.ts';
import { toCad } from '@boreal/contract/money.ts';
import type { OperatorServerDetail } from '@boreal/contract/operator.ts';
import type { z } from 'zod';
import { readAccountNames } from '../../core/money/accounts/account-names.store.ts';
import { getServerUsage } from '../../core/fleet/servers/get-server-usage.ts';
import { findHostName, slotsOf } from '../../core/fleet/capacity/capacity.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { listAllServers } from '../../core/fleet/servers/list-all-servers.ts';
import { listServerEvents } from '../../core/fleet/servers/list-server-events.ts';
import { preemptServer } from '../../core/fleet/lifecycle/spot/preempt-server.ts';
import { findServer } from '../../core/fleet/servers/servers.store.ts';
import { bind } from '../../door/bind.ts';
import { notFound } from '../../kit/errors.ts';

const EVENTS_SHOWN = 50;

/** Every customer's servers. */
export const serversRoutes = bind(rows, {
  listAllServers: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllServers(ctx, query);
    return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), nextCursor };
  },
  explainServer: (ctx, { params: { serverId } }, { locale }) => explainServer(ctx, { serverId, locale }),
  preemptServer: async (ctx, { params: { serverId }, body: { reason } }) => {
    const { server, refundedMicros } = await preemptServer(ctx, { serverId, reason });
    return { id: server.id, goal: server.goal, refunded: toCad(refundedMicros), currency: 'CAD' as const };
  },
});

async function explainServer(
  ctx: Ctx,
  { serverId, locale }: { serverId: string; locale: Locale },
): Promise<z.infer<typeof OperatorServerDetail>> {
  const server = await findServer(ctx.db.sql, serverId);
  if (!server) throw notFound('server');
  const accountName = (await readAccountNames(ctx.db.sql, [server.accountId])).get(server.accountId) ?? server.accountId;
  const { id, name, accountId, planId, status, task, ipv4, hostId, waitReason, goal, attempts } = server;
  const customer = { ...ctx, accountId };
  const { items: events } = await listServerEvents(customer, { serverId, locale, limit: EVENTS_SHOWN });
  const { usage } = await getServerUsage(customer, { serverId, limit: 1 });
  return {
    id,
    name,
    accountId,
    accountName,
    planId,
    status,
    task,
    ipv4,
    hostId,
    waitReason,
    goal,
    attempts,
    events,
    totals: usage.totals,
    hostName: hostId === null ? null : await findHostName(ctx.db.sql, hostId),
    gpuSlots: await slotsOf(ctx.db.sql, serverId),
    deadlineAt: server.deadlineAt?.toISOString() ?? null,
    createdAt: server.createdAt.toISOString(),
  };
}
