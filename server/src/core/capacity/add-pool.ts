import type { Region } from '@boreal/contract/servers.ts';
import { invalidArgument } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';
import { insertPool, modelExists, type PoolRow } from './hosts.store.ts';

/** Makes a pool: hosts of one engine that carry one GPU model. For operators. */
export function addPool(ctx: Ctx, input: { name: string; engine: string; gpuModel: string; region: Region }): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    const { name, engine, gpuModel, region } = input;
    const now = ctx.clock.now();
    if (!(await modelExists(tx, gpuModel))) throw invalidArgument('gpuModel', 'There is no such GPU model in the catalog.');
    const pool = { id: newId('pool', now), name, engine, gpuModel, region, createdAt: now };
    if (!(await insertPool(tx, pool))) throw invalidArgument('name', `There is a pool named ${name} already. Take another name.`);
    return pool;
  });
}
