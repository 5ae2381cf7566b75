import * as rows from '@boreal/contract/endpoints/operator/capacity.ts';
import type { Host, Pool } from '@boreal/contract/operator/operator.ts';
import type { z } from 'zod';
import { addFoundHost, findOnEngines } from '../../core/fleet/capacity/hosts/engine-hosts.ts';
import { addGpus } from '../../core/fleet/capacity/gpus/add-gpus.ts';
import { addPool } from '../../core/fleet/capacity/pools/add-pool.ts';
import { readHouseLimitGb } from '../../core/fleet/servers/hibernated-gb.store.ts';
import { limitHibernation } from '../../core/fleet/servers/limit-hibernation.ts';
import { limitHost } from '../../core/fleet/capacity/hosts/limit-host.ts';
import { removeGpu, replaceGpu } from '../../core/fleet/capacity/gpus/exchange-gpu.ts';
import type { HostRow, PoolRow } from '../../core/fleet/capacity/hosts.store.ts';
import { listHostsWithServers } from '../../core/fleet/capacity/hosts/list-hosts.ts';
import { listGpus } from '../../core/fleet/capacity/gpus/list-gpus.ts';
import { listPools } from '../../core/fleet/capacity/pools/list-pools.ts';
import { changePoolDisks } from '../../core/fleet/capacity/pools/change-pool-disks.ts';
import { removePool } from '../../core/fleet/capacity/pools/remove-pool.ts';
import { renamePool } from '../../core/fleet/capacity/pools/rename-pool.ts';
import { removeHost } from '../../core/fleet/capacity/hosts/remove-host.ts';
import { quarantineGpu, releaseGpu } from '../../core/fleet/capacity/gpus/set-gpu-aside.ts';
import { setHostState } from '../../core/fleet/capacity/hosts/set-host-state.ts';
import { readOfferedDisks } from '../../core/fleet/engines/engine-traits.store.ts';
import { listSharedAddresses } from '../../core/fleet/forwards/shared-addresses.store.ts';
import { bind } from '../../door/bind.ts';

/** Pools, their hosts, and which server has which GPU. */
export const capacityRoutes = bind(rows, {
  listPools: async (ctx) => {
    const offered = await readOfferedDisks(ctx.db.sql);
    return (await listPools(ctx.db.sql)).map((pool) => ({
      ...poolOf(pool),
      offered: offered.get(pool.engine) ?? { systemDisks: [], workDisks: [] },
    }));
  },
  addPool: async (ctx, { body }) => poolOf(await addPool(ctx, body)),
  renamePool: async (ctx, { params, body }) => poolOf(await renamePool(ctx, { ...params, ...body })),
  changePoolDisks: async (ctx, { params, body }) => poolOf(await changePoolDisks(ctx, { ...params, ...body })),
  removePool: async (ctx, { params, body }) => ({ id: (await removePool(ctx, { ...params, ...body })).id }),
  listEngines: async (ctx, _request, { engines }) =>
    (await findOnEngines(ctx, engines)).map(({ hosts, ...engine }) => ({ ...engine, hosts: [...hosts] })),
  listHosts: async (ctx, { query }) => {
    const shared = new Map((await listSharedAddresses(ctx.db.sql)).map((address) => [address.hostId, address]));
    return (await listHostsWithServers(ctx.db.sql, query)).map((host) => ({
      ...hostOf(host),
      poolIds: [...host.poolIds],
      free: host.free,
      used: host.used,
      setAside: host.setAside,
      refusals: [...host.refusals],
      canMove: host.canMove,
      gpus: [...host.gpus],
      cores: host.use.cores,
      memoryGb: host.use.memoryGb,
      storages: host.use.storages.map((storage) => ({ ...storage, kinds: [...storage.kinds] })),
      shared: shared.get(host.id) ?? null,
      servers: host.servers,
    }));
  },
  addHost: async (ctx, { body }, { engines }) => hostOf(await addFoundHost(ctx, engines, body)),
  setHostState: async (ctx, { params: { hostId }, body: { state } }) => hostOf(await setHostState(ctx, { hostId, state })),
  limitHost: async (ctx, { params: { hostId }, body: { storages = [], ...machine } }) =>
    hostOf(await limitHost(ctx, { hostId, ...machine, disksGb: storages.map(({ name, ...limit }) => ({ storage: name, ...limit })) })),
  getHibernationLimit: async (ctx) => ({ limitGb: await readHouseLimitGb(ctx.db.sql) }),
  setHibernationLimit: async (ctx, { body: { limitGb } }) => {
    await limitHibernation(ctx, { accountId: null, gb: limitGb });
    return { limitGb: await readHouseLimitGb(ctx.db.sql) };
  },
  removeHost: async (ctx, { params }) => ({ id: (await removeHost(ctx, params)).id }),
  listGpus: (ctx, { query }) => listGpus(ctx.db.sql, { hostId: query.hostId, setAside: query.setAside === 'true' }),
  addGpus: (ctx, { params: { hostId }, body }) =>
    addGpus(ctx, { hostId, poolId: body.poolId, devices: body.devices ?? Array.from({ length: body.gpuCount ?? 1 }, () => null) }),
  quarantineGpu: (ctx, { params, body }) => quarantineGpu(ctx, { ...params, reason: { type: 'by_hand', note: body.reason } }),
  releaseGpu: (ctx, { params }) => releaseGpu(ctx, params),
  replaceGpu: (ctx, { params, body }) => replaceGpu(ctx, { ...params, ...body }),
  removeGpu: (ctx, { params, body }) => removeGpu(ctx, { ...params, reason: { type: 'by_hand', note: body.reason } }),
});

function poolOf({ sharesHosts: _, createdAt, ...pool }: PoolRow): z.infer<typeof Pool> {
  return { ...pool, createdAt: createdAt.toISOString() };
}

function hostOf({ id, poolId, name, state, stateWhy, silentWhy, ...row }: HostRow): z.infer<typeof Host> {
  const stateSince = row.stateSince?.toISOString() ?? null;
  const silentSince = row.silentSince?.toISOString() ?? null;
  return { id, poolId, name, state, stateSince, stateWhy, silentSince, silentWhy, createdAt: row.createdAt.toISOString() };
}
