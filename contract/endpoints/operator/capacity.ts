import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { AddHostRequest, AddPoolRequest, Host, HostWithGpus, Pool, SetHostStateRequest } from '../../operator.ts';

export const listPools = endpoint('GET', '/pools', {
  ...operatorReads,
  takes: {},
  data: z.array(Pool),
  summary: 'Every pool',
});

export const addPool = endpoint('POST', '/pools', {
  ...operatorChanges,
  takes: { body: AddPoolRequest },
  status: 201,
  data: Pool,
  errors: ['INVALID_REQUEST'],
  summary: 'Make a pool; it sells nothing until it has hosts',
});

export const listHosts = endpoint('GET', '/hosts', {
  ...operatorReads,
  takes: { query: z.object({ poolId: IdText.optional() }) },
  data: z.array(HostWithGpus),
  summary: 'Hosts with their GPUs and the servers on them',
});

export const addHost = endpoint('POST', '/hosts', {
  ...operatorChanges,
  takes: { body: AddHostRequest },
  status: 201,
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Add a host and its GPUs to a pool',
});

export const setHostState = endpoint('PUT', '/hosts/:hostId', {
  ...operatorChanges,
  takes: { params: z.object({ hostId: IdText }), body: SetHostStateRequest },
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Drain a host, take it off, or place servers on it again',
});
