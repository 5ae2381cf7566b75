import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { AddGpusRequest, GpuPath, HostGpu, ReplaceGpuRequest, SetGpuAsideRequest } from '../../fleet/gpus.ts';
import { IdText } from '../../values/ids.ts';
import {
  AddHostRequest,
  AddPoolRequest,
  ChangePoolDisksRequest,
  EngineFound,
  HibernationLimit,
  Host,
  HostWithGpus,
  LimitHostRequest,
  ListedPool,
  Pool,
  RemovePoolRequest,
  RenamePoolRequest,
  SetHibernationLimitRequest,
  SetHostStateRequest,
} from '../../operator/operator.ts';

const read = operatorReads('fleet.read');
const write = operatorChanges('fleet.write');

export const listPools = read.get('/pools', 'Every pool', { takes: {}, data: z.array(ListedPool) });

export const addPool = write.post('/pools', 'Make a pool; it sells nothing until it has hosts', {
  takes: { body: AddPoolRequest },
  status: 201,
  data: Pool,
  errors: ['INVALID_REQUEST'],
});

export const renamePool = write.put('/pools/:poolId', 'Rename a pool; what it sells stays', {
  takes: { params: z.object({ poolId: IdText }), body: RenamePoolRequest },
  data: Pool,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const changePoolDisks = write.put('/pools/:poolId/disks', 'Choose what the disks of a pool’s new servers are', {
  takes: { params: z.object({ poolId: IdText }), body: ChangePoolDisksRequest },
  data: Pool,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const removePool = write.post('/pools/:poolId/remove', 'Remove a pool that has no host, and that no server was in last', {
  takes: { params: z.object({ poolId: IdText }), body: RemovePoolRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const listEngines = read.get('/engines', 'What each engine finds: its hosts, and their GPUs that are not ours yet', {
  takes: {},
  data: z.array(EngineFound),
});

export const listHosts = read.get('/hosts', 'Hosts with their GPUs and the servers on them', {
  takes: { query: z.object({ poolId: IdText.optional() }) },
  data: z.array(HostWithGpus),
});

export const addHost = write.post('/hosts', 'Add a host and its GPUs to a pool', {
  takes: { body: AddHostRequest },
  status: 201,
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const setHostState = write.put('/hosts/:hostId', 'Drain a host, take it off, or place servers on it again', {
  takes: { params: z.object({ hostId: IdText }), body: SetHostStateRequest },
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const limitHost = write.put('/hosts/:hostId/limits', 'Say how much of a host may be sold; what is sold stays', {
  takes: { params: z.object({ hostId: IdText }), body: LimitHostRequest },
  data: Host,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const getHibernationLimit = read.get('/hibernation-limit', 'What hibernated servers of each account may keep', {
  takes: {},
  data: HibernationLimit,
});

export const setHibernationLimit = write.put(
  '/hibernation-limit',
  'Limit the disks that hibernated servers of each account keep; an account may have its own limit',
  { takes: { body: SetHibernationLimitRequest }, data: HibernationLimit, errors: ['INVALID_REQUEST'] },
);

export const removeHost = write.delete('/hosts/:hostId', 'Remove an empty host and its GPUs', {
  takes: { params: z.object({ hostId: IdText }) },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const listGpus = read.get('/gpus', 'GPUs with their state, and the servers on them', {
  takes: { query: z.object({ hostId: IdText.optional(), setAside: z.enum(['true', 'false']).optional() }) },
  data: z.array(HostGpu),
});

export const addGpus = write.post('/hosts/:hostId/gpus', 'Add GPUs to a host, in the slots after its last', {
  takes: { params: z.object({ hostId: IdText }), body: AddGpusRequest },
  status: 201,
  data: z.array(HostGpu),
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const quarantineGpu = write.post('/hosts/:hostId/gpus/:slot/quarantine', 'Give a GPU to no other server; one that has it goes on', {
  takes: { params: GpuPath, body: SetGpuAsideRequest },
  data: HostGpu,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const releaseGpu = write.post('/hosts/:hostId/gpus/:slot/release', 'Sell a GPU again that was set aside', {
  takes: { params: GpuPath },
  data: HostGpu,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const replaceGpu = write.post('/hosts/:hostId/gpus/:slot/replace', 'Another GPU is in the slot: sell it', {
  takes: { params: GpuPath, body: ReplaceGpuRequest },
  data: HostGpu,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const removeGpu = write.post('/hosts/:hostId/gpus/:slot/remove', 'No GPU is in the slot any more', {
  takes: { params: GpuPath, body: SetGpuAsideRequest },
  data: HostGpu,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});
