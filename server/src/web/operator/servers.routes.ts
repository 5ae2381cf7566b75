import * as rows from '@boreal/contract/endpoints/operator/servers.ts';
import type { Locale } from '@boreal/contract/words/language.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { OperatorServerDetail } from '@boreal/contract/operator/operator.ts';
import type { z } from 'zod';
import { readAccountNames } from '../../core/money/accounts/account-names.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { actOnAnyServer } from '../../core/fleet/lifecycle/change/act-on-any-server.ts';
import { listAllServers } from '../../core/fleet/servers/views/list-all-servers.ts';
import { preemptServer } from '../../core/fleet/lifecycle/spot/preempt-server.ts';
import { explainServer } from '../../core/fleet/servers/views/explain-server.ts';
import { bind } from '../../door/bind.ts';

const EVENTS_SHOWN = 50;

/** Every customer's servers. */
export const serversRoutes = bind(rows, {
  listAllServers: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllServers(ctx, query);
    return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), nextCursor };
  },
  explainServer: (ctx, { params: { serverId } }, { locale }) => tellServer(ctx, { serverId, locale }),
  actOnAnyServer: async (ctx, { params: { serverId }, body: { action, reason } }) => {
    await actOnAnyServer(ctx, { serverId, action, reason });
    return { id: serverId, action, status: 'accepted' as const };
  },
  preemptServer: async (ctx, { params: { serverId }, body: { reason } }) => {
    const { server, refundedMicros } = await preemptServer(ctx, { serverId, reason });
    return { id: server.id, goal: server.goal, refunded: toCad(refundedMicros), currency: 'CAD' as const };
  },
});

async function tellServer(
  ctx: Ctx,
  { serverId, locale }: { serverId: string; locale: Locale },
): Promise<z.infer<typeof OperatorServerDetail>> {
  const { server, ...explained } = await explainServer(ctx, { serverId, locale, events: EVENTS_SHOWN });
  const { id, name, accountId, planId, status, task, ipv4, sshPort, hostId, waitReason, goal, attempts } = server;
  return {
    ...explained,
    id,
    name,
    accountId,
    accountName: (await readAccountNames(ctx.db.sql, [accountId])).get(accountId) ?? accountId,
    planId,
    status,
    task,
    ipv4,
    sshPort,
    hostId,
    waitReason,
    goal,
    attempts,
    deadlineAt: server.deadlineAt?.toISOString() ?? null,
    createdAt: server.createdAt.toISOString(),
  };
}
