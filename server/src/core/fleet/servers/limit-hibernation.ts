import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readHibernatedGb, readHouseLimitGb, writeAccountLimitGb, writeHouseLimitGb } from './hibernated-gb.store.ts';

/**
 * Limits the gigabytes that hibernated servers keep, for one account or by default for all accounts without a limit of their own. Null: no
 * limit; `house`: removes the account's own limit. Servers already hibernated stay so, and servers whose credit or budget runs out are
 * hibernated whatever the limit: no data is lost. For operators. @throws NOT_FOUND
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
