import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import type { LockedAccount } from '../../money/ledger/locked-account.store.ts';

/** Tells operators about money that came back to a closed account: nobody else handles it, and the account may already be erased. */
export async function tellClosedCredit(tx: Tx, ctx: Ctx, { id: accountId, credit }: LockedAccount): Promise<void> {
  if (credit.closedAt === null || credit.balanceMicros === 0n) return;
  const accountName = (await findAccount(tx, accountId))?.name ?? accountId;
  const data = { accountId, accountName, balanceMicros: String(credit.balanceMicros) };
  await recordNotice(tx, ctx, { accountId, kind: 'account_closed_with_credit', serverId: null, data });
}
