import { toCad } from '@boreal/contract/values/money.ts';
import type { ServerDeleted } from '@boreal/contract/servers/servers.ts';
import type { Tx } from '../../../../db/connect.ts';
import { lockAccount, type LockedAccount } from '../../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../../money/clocks/meter-mark.store.ts';
import { endClock } from '../../../money/metering/refund-hour.ts';
import { destroyBackups } from '../../backups/destroy-backups.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx, CustomerCtx } from '../../../ground/ctx.ts';
import { refundMovedHour } from '../move-server.ts';
import { lockOwnServer, type LockedServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';

/**
 * Deletes a server, whatever it is doing. For its owner it is DELETED and no longer billed immediately; the task destroys the machine and
 * its data, and only then are its GPUs sold again. Refunds an unused first hour, the rest of an hour that our own move interrupted, and a
 * paid term that has not begun.
 */
export function deleteServer(ctx: CustomerCtx, input: { serverId: string }): Promise<ServerDeleted> {
  return ctx.transact(async (tx) => {
    await shareMeterMark(tx);
    const account = await lockAccount(tx, ctx.accountId);
    const server = await lockOwnServer(tx, { accountId: ctx.accountId, serverId: input.serverId });
    const backMicros = await endServer(tx, ctx, account, server);
    await recordAudit(tx, ctx, { accountId: ctx.accountId, action: 'server.deleted', target: server.id, detail: { name: server.name } });
    return { id: server.id, status: 'DELETED', ...(backMicros > 0n && { refundToCard: toCad(backMicros) }) };
  });
}

/**
 * Ends a locked server for good; the caller has checked who may do so. `settled`: what was refunded because the server had ended before our
 * database was restored. Returns what goes back to the card, micro-CAD.
 */
export async function endServer(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  server: LockedServer,
  settled?: { hours: number; refundedMicros: string },
): Promise<bigint> {
  const now = ctx.clock.now();
  await refundMovedHour(tx, ctx, account, server);
  await endClock(tx, ctx, account, {
    serverId: server.id,
    reason: 'DELETED_BEFORE_ACTIVE',
    data: { of: 'hour_refund', serverName: server.name, why: 'deleted' },
  });
  const backMicros = await ctx.prepaidTerms.serverEnded(tx, ctx, server);
  await destroyBackups(tx, { serverId: server.id, at: now });
  await wish(tx, ctx, server, {
    change: { status: 'DELETED', task: 'deleting', goal: 'gone', deletedAt: now, ipv4: null, ipv6: null, sshPort: null },
    type: 'server.deleted',
    toStatus: 'DELETED',
    data: { backMicros: String(backMicros), ...(settled && { settled }) },
  });
  return backMicros;
}
