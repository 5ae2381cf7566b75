import { toCad } from '@boreal/contract/values/money.ts';
import type { AutoReload } from '@boreal/contract/billing/payments.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { findAutoReload, sumReloads } from './auto-reload.store.ts';

/** Whether and how the account buys credit automatically. */
export async function getAutoReload(ctx: CustomerCtx): Promise<AutoReload> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  return tellAutoReload(ctx.db.sql, ctx);
}

export async function tellAutoReload(db: Sql | Tx, { accountId, clock }: CustomerCtx): Promise<AutoReload> {
  const row = await findAutoReload(db, accountId);
  const reloaded = await sumReloads(db, { accountId, since: billingMonth(clock.now()).start });
  return {
    enabled: row?.enabled ?? false,
    threshold: row ? toCad(row.thresholdMicros) : null,
    amount: row ? toCad(row.amountMicros) : null,
    monthlyLimit: row?.monthLimitMicros == null ? null : toCad(row.monthLimitMicros),
    reloadedThisMonth: toCad(reloaded),
    stopped: row?.stoppedAt != null,
    currency: 'CAD',
  };
}
