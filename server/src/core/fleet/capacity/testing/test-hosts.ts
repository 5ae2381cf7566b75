import type { Tx } from '../../../../db/connect.ts';
import { listHosts } from '../hosts/list-hosts.ts';
import { addGpus } from '../gpus/add-gpus.ts';
import { addHost } from '../hosts/add-host.ts';
import { addPool } from '../pools/add-pool.ts';
import { releaseGpus, type Placement } from '../places/capacity.store.ts';
import { lockPools } from '../places/locked-pools.store.ts';
import { reserveGpus } from '../places/reserve-gpus.ts';
import { soldServers, type SoldServers } from './sold-servers.ts';

/** For tests: hosts with H100 GPUs that are taken and released without payment. */
export interface TestHosts extends Pick<SoldServers, 'ctx' | 'db'> {
  newServer(): Promise<string>;
  reserve(serverId: string, gpuCount: number): Promise<Placement | null>;
  release(serverId: string): Promise<void>;
  /** Adds hosts by name, each in its own pool, so that choosing among pools is tested too; their ids in order. */
  hosts(gpuModel: string, sizes: Record<string, number>): Promise<string[]>;
  /** Adds GPUs of another pool to a host. */
  mix(hostId: string, gpuModel: string, gpuCount: number): Promise<void>;
  /** Free GPUs by host. */
  freeGpus(): Promise<Record<string, number>>;
  /** Removes all hosts. */
  emptied(): Promise<void>;
}

/** The last step of a sale: locks the model's pools and takes GPUs from them. */
export async function lockAndReserve(
  tx: Tx,
  { gpuModel, region, ...wanted }: { gpuModel: string; region: string; gpuCount: number; serverId: string; at: Date },
): Promise<Placement | null> {
  return reserveGpus(tx, await lockPools(tx, { gpuModel, region, engine: null }), wanted);
}

export async function testHosts(): Promise<TestHosts> {
  const { ctx, db, customer, server } = await soldServers();
  const { accountId } = await customer();
  let pools = 0;
  const newPool = async (gpuModel: string) =>
    (await addPool(ctx, { name: `pool ${(pools += 1)}`, engine: 'simulated', gpuModel, region: 'canada-montreal' })).id;
  return {
    ctx,
    db,
    newServer: async () => (await server(accountId)).id,
    reserve: (serverId, gpuCount) =>
      ctx.transact((tx) =>
        lockAndReserve(tx, { gpuModel: 'h100-sxm', gpuCount, region: 'canada-montreal', serverId, at: ctx.clock.now() }),
      ),
    release: (serverId) => ctx.transact((tx) => releaseGpus(tx, { serverId })),
    async hosts(gpuModel, sizes) {
      const ids: string[] = [];
      for (const [name, gpuCount] of Object.entries(sizes)) {
        ids.push((await addHost(ctx, { poolId: await newPool(gpuModel), name, gpuCount })).id);
      }
      return ids;
    },
    async mix(hostId, gpuModel, gpuCount) {
      await addGpus(ctx, { hostId, poolId: await newPool(gpuModel), devices: Array.from({ length: gpuCount }, () => null) });
    },
    freeGpus: async () => Object.fromEntries((await listHosts(db.sql)).map((host) => [host.name, host.free])),
    emptied: async () =>
      void (await db.pool.query(
        'update servers set host_id = null, pool_id = null; delete from gpus; delete from hosts; delete from pools',
      )),
  };
}
