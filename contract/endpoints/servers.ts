import { z } from 'zod';
import { ServerBudget, ServerUsage } from '../billing.ts';
import { endpoint, list, pagedObject } from '../endpoint.ts';
import { PageQuery } from '../pages.ts';
import { ServerPath } from '../paths.ts';
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
} from '../servers.ts';

const rest = { scope: 'account', group: 'Servers' } as const;
const params = ServerPath;
const ServersQuery = PageQuery.extend({
  status: ServerStatus.optional().meta({
    description: 'Only servers of this status; deleted ones are listed only this way.',
    example: 'ACTIVE',
  }),
});
const MetricsQuery = z.object({ duration: MetricsDuration.default('1h').meta({ description: 'How far back.', example: '1h' }) });

export const listServers = list('/servers', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { query: ServersQuery },
  of: ServerSummary,
  summary: 'Servers of the caller',
});

export const createServer = endpoint('POST', '/servers', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { body: CreateServerRequest },
  status: 201,
  data: ServerCreated,
  errors: ['INVALID_REQUEST', 'ACCOUNT_SUSPENDED', 'INSUFFICIENT_CREDITS', 'PAYMENT_REQUIRED', 'BUDGET_CAP_REACHED', 'PLAN_NOT_AVAILABLE'],
  summary: 'Deploy a server; the first hour is taken from the credit',
});

export const getServer = endpoint('GET', '/servers/:id', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { params },
  data: ServerDetail,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
  summary: 'One server',
});

export const deleteServer = endpoint('DELETE', '/servers/:id', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { params },
  data: ServerDeleted,
  errors: ['NOT_FOUND'],
  owns: 'live server',
  summary: 'Destroy a server and all its data; irreversible',
});

export const actOnServer = endpoint('POST', '/servers/:id/actions', {
  ...rest,
  needs: 'servers.write',
  limit: 5,
  takes: { params, body: ServerActionRequest },
  data: ServerActionAccepted,
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
  owns: 'live server',
  summary: 'Start, stop, reboot, hibernate or restore a server',
});

export const getServerMetrics = endpoint('GET', '/servers/:id/metrics', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { params, query: MetricsQuery },
  data: Metrics,
  errors: ['INVALID_REQUEST', 'NOT_PROVISIONED', 'NOT_FOUND'],
  owns: 'live server',
  summary: 'CPU, RAM and network of a server',
});

export const listServerEvents = list('/servers/:id/events', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { params, query: PageQuery },
  of: ServerEvent,
  speaks: true,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
  summary: 'Activity log of a server, newest first',
});

export const getServerUsage = pagedObject('/servers/:id/usage', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes: { params, query: PageQuery },
  data: ServerUsage,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
  summary: 'Hour by hour billing of a server',
});

export const getServerBudget = endpoint('GET', '/servers/:id/budget', {
  ...rest,
  needs: 'servers.read',
  limit: 60,
  takes: { params },
  data: ServerBudget,
  errors: ['NOT_FOUND'],
  owns: 'live server',
  summary: 'Monthly limit of a server and its cost this month',
});
