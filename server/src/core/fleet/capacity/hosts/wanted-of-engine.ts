import type { Sql } from '../../../../db/connect.ts';
import type { MachineSize, MachineType } from '../../../../engines/engine.ts';
import { listFreePorts } from '../../forwards/shared-addresses.store.ts';
import { hostsWithoutAddress } from './host-rooms.store.ts';
import { listPlans, selectImages } from '../../../money/catalog/catalog.store.ts';
import { selectModels } from '../../../money/catalog/models.store.ts';
import type { PoolRow } from '../hosts.store.ts';
import { listHosts } from './list-hosts.ts';
import { listPools } from '../pools/list-pools.ts';

/** What the engine needs for everything that is set up for sale, and what is missing on our own side. */
export interface WantedOfEngine {
  readonly images: readonly { readonly id: string; readonly engineName: string }[];
  readonly machineTypes: readonly MachineType[];
  readonly hosts: readonly { readonly name: string; readonly machineType: MachineType; readonly devices: readonly string[] }[];
  /** GPUs, or places of hosts without GPUs, that are declared in its pools. */
  readonly places: number;
  /** The sizes that plans sell in its pools, each once. */
  readonly sizes: readonly MachineSize[];
  /** Public addresses shared by the servers of a host, with the ports that lead nowhere. */
  readonly shared: readonly {
    readonly hostName: string;
    readonly ip: string;
    readonly listenIp: string;
    readonly freePorts: readonly number[];
  }[];
  readonly sentences: readonly string[];
}

/** What an owner has yet to set up before anything can be sold, in the order of setup. */
async function missingOfShop(
  db: Sql,
  { engine, pools, hasHosts, hasImage }: { engine: string; pools: readonly PoolRow[]; hasHosts: boolean; hasImage: boolean },
): Promise<string[]> {
  const models = (await selectModels(db)).filter((model) => model.retiredAt === null);
  const planned = new Set((await listPlans(db)).map((plan) => plan.gpuModel));
  const sentences: string[] = [];
  if (!hasImage) sentences.push('There is no image yet. Add one: image add IMAGE --name TEXT --username NAME');
  if (models.length === 0) sentences.push('The catalog has no GPU model yet. Add one: model add SLUG --name TEXT --memory GB');
  if (pools.length === 0)
    sentences.push(`No pool is of this engine, so nothing can be sold. Make one: pool add NAME --model SLUG --engine ${engine}`);
  else if (!hasHosts) sentences.push('The pools have no hosts yet. Add one: host add NAME --pool POOL');
  for (const { name, gpuModel } of pools) {
    if (planned.has(gpuModel)) continue;
    sentences.push(`No plan sells the GPUs of the pool ${name}. Add one: plan add ${gpuModel} --gpus 1 --vcores N --ram GB --price CAD`);
  }
  return sentences;
}

/** For the report at startup and the operator's `engine check`. Only the image that servers get must exist. */
export async function wantedOfEngine(db: Sql, engine: string): Promise<WantedOfEngine> {
  const own = (await listPools(db)).filter((pool) => pool.engine === engine);
  // Lists a host of several pools once for each pool, with the GPUs that it has of it and the kind of its machines.
  const hosts = (await listHosts(db)).flatMap(({ name, gpus }) =>
    own.flatMap(({ id, machineType }) => {
      const ofPool = gpus.filter(({ poolId }) => poolId === id);
      return ofPool.length === 0 ? [] : [{ name, machineType, gpus: ofPool }];
    }),
  );
  const images = (await selectImages(db)).filter((image) => image.isDefault);
  const full = await hostsWithoutAddress(db, engine);
  const sentences = await missingOfShop(db, { engine, pools: own, hasHosts: hosts.length > 0, hasImage: images.length > 0 });
  if (full.length > 0)
    sentences.push(
      `No address, or no port of a shared one, is free for new servers, so nothing is sold on ${full.join(', ')}. Add some: address add RANGE --engine ${engine}, or address share ADDRESS with more ports`,
    );
  return {
    images: images.map((image) => ({ id: image.id, engineName: image.engineName ?? image.id })),
    machineTypes: [...new Set(own.map((pool) => pool.machineType))],
    hosts: hosts.map((host) => ({
      name: host.name,
      machineType: host.machineType,
      devices: host.gpus.flatMap((gpu) => (gpu.state === 'removed' ? [] : (gpu.device ?? []))),
    })),
    places: hosts.flatMap((host) => host.gpus.filter((gpu) => gpu.state !== 'removed')).length,
    sizes: await sizesOf(db, own),
    shared: (await listFreePorts(db, engine)).filter(({ hostName }) => hosts.some(({ name }) => name === hostName)),
    sentences,
  };
}

async function sizesOf(db: Sql, pools: readonly PoolRow[]): Promise<MachineSize[]> {
  const plans = await listPlans(db);
  const sizes = pools.flatMap(({ machineType, gpuModel, withGpus, systemDisk, workDisk }) =>
    plans
      .filter((plan) => plan.gpuModel === gpuModel)
      .map(({ gpuCount, vcores, ramGb, storageGb, localStorageGb }) => ({
        machineType,
        gpuModel,
        withGpus,
        gpuCount,
        vcores,
        ramGb,
        storageGb,
        localStorageGb,
        systemDisk,
        workDisk,
      })),
  );
  return [...new Map(sizes.map((size) => [JSON.stringify(size), size])).values()];
}
