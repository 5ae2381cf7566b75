import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import type { Region } from '@boreal/contract/servers.ts';
import type { MachineType } from '../../../db/rows.gen.ts';
import { invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { insertPool, modelExists, type PoolRow } from './hosts.store.ts';

export interface NewPool {
  readonly name: string;
  readonly engine: string;
  readonly gpuModel: string;
  readonly region: Region;
  readonly machineType?: MachineType;
  /** False: places for servers of the model without a GPU, to try an engine where there is none. */
  readonly withGpus?: boolean;
}

/** Creates a pool: hosts of one engine with one GPU model. For operators. */
export function addPool(ctx: Ctx, input: NewPool): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    const { name, engine, gpuModel, region, machineType = 'container', withGpus = true } = input;
    const now = ctx.clock.now();
    if (!(await modelExists(tx, gpuModel))) throw invalidRequest('gpuModel', capacitySentences.noSuchModel);
    const pool = { id: newId('pool', now), name, engine, gpuModel, region, machineType, withGpus, createdAt: now };
    if (!(await insertPool(tx, pool))) throw invalidRequest('name', capacitySentences.poolNameTaken(name));
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'pool.added',
      target: pool.id,
      detail: { name, engine, gpuModel, region, machineType, withGpus },
    });
    return pool;
  });
}
