import { z } from 'zod';
import { operatorChanges, operatorReads, SearchText } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { OperatorServer, OperatorServerDetail, PreemptServerRequest, ServerPreempted } from '../../operator.ts';
import { PageQuery } from '../../pages.ts';
import { ServerStatus } from '../../servers.ts';

const params = z.object({ serverId: IdText });
const ServersQuery = PageQuery.extend({ accountId: IdText.optional(), status: ServerStatus.optional(), search: SearchText });

export const listAllServers = list('/servers', {
  ...operatorReads,
  takes: { query: ServersQuery },
  of: OperatorServer,
  errors: ['NOT_FOUND'],
  summary: 'Servers, the oldest first; deleted ones only by their status',
});

export const explainServer = endpoint('GET', '/servers/:serverId', {
  ...operatorReads,
  takes: { params },
  data: OperatorServerDetail,
  errors: ['NOT_FOUND'],
  speaks: true,
  summary: 'All that explains one server',
});

export const preemptServer = endpoint('POST', '/servers/:serverId/preempt', {
  ...operatorChanges,
  takes: { params, body: PreemptServerRequest },
  data: ServerPreempted,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Take its GPUs from a spot server; the customer reads the reason',
});
