import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readHibernatedGb, readHouseLimitGb, writeAccountLimitGb, writeHouseLimitGb } from './hibernated-gb.store.ts';

/**
 * Limits the gigabytes that hibernated servers keep: those of one account, or of each account that has no limit of its own. Null: no
 * limit; `house`: the account has none of its own any more. What hibernates already stays, and what the credit or a budget no longer
 * covers is hibernated whatever the limit: no data is lost. For operators. @throws NOT_FOUND
 */
export function limitHibernation(ctx: Ctx, input: { accountId: string | null; gb: number | null | 'house' }): Promise<void> {
  return ctx.transact(async (tx) => {
    const { accountId, gb } = input;
    const before = accountId === null ? await readHouseLimitGb(tx) : ((await readHibernatedGb(tx, accountId))?.limitGb ?? null);
    if (accountId !== null && !(await writeAccountLimitGb(tx, { accountId, gb }))) throw notFound('account');
    if (accountId === null) await writeHouseLimitGb(tx, gb === 'house' ? null : gb);
    const detail = { before: { gb: before }, after: { gb } };
    await recordAudit(tx, ctx, { accountId, action: 'hibernation.limited', target: accountId ?? 'house', detail });
  });
}
