import { catalogSentences } from '@boreal/contract/request-sentences/catalog.sentences.ts';
import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { MachineType, SystemDisk, WorkDisk } from '../../../../db/rows.gen.ts';
import { invalidRequest } from '../../../../kit/errors.ts';
import { newId } from '../../../../kit/ids.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lockModel } from '../../../money/catalog/models.store.ts';
import { requireRegion } from '../../../money/catalog/regions/require-region.ts';
import { requireEngine } from '../../../ground/installation/require-engine.ts';
import { insertPool, type PoolRow } from '../hosts.store.ts';
import { requireDisks } from './require-disks.ts';

export interface NewPool {
  readonly name: string;
  readonly engine: string;
  readonly gpuModel: string;
  /** Omitted: the default region. */
  readonly region?: string | undefined;
  readonly machineType?: MachineType | undefined;
  /** False: places for the model's servers without a GPU, to try an engine that has none. */
  readonly withGpus?: boolean | undefined;
  /** The kind of its servers' disks; omitted: the engine's default. */
  readonly systemDisk?: SystemDisk | null | undefined;
  readonly workDisk?: WorkDisk | null | undefined;
}

/** Creates a pool: hosts of one engine with one GPU model. For operators. */
export function addPool(ctx: Ctx, input: NewPool): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    const { name, engine, gpuModel, machineType = 'container', withGpus = true } = input;
    const now = ctx.clock.now();
    const model = await lockModel(tx, gpuModel);
    if (!model || model.retiredAt !== null) throw invalidRequest('gpuModel', catalogSentences.noSuchModel);
    const { id: region } = await requireRegion(tx, input.region);
    await requireEngine(tx, engine);
    const disks = { systemDisk: input.systemDisk ?? null, workDisk: input.workDisk ?? null };
    await requireDisks(tx, engine, disks);
    const pool = {
      id: newId('pool', now),
      name,
      engine,
      gpuModel,
      region,
      machineType,
      withGpus,
      ...disks,
      sharesHosts: false,
      createdAt: now,
    };
    if (!(await insertPool(tx, pool))) throw invalidRequest('name', capacitySentences.poolNameTaken(name));
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'pool.added',
      target: pool.id,
      detail: { name, engine, gpuModel, region, machineType, withGpus, ...disks },
    });
    return pool;
  });
}
