import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { endAutoRenewals } from './orders.store.ts';

/** Turns off automatic renewal of all of the account's orders, until its people turn it on again. The account is locked. */
export async function stopAutoRenewals(tx: Tx, ctx: Ctx, { accountId }: { accountId: string }): Promise<void> {
  for (const target of await endAutoRenewals(tx, { accountId, at: ctx.clock.now() })) {
    await recordAudit(tx, ctx, { accountId, action: 'order.auto_renew_set', target, detail: { autoRenew: false } });
  }
}
