import { IdText } from '@boreal/contract/ids.ts';
import type { Locale } from '@boreal/contract/language.ts';
import { toCad } from '@boreal/contract/money.ts';
import { OperatorServer, OperatorServerDetail, PreemptServerRequest, ServerPreempted } from '@boreal/contract/operator.ts';
import { ServerStatus } from '@boreal/contract/servers.ts';
import { z } from 'zod';
import { readAccountNames } from '../../core/accounts/account-names.store.ts';
import { getServerUsage } from '../../core/billing/metering/get-server-usage.ts';
import { findHostName, slotsOf } from '../../core/capacity/capacity.store.ts';
import type { Ctx } from '../../core/ctx.ts';
import { listAllServers } from '../../core/servers/list-all-servers.ts';
import { listServerEvents } from '../../core/servers/list-server-events.ts';
import { preemptServer } from '../../core/servers/preempt-server.ts';
import { findServer } from '../../core/servers/servers.store.ts';
import { endpoint, list } from '../../door/define-endpoint.ts';
import { PageQuery } from '../../door/pages.ts';
import { notFound } from '../../kit/errors.ts';
import { change, read, SearchText } from './row.ts';

const params = z.object({ serverId: IdText });
const ServersQuery = PageQuery.extend({ accountId: IdText.optional(), status: ServerStatus.optional(), search: SearchText });
const EVENTS_SHOWN = 50;

/** Every customer's servers. */
export const serversRoutes = [
  list(
    '/servers',
    {
      ...read,
      takes: { query: ServersQuery },
      of: OperatorServer,
      errors: ['NOT_FOUND'],
      name: 'listAllServers',
      summary: 'Servers, the oldest first; deleted ones only by their status',
    },
    async (ctx: Ctx, { query }) => {
      const { items, nextCursor } = await listAllServers(ctx, query);
      return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), nextCursor };
    },
  ),
  endpoint(
    'GET',
    '/servers/:serverId',
    {
      ...read,
      takes: { params },
      data: OperatorServerDetail,
      errors: ['NOT_FOUND'],
      speaks: true,
      name: 'explainServer',
      summary: 'All that explains one server',
    },
    (ctx: Ctx, { params: { serverId } }, { locale }) => explainServer(ctx, { serverId, locale }),
  ),
  endpoint(
    'POST',
    '/servers/:serverId/preempt',
    {
      ...change,
      takes: { params, body: PreemptServerRequest },
      data: ServerPreempted,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'preemptServer',
      summary: 'Take its GPUs from a spot server; the customer reads the reason',
    },
    async (ctx: Ctx, { params: { serverId }, body: { reason } }) => {
      const { server, refundedMicros } = await preemptServer(ctx, { serverId, reason });
      return { id: server.id, goal: server.goal, refunded: toCad(refundedMicros), currency: 'CAD' as const };
    },
  ),
];

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
