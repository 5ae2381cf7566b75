import type { PoolRow } from '../core/fleet/capacity/hosts.store.ts';
import { listPools } from '../core/fleet/capacity/pools/list-pools.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { notFound } from '../kit/errors.ts';

export const POOL = "the pool's id or name";

/** Finds a pool by its id, or by its unique name. */
export async function poolNamed(ctx: Ctx, idOrName: string): Promise<PoolRow | null> {
  const pools = await listPools(ctx.db.sql);
  return pools.find(({ id }) => id === idOrName) ?? pools.find(({ name }) => name === idOrName) ?? null;
}

/** @throws NOT_FOUND */
export async function requirePool(ctx: Ctx, idOrName: string): Promise<PoolRow> {
  const pool = await poolNamed(ctx, idOrName);
  if (!pool) throw notFound('pool');
  return pool;
}
