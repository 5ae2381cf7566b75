import type { RestoreQuote } from '@boreal/contract/servers/backups.ts';
import { toCad, toCadBalance, toCadDue } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../kit/errors.ts';
import { readCredit } from '../../money/ledger/ledger.store.ts';
import { requirePlan } from '../../money/catalog/require-plan.ts';
import { readOffer } from '../capacity/places/stock.store.ts';
import { requirePrice } from '../../money/prices/require-price.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findServer } from '../servers/servers.store.ts';
import { findBackup } from './backups.store.ts';

/** What restoring a backup to a new server would cost now. Creates nothing. @throws NOT_FOUND */
export async function quoteRestore(ctx: CustomerCtx, input: { serverId: string; backupId: string }): Promise<RestoreQuote> {
  const db = ctx.db.sql;
  const server = await findServer(db, input.serverId);
  if (!server || server.accountId !== ctx.accountId) throw notFound('server');
  const backup = await findBackup(db, input);
  if (!backup) throw notFound('backup');
  const plan = await requirePlan(db, server.planId);
  const at = ctx.clock.now();
  const price = await requirePrice(db, { planId: plan.id, accountId: ctx.accountId, at });
  // A backup can only be restored in the engine that stores it, on the kind of machines it was taken from.
  const { region, engine } = server;
  const { inStock } = await readOffer(db, { plan, accountId: ctx.accountId, region, engine, serverId: server.id, at });
  const balanceMicros = await readCredit(db, ctx.accountId);
  return {
    backupId: backup.id,
    productId: server.planId,
    region: server.region,
    hourlyRateCad: toCad(price.hourlyMicros),
    requiredCredits: toCadDue(price.hourlyMicros),
    currentBalance: toCadBalance(balanceMicros),
    available: backup.status === 'ready' && inStock,
    sufficient: balanceMicros >= price.hourlyMicros,
  };
}
