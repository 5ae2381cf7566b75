import * as rows from '@boreal/contract/endpoints/operator/capacity.ts';
import type { Host, Pool } from '@boreal/contract/operator.ts';
import type { z } from 'zod';
import { addHost } from '../../core/fleet/capacity/add-host.ts';
import { addPool } from '../../core/fleet/capacity/add-pool.ts';
import type { HostRow, PoolRow } from '../../core/fleet/capacity/hosts.store.ts';
import { listHostsWithServers } from '../../core/fleet/capacity/list-hosts.ts';
import { listPools } from '../../core/fleet/capacity/list-pools.ts';
import { setHostState } from '../../core/fleet/capacity/set-host-state.ts';
import { bind } from '../../door/bind.ts';

/** Pools, their hosts, and which server has which GPU. */
export const capacityRoutes = bind(rows, {
  listPools: async (ctx) => (await listPools(ctx.db.sql)).map(poolOf),
  addPool: async (ctx, { body }) => poolOf(await addPool(ctx, body)),
  listHosts: async (ctx, { query }) =>
    (await listHostsWithServers(ctx.db.sql, query)).map((host) => ({
      ...hostOf(host),
      free: host.free,
      used: host.used,
      gpus: host.gpus.map((gpu) => ({ ...gpu })),
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
