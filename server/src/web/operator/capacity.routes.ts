import * as rows from '@boreal/contract/endpoints/operator/capacity.ts';
import type { Host, Pool } from '@boreal/contract/operator.ts';
import type { z } from 'zod';
import { addHost } from '../../core/capacity/add-host.ts';
import { addPool } from '../../core/capacity/add-pool.ts';
import type { HostRow, PoolRow } from '../../core/capacity/hosts.store.ts';
import { listHostsWithServers } from '../../core/capacity/list-hosts.ts';
import { listPools } from '../../core/capacity/list-pools.ts';
import { setHostState } from '../../core/capacity/set-host-state.ts';
import { bind } from '../../door/bind.ts';

/** Pools, their hosts, and which server has which card. */
export const capacityRoutes = bind(rows, {
  listPools: async (ctx) => (await listPools(ctx.db.sql)).map(poolOf),
  addPool: async (ctx, { body }) => poolOf(await addPool(ctx, body)),
  listHosts: async (ctx, { query }) =>
    (await listHostsWithServers(ctx.db.sql, query)).map((host) => ({
      ...hostOf(host),
      free: host.free,
      used: host.used,
      cards: host.cards.map((card) => ({ ...card })),
      servers: host.servers,
    })),
  addHost: async (ctx, { body }) => hostOf(await addHost(ctx, body)),
  setHostState: async (ctx, { params: { hostId }, body: { state } }) => hostOf(await setHostState(ctx, { hostId, state })),
});

function poolOf({ id, name, engine, gpuModel, region, createdAt }: PoolRow): z.infer<typeof Pool> {
  return { id, name, engine, gpuModel, region, createdAt: createdAt.toISOString() };
}

function hostOf({ id, poolId, name, state, silentSince, createdAt }: HostRow): z.infer<typeof Host> {
  return { id, poolId, name, state, silentSince: silentSince?.toISOString() ?? null, createdAt: createdAt.toISOString() };
}
