import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { lockPoolRows, type PoolRow } from '../hosts.store.ts';
import { updatePoolName } from './pools.store.ts';

/** Renames a pool; nothing depends on its name, so sales continue. For operators. @throws NOT_FOUND · INVALID_REQUEST the name is taken */
export function renamePool(ctx: Ctx, { poolId, name }: { poolId: string; name: string }): Promise<PoolRow> {
  return ctx.transact(async (tx) => {
    const [pool] = await lockPoolRows(tx, [poolId]);
    if (!pool) throw notFound('pool');
    if (pool.name === name) return pool;
    if (!(await updatePoolName(tx, { poolId, name }))) throw invalidRequest('name', capacitySentences.poolNameTaken(name));
    const detail = { before: { name: pool.name }, after: { name } };
    await recordAudit(tx, ctx, { accountId: null, action: 'pool.renamed', target: poolId, detail });
    return { ...pool, name };
  });
}
