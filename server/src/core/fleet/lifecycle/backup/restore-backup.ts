import type { BackupRestored, RestoreBackupRequest } from '@boreal/contract/servers/backups.ts';
import { AppError, notFound } from '../../../../kit/errors.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';
import { requirePlan } from '../../../money/catalog/require-plan.ts';
import { requirePrice } from '../../../money/prices/require-price.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { copyRulesOf } from '../../firewall/copy-rules-of.store.ts';
import { readOffer } from '../../capacity/places/stock.store.ts';
import { sellServer } from '../create/sell-server.ts';
import { findServer } from '../../servers/servers.store.ts';
import { transactSale } from '../transact-sale.ts';
import { requireExpected } from '../../../money/prices/require-expected.ts';
import { lockBackup } from '../../backups/backups.store.ts';

const NAME_MAX = 100;

/**
 * Sells a new server like the backup's, with the backup as its system disk: same plan, region, image and SSH key, and a copy of the current
 * firewall rules. Billed like any new hourly server, even if its plan is no longer offered; the original is not touched.
 * @throws NOT_FOUND · BACKUP_NOT_READY · PRICE_CHANGED · BUDGET_CAP_REACHED · INSUFFICIENT_CREDITS · PLAN_NOT_AVAILABLE
 */
export function restoreBackup(
  ctx: CustomerCtx,
  input: RestoreBackupRequest & { serverId: string; backupId: string },
): Promise<BackupRestored> {
  return transactSale(ctx, async (tx, sale) => {
    const account = await lockAccount(tx, ctx.accountId);
    const source = await findServer(tx, input.serverId);
    if (!source || source.accountId !== ctx.accountId || source.status === 'DELETED') throw notFound('server');
    const backup = await lockBackup(tx, input);
    if (!backup) throw notFound('backup');
    if (backup.status !== 'ready') throw new AppError('BACKUP_NOT_READY', {});
    const plan = await requirePlan(tx, source.planId);
    const { region, engine } = source;
    // Whether its plan is still offered to others does not matter: the backup was sold with it.
    const at = ctx.clock.now();
    const offer = {
      ...(await readOffer(tx, { plan, accountId: ctx.accountId, region, engine, serverId: source.id, at })),
      price: await requirePrice(tx, { planId: plan.id, accountId: ctx.accountId, at }),
    };
    requireExpected(input.expectedHourlyRateCad, offer.price.hourlyMicros);
    const created = await sellServer(
      tx,
      ctx,
      { sale, account },
      {
        plan,
        region,
        engine,
        offer,
        name: input.name ?? restoredName(source.name),
        imageId: source.imageId,
        sshUser: source.sshUser,
        sshKeyId: source.sshKeyId,
        publicKey: source.publicKey,
        sourceBackupId: backup.id,
        rules: (serverId) => copyRulesOf(tx, { fromServerId: source.id, serverId, now: ctx.clock.now() }),
        accepted: { by: 'restore', backupId: backup.id, sourceName: source.name },
      },
    );
    return { ...created, backupId: backup.id, sourceServerId: source.id };
  });
}

function restoredName(name: string): string {
  const suffix = '-restored';
  // Counted in characters, like the limit of a name: cutting by code units could leave half a character at the end.
  return [...name].slice(0, NAME_MAX - suffix.length).join('') + suffix;
}
