import { invalidArgument, notFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import type { Ctx } from '../ctx.ts';
import { insertHost, lockPool, type HostRow } from './hosts.store.ts';

/** More cards than any machine has. */
const GPUS_MAX = 64;

/**
 * Adds a host and its cards to a pool; machines are placed on it at once. `name` is the engine's own name of the host.
 * For operators.
 */
export function addHost(ctx: Ctx, input: { poolId: string; name: string; gpuCount: number }): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const { poolId, name, gpuCount } = input;
    const now = ctx.clock.now();
    if (!Number.isInteger(gpuCount) || gpuCount < 1 || gpuCount > GPUS_MAX) {
      throw invalidArgument('gpuCount', `A host has 1 to ${GPUS_MAX} GPUs.`);
    }
    if (!(await lockPool(tx, poolId))) throw notFound('pool');
    const host = { id: newId('host', now), poolId, name, state: 'accepting', createdAt: now } as const;
    if (!(await insertHost(tx, { host, gpuCount })))
      throw invalidArgument('name', `There is a host named ${name} already. A host is in one pool only.`);
    return host;
  });
}
