import * as rows from '@boreal/contract/endpoints/servers.ts';
import { getServerAtStake } from '../core/commerce/orders/get-server-at-stake.ts';
import { getServerBudget } from '../core/fleet/servers/views/get-server-budget.ts';
import { getServerUsage } from '../core/fleet/servers/views/get-server-usage.ts';
import { actOnServer } from '../core/fleet/lifecycle/change/act-on-server.ts';
import { createServer } from '../core/fleet/lifecycle/create/create-server.ts';
import { deleteServer } from '../core/fleet/lifecycle/change/delete-server.ts';
import { getServerMetrics } from '../core/fleet/servers/views/get-server-metrics.ts';
import { listServerEvents } from '../core/fleet/servers/views/list-server-events.ts';
import { listServers } from '../core/fleet/servers/views/list-servers.ts';
import { bind } from './bind.ts';

export const serversRoutes = bind(rows, {
  listServers: (ctx, { query }) => listServers(ctx, query),
  createServer: (ctx, { body }) => createServer(ctx, body),
  getServer: (ctx, { params: { id } }) => getServerAtStake(ctx, { serverId: id }),
  deleteServer: (ctx, { params: { id } }) => deleteServer(ctx, { serverId: id }),
  actOnServer: (ctx, { params: { id }, body }) => actOnServer(ctx, { serverId: id, action: body.action }),
  getServerMetrics: (ctx, { params: { id }, query }, { engines }) =>
    getServerMetrics(ctx, { serverId: id, duration: query.duration }, engines),
  listServerEvents: (ctx, { params: { id }, query }, { locale }) => listServerEvents(ctx, { serverId: id, locale, ...query }),
  getServerUsage: async (ctx, { params: { id }, query }) => {
    const { usage, nextCursor } = await getServerUsage(ctx, { serverId: id, ...query });
    return { data: usage, nextCursor };
  },
  getServerBudget: (ctx, { params: { id } }) => getServerBudget(ctx, { serverId: id }),
});
