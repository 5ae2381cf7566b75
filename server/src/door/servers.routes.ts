import { ServerBudget, ServerUsage } from '@boreal/contract/billing.ts';
import {
  CreateServerRequest,
  Metrics,
  MetricsDuration,
  ServerActionAccepted,
  ServerActionRequest,
  ServerCreated,
  ServerDeleted,
  ServerDetail,
  ServerEvent,
  ServerStatus,
  ServerSummary,
} from '@boreal/contract/servers.ts';
import { z } from 'zod';
import { getServerBudget } from '../core/billing/budgets/get-server-budget.ts';
import { getServerUsage } from '../core/billing/metering/get-server-usage.ts';
import { actOnServer } from '../core/servers/act-on-server.ts';
import { createServer } from '../core/servers/create-server.ts';
import { deleteServer } from '../core/servers/delete-server.ts';
import { getServer } from '../core/servers/get-server.ts';
import { getServerMetrics } from '../core/servers/get-server-metrics.ts';
import { listServerEvents } from '../core/servers/list-server-events.ts';
import { listServers } from '../core/servers/list-servers.ts';
import { endpoint, list, pagedObject } from './define-endpoint.ts';
import { ownServer, ownServerDeletedToo, ServerPath } from './own-server.ts';
import { PageQuery } from './pages.ts';

const group = 'Servers';
const params = ServerPath;
const ServersQuery = PageQuery.extend({
  status: ServerStatus.optional().meta({
    description: 'Only servers of this status; deleted ones are listed only this way.',
    example: 'ACTIVE',
  }),
});
const MetricsQuery = z.object({ duration: MetricsDuration.default('1h').meta({ description: 'How far back.', example: '1h' }) });

export const serversRoutes = [
  list(
    '/servers',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { query: ServersQuery },
      of: ServerSummary,
      name: 'listServers',
      summary: 'Servers of the caller',
    },
    (ctx, { query }) => listServers(ctx, query),
  ),

  endpoint(
    'POST',
    '/servers',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { body: CreateServerRequest },
      status: 201,
      data: ServerCreated,
      errors: [
        'INVALID_REQUEST',
        'ACCOUNT_SUSPENDED',
        'INSUFFICIENT_CREDITS',
        'PAYMENT_REQUIRED',
        'BUDGET_CAP_REACHED',
        'PLAN_NOT_AVAILABLE',
      ],
      name: 'createServer',
      summary: 'Deploy a server; the first hour is taken from the credit',
    },
    (ctx, { body }) => createServer(ctx, body),
  ),

  endpoint(
    'GET',
    '/servers/:id',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { params },
      data: ServerDetail,
      owns: ownServerDeletedToo,
      errors: ['NOT_FOUND'],
      name: 'getServer',
      summary: 'One server',
    },
    (ctx, { params: { id } }) => getServer(ctx, { serverId: id }),
  ),

  endpoint(
    'DELETE',
    '/servers/:id',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { params },
      data: ServerDeleted,
      owns: ownServer,
      errors: ['NOT_FOUND'],
      name: 'deleteServer',
      summary: 'Destroy a server and all its data; irreversible',
    },
    (ctx, { params: { id } }) => deleteServer(ctx, { serverId: id }),
  ),

  endpoint(
    'POST',
    '/servers/:id/actions',
    {
      group,
      needs: 'servers.write',
      limit: 5,
      takes: { params, body: ServerActionRequest },
      data: ServerActionAccepted,
      owns: ownServer,
      errors: [
        'INVALID_REQUEST',
        'INVALID_STATE',
        'OPERATION_IN_PROGRESS',
        'ACCOUNT_SUSPENDED',
        'INSUFFICIENT_CREDITS',
        'PAYMENT_REQUIRED',
        'BUDGET_CAP_REACHED',
        'NOT_FOUND',
        'PLAN_NOT_AVAILABLE',
      ],
      name: 'actOnServer',
      summary: 'Start, stop, reboot, hibernate or restore a server',
    },
    (ctx, { params: { id }, body }) => actOnServer(ctx, { serverId: id, action: body.action }),
  ),

  endpoint(
    'GET',
    '/servers/:id/metrics',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { params, query: MetricsQuery },
      data: Metrics,
      owns: ownServer,
      errors: ['INVALID_REQUEST', 'NOT_PROVISIONED', 'NOT_FOUND'],
      name: 'getServerMetrics',
      summary: 'CPU, RAM and network of a server',
    },
    (ctx, { params: { id }, query }, { engine }) => getServerMetrics(ctx, { serverId: id, duration: query.duration }, engine),
  ),

  list(
    '/servers/:id/events',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { params, query: PageQuery },
      of: ServerEvent,
      speaks: true,
      owns: ownServerDeletedToo,
      errors: ['NOT_FOUND'],
      name: 'listServerEvents',
      summary: 'Activity log of a server, newest first',
    },
    (ctx, { params: { id }, query }, { locale }) => listServerEvents(ctx, { serverId: id, locale, ...query }),
  ),

  pagedObject(
    '/servers/:id/usage',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes: { params, query: PageQuery },
      data: ServerUsage,
      owns: ownServerDeletedToo,
      errors: ['NOT_FOUND'],
      name: 'getServerUsage',
      summary: 'Hour by hour billing of a server',
    },
    async (ctx, { params: { id }, query }) => {
      const { usage, nextCursor } = await getServerUsage(ctx, { serverId: id, ...query });
      return { data: usage, nextCursor };
    },
  ),

  endpoint(
    'GET',
    '/servers/:id/budget',
    {
      group,
      needs: 'servers.read',
      limit: 60,
      takes: { params },
      data: ServerBudget,
      owns: ownServer,
      errors: ['NOT_FOUND'],
      name: 'getServerBudget',
      summary: 'Monthly limit of a server and its cost this month',
    },
    (ctx, { params: { id } }) => getServerBudget(ctx, { serverId: id }),
  ),
];
