import { IdText } from '@boreal/contract/ids.ts';
import { AddHostRequest, AddPoolRequest, Host, HostWithCards, Pool, SetHostStateRequest } from '@boreal/contract/operator.ts';
import { z } from 'zod';
import { addHost } from '../../core/capacity/add-host.ts';
import { addPool } from '../../core/capacity/add-pool.ts';
import type { HostRow, PoolRow } from '../../core/capacity/hosts.store.ts';
import { listHostsWithServers } from '../../core/capacity/list-hosts.ts';
import { listPools } from '../../core/capacity/list-pools.ts';
import { setHostState } from '../../core/capacity/set-host-state.ts';
import type { Ctx } from '../../core/ctx.ts';
import { endpoint } from '../../door/define-endpoint.ts';
import { change, read } from './row.ts';

/** Pools, their hosts, and which server has which card. */
export const capacityRoutes = [
  endpoint('GET', '/pools', { ...read, takes: {}, data: z.array(Pool), name: 'listPools', summary: 'Every pool' }, async (ctx: Ctx) =>
    (await listPools(ctx.db.sql)).map(poolOf),
  ),
  endpoint(
    'POST',
    '/pools',
    {
      ...change,
      takes: { body: AddPoolRequest },
      status: 201,
      data: Pool,
      errors: ['INVALID_REQUEST'],
      name: 'addPool',
      summary: 'Make a pool; it sells nothing until it has hosts',
    },
    async (ctx: Ctx, { body }) => poolOf(await addPool(ctx, body)),
  ),
  endpoint(
    'GET',
    '/hosts',
    {
      ...read,
      takes: { query: z.object({ poolId: IdText.optional() }) },
      data: z.array(HostWithCards),
      name: 'listHosts',
      summary: 'Hosts with their cards and the servers on them',
    },
    async (ctx: Ctx, { query }) =>
      (await listHostsWithServers(ctx.db.sql, query)).map((host) => ({
        ...hostOf(host),
        free: host.free,
        used: host.used,
        cards: host.cards.map((card) => ({ ...card })),
        servers: host.servers,
      })),
  ),
  endpoint(
    'POST',
    '/hosts',
    {
      ...change,
      takes: { body: AddHostRequest },
      status: 201,
      data: Host,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'addHost',
      summary: 'Add a host and its cards to a pool',
    },
    async (ctx: Ctx, { body }) => hostOf(await addHost(ctx, body)),
  ),
  endpoint(
    'PUT',
    '/hosts/:hostId',
    {
      ...change,
      takes: { params: z.object({ hostId: IdText }), body: SetHostStateRequest },
      data: Host,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'setHostState',
      summary: 'Drain a host, take it off, or place servers on it again',
    },
    async (ctx: Ctx, { params: { hostId }, body: { state } }) => hostOf(await setHostState(ctx, { hostId, state })),
  ),
];

function poolOf({ id, name, engine, gpuModel, region, createdAt }: PoolRow): z.infer<typeof Pool> {
  return { id, name, engine, gpuModel, region, createdAt: createdAt.toISOString() };
}

function hostOf({ id, poolId, name, state, silentSince, createdAt }: HostRow): z.infer<typeof Host> {
  return { id, poolId, name, state, silentSince: silentSince?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}
