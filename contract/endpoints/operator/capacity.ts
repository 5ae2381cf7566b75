import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { IdText } from '../../ids.ts';
import { AddHostRequest, AddPoolRequest, Host, HostWithGpus, Pool, SetHostStateRequest } from '../../operator.ts';

export const listPools = operatorReads.get('/pools', 'Every pool', { takes: {}, data: z.array(Pool) });

export const addPool = operatorChanges.post('/pools', 'Make a pool; it sells nothing until it has hosts', {
  takes: { body: AddPoolRequest },
  status: 201,
  data: Pool,
  errors: ['INVALID_REQUEST'],
});

export const listHosts = operatorReads.get('/hosts', 'Hosts with their GPUs and the servers on them', {
  takes: { query: z.object({ poolId: IdText.optional() }) },
  data: z.array(HostWithGpus),
});

export const addHost = operatorChanges.post('/hosts', 'Add a host and its GPUs to a pool', {
  takes: { body: AddHostRequest },
  status: 201,
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const setHostState = operatorChanges.put('/hosts/:hostId', 'Drain a host, take it off, or place servers on it again', {
  takes: { params: z.object({ hostId: IdText }), body: SetHostStateRequest },
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});
