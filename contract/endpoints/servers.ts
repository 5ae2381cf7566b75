import { z } from 'zod';
import { ServerBudget, ServerUsage } from '../billing/billing.ts';
import { endpointRows } from '../api/endpoint.ts';
import { actionRefusals, deployRefusals } from '../errors/errors.ts';
import { PageQuery } from '../api/pages.ts';
import { ServerPath } from '../api/paths.ts';
import {
  CreateServerRequest,
  Metrics,
  MetricsDuration,
  ServerActionAccepted,
  ServerActionRequest,
  ServerCreated,
  ServerDeleted,
  ServerDetailAtStake,
  ServerEvent,
  ServerStatus,
  ServerSummary,
} from '../servers/servers.ts';

const rest = { scope: 'account', group: 'Servers' } as const;
const read = endpointRows({ ...rest, needs: 'servers.read', limit: 30 });
const write = endpointRows({ ...rest, needs: 'servers.write', limit: 5 });
const params = ServerPath;
const ServersQuery = PageQuery.extend({
  status: ServerStatus.optional().meta({
    description: 'Only servers of this status; deleted ones are listed only this way.',
    example: 'ACTIVE',
  }),
});
const MetricsQuery = z.object({ duration: MetricsDuration.default('1h').meta({ description: 'How far back.', example: '1h' }) });

export const listServers = read.list('/servers', 'Servers of the caller', { takes: { query: ServersQuery }, of: ServerSummary });

export const createServer = write.post('/servers', 'Deploy a server; the first hour is taken from the credit', {
  takes: { body: CreateServerRequest },
  status: 201,
  data: ServerCreated,
  errors: deployRefusals,
});

export const getServer = read.get('/servers/:id', 'One server', {
  takes: { params },
  data: ServerDetailAtStake,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
});

export const deleteServer = write.delete('/servers/:id', 'Destroy a server and all its data; irreversible', {
  takes: { params },
  data: ServerDeleted,
  errors: ['NOT_FOUND'],
  owns: 'live server',
});

export const actOnServer = write.post('/servers/:id/actions', 'Start, stop, reboot, hibernate or restore a server', {
  takes: { params, body: ServerActionRequest },
  data: ServerActionAccepted,
  errors: actionRefusals,
  owns: 'live server',
});

export const getServerMetrics = read.get('/servers/:id/metrics', 'CPU, RAM and network of a server', {
  takes: { params, query: MetricsQuery },
  data: Metrics,
  errors: ['INVALID_REQUEST', 'NOT_PROVISIONED', 'NOT_FOUND'],
  owns: 'live server',
});

export const listServerEvents = read.list('/servers/:id/events', 'Activity log of a server, newest first', {
  takes: { params, query: PageQuery },
  of: ServerEvent,
  speaks: true,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
});

export const getServerUsage = read.pagedObject('/servers/:id/usage', 'Hour by hour billing of a server', {
  takes: { params, query: PageQuery },
  data: ServerUsage,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
});

export const getServerBudget = read.get('/servers/:id/budget', 'Monthly limit of a server and its cost this month', {
  limit: 60,
  takes: { params },
  data: ServerBudget,
  errors: ['NOT_FOUND'],
  owns: 'live server',
});
