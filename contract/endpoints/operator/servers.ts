import { z } from 'zod';
import { operatorChanges, operatorReads, SearchText } from '../../api/console-rows.ts';
import { IdText } from '../../values/ids.ts';
import {
  ActedOnAnyServer,
  ActOnAnyServerRequest,
  OperatorServer,
  OperatorServerDetail,
  PreemptServerRequest,
  ServerPreempted,
} from '../../operator/operator.ts';
import { PageQuery } from '../../api/pages.ts';
import { ServerStatus } from '../../servers/servers.ts';

const read = operatorReads('servers.read');
const write = operatorChanges('servers.write');

const params = z.object({ serverId: IdText });
const ServersQuery = PageQuery.extend({ accountId: IdText.optional(), status: ServerStatus.optional(), search: SearchText });

export const listAllServers = read.list('/servers', 'Servers, the oldest first; deleted ones only by their status', {
  takes: { query: ServersQuery },
  of: OperatorServer,
  errors: ['NOT_FOUND'],
});

export const explainServer = read.get('/servers/:serverId', 'All that explains one server', {
  takes: { params },
  data: OperatorServerDetail,
  errors: ['NOT_FOUND'],
  speaks: true,
});

export const actOnAnyServer = write.post('/servers/:serverId/actions', 'Stop or hibernate a customer’s server; they read the reason', {
  takes: { params, body: ActOnAnyServerRequest },
  data: ActedOnAnyServer,
  errors: ['INVALID_REQUEST', 'INVALID_STATE', 'OPERATION_IN_PROGRESS', 'NOT_FOUND'],
});

export const preemptServer = write.post('/servers/:serverId/preempt', 'Take its GPUs from a spot server; the customer reads the reason', {
  takes: { params, body: PreemptServerRequest },
  data: ServerPreempted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});
