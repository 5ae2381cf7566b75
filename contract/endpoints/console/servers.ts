import { z } from 'zod';
import { ServerBudget } from '../../billing/billing.ts';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { SetServerBudgetRequest } from '../../billing/budgets.ts';
import {
  ConsoleCreateServerRequest,
  ConsoleDeleteServerRequest,
  ConsoleLink,
  ConsoleServerActionRequest,
  ConsoleServerDetail,
  ServerLoad,
  ServerStake,
  ServerState,
} from '../../servers/console-servers.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { ServerPath } from '../../api/paths.ts';
import { ServerActionAccepted, ServerCreated, ServerDeleted } from '../../servers/servers.ts';
import { actionRefusals, deployRefusals } from '../../errors/errors.ts';

const read = endpointRows({ ...memberReads, needs: 'servers.read' });
const write = endpointRows({ ...memberChanges, needs: 'servers.write' });

export const listServerStates = read.get('/server-states', 'What changes of servers while one looks at them', {
  takes: {},
  data: z.array(ServerState),
});

export const listServerStakes = read.get('/server-stakes', 'What actions on servers, or on one of them, would cost, lose or refund', {
  takes: { query: z.object({ serverId: IdText.optional() }) },
  data: z.array(ServerStake),
  errors: ['INVALID_REQUEST'],
});

export const listServerLoads = read.get('/server-loads', 'How busy the newest servers are that run', {
  takes: {},
  data: z.array(ServerLoad),
});

export const setServerBudget = write.put('/servers/:id/budget', "Set or lift a server's own monthly limit", {
  needs: 'billing.write',
  takes: { params: ServerPath, body: SetServerBudgetRequest },
  data: ServerBudget,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  owns: 'live server',
});

export const createServer = write.post('/servers', 'Deploy a server; the first hour is taken from the credit', {
  takes: { body: ConsoleCreateServerRequest },
  status: 201,
  data: ServerCreated,
  errors: [...deployRefusals, 'PRICE_CHANGED'],
});

export const actOnServer = write.post('/servers/:id/actions', 'Start, stop, reboot, hibernate or restore a server', {
  takes: { params: ServerPath, body: ConsoleServerActionRequest },
  data: ServerActionAccepted,
  errors: [...actionRefusals, 'PRICE_CHANGED'],
  owns: 'live server',
});

export const deleteServer = write.delete('/servers/:id', 'Destroy a server and all its data, for the refund that was shown; irreversible', {
  takes: { params: ServerPath, body: ConsoleDeleteServerRequest.default({}) },
  data: ServerDeleted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CONFIRM_AGAIN'],
  owns: 'live server',
});

export const getServer = read.get('/servers/:id', 'One server, whom to log in as, and what is paid for it', {
  takes: { params: ServerPath },
  data: ConsoleServerDetail,
  errors: ['NOT_FOUND'],
  owns: 'deleted server too',
});

export const createConsoleLink = write.post(
  '/servers/:id/console-link',
  'A link that opens a terminal of a running server once, within five minutes',
  { takes: { params: ServerPath }, status: 201, data: ConsoleLink, errors: ['NOT_FOUND', 'INVALID_STATE'], owns: 'live server' },
);
