import type { Sql } from '../../../../db/connect.ts';
import { listPlans } from '../../../money/catalog/catalog.store.ts';
import type { Plan } from '../../../money/catalog/plan.ts';
import { disksFit, machineFits } from '../capacity.rules.ts';
import type { HostUse } from './host-use.store.ts';
import { listHosts, type HostWithGpus } from './list-hosts.ts';
import { listPools } from '../pools/list-pools.ts';

/** Compares what was sold and what is for sale with what an engine's hosts have; sentences for operators. */
export interface RoomFindings {
  /** More is sold than may be. */
  readonly oversold: readonly string[];
  /** Plans that no host of this or any other engine can ever have. */
  readonly fitNowhere: readonly string[];
}

export async function findRooms(db: Sql, engine: string): Promise<RoomFindings> {
  const pools = await listPools(db);
  const all = await listHosts(db);
  const hosts = all.filter((host) => host.engine === engine);
  const plans = (await listPlans(db)).filter((plan) => plan.purchasable && plan.autoProvisioning && !plan.priceOnRequest);
  const fitNowhere = plans.flatMap((plan) => {
    const ofModel = all.filter((host) => pools.some((pool) => pool.gpuModel === plan.gpuModel && gpusOf(host, pool.id) >= plan.gpuCount));
    const isOurs = ofModel.some((host) => host.engine === engine);
    return !isOurs || ofModel.some(({ use }) => fitsEmpty(use, plan)) ? [] : [nowhere(plan)];
  });
  return { oversold: [...new Set(hosts.flatMap(oversoldOn))], fitNowhere };
}

function gpusOf({ gpus }: HostWithGpus, pool: string): number {
  return gpus.filter(({ poolId, state }) => poolId === pool && state !== 'removed').length;
}

function fitsEmpty({ cores, memoryGb, storages }: HostUse, plan: Plan): boolean {
  const allowedOf = (kind: 'system' | 'work') => storages.find(({ kinds }) => kinds.includes(kind));
  const [system, work] = [allowedOf('system'), allowedOf('work')];
  const shared = system !== undefined && system.name === work?.name;
  return (
    machineFits({ cores: cores?.allowed ?? null, memoryGb: memoryGb?.allowed ?? null }, plan) &&
    disksFit({ systemGb: system?.allowed ?? null, workGb: work?.allowed ?? null, shared }, plan)
  );
}

function nowhere({ id, vcores, ramGb, storageGb, localStorageGb }: Plan): string {
  const size = `${vcores} cores, ${ramGb} GB of memory, disks of ${storageGb} and ${localStorageGb} GB`;
  return `The plan ${id} (${size}) fits on no host, not even on an empty one. See what each may be sold: host list. Change that: host limit`;
}

function oversoldOn({ name, use: { cores, memoryGb, storages } }: HostWithGpus): string[] {
  return [
    ...(cores && cores.used > cores.allowed ? [`Of ${name}, ${cores.used} cores are sold, and ${cores.allowed} may be.`] : []),
    ...(memoryGb && memoryGb.used > memoryGb.allowed
      ? [`Of ${name}, ${memoryGb.used} GB of memory are sold, and ${memoryGb.allowed} may be: when it is full, servers are ended.`]
      : []),
    ...storages
      .filter(({ used, allowed }) => used > allowed)
      .map(
        (storage) =>
          `On the storage ${storage.name}, ${storage.used} GB are sold, and ${storage.allowed} may be: when it is full, nobody can write. ` +
          'Add disks, or drain a host that draws on it.',
      ),
  ];
}
