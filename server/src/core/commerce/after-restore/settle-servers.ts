import { restoreSentences } from '@boreal/contract/request-sentences/restores.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { AppError, invalidRequest } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockLatestRun, stopClock } from '../../money/clocks/clock-runs.store.ts';
import { hasStopped, hourStart } from '../../money/clocks/clock.rules.ts';
import { readMeterMark, shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { refundHoursBetween, RESTORED_COPY } from '../../money/metering/refund-hours-between.ts';
import { stopClockWithRefund } from '../../money/metering/refund-hour.ts';
import { endServer } from '../../fleet/lifecycle/change/delete-server.ts';
import { wish } from '../../fleet/lifecycle/wish.ts';
import type { RestoreRow } from '../../fleet/restores/restores.store.ts';
import { beginningOf } from '../../fleet/servers/begin-move.ts';
import { lockServer, type LockedServer } from '../../fleet/servers/servers.store.ts';
import type { FoundAs } from './find-unsettled.ts';
import { findSettlement, insertSettlement } from './unsettled.store.ts';

/** A server as it was found; `intent` is its latest wish at that time. */
export interface ToSettle {
  readonly serverId: string;
  readonly found: FoundAs;
  readonly intent: number;
}

export interface Settled {
  readonly serverId: string;
  readonly name: string;
  readonly found: FoundAs;
  /** The hours that become free, and what the customer gets back, micro-CAD. */
  readonly hours: number;
  readonly refundedMicros: bigint;
}

type Restore = Pick<RestoreRow, 'id' | 'copyEndsAt'>;

/**
 * Refunds an account what was charged for servers since the copy, and updates their rows to what has happened to them: DELETED, or
 * hibernated. Skips servers that are already settled.
 * @throws REQUEST_OUTDATED one has changed since it was found · INVALID_REQUEST why one cannot be settled; nothing is written
 */
export async function settleServers(
  tx: Tx,
  ctx: Ctx,
  of: { accountId: string; restore: Restore; servers: readonly ToSettle[] },
): Promise<readonly Settled[]> {
  await shareMeterMark(tx);
  const account = await lockAccount(tx, of.accountId);
  const done: Settled[] = [];
  for (const one of of.servers.toSorted((a, b) => (a.serverId < b.serverId ? -1 : 1))) {
    if (await findSettlement(tx, { serverId: one.serverId, restoreId: of.restore.id })) continue;
    if (account.credit.closedAt !== null) throw invalidRequest('server', restoreSentences.accountClosed(one.serverId, account.id));
    const server = await lockServer(tx, one.serverId);
    if (!server || !isAsFound(server, one)) throw new AppError('REQUEST_OUTDATED', { of: 'server' });
    done.push(await settleServer(tx, ctx, account, { server, found: one.found, restore: of.restore }));
  }
  return done;
}

function isAsFound({ status, intent, task, convergeAt }: LockedServer, one: ToSettle): boolean {
  if (intent !== one.intent) return false;
  if (one.found === 'missing') return status === 'ERROR' || status === 'DELETED';
  return (status === 'ACTIVE' || status === 'STOPPED') && task === null && convergeAt === null;
}

async function settleServer(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  of: { server: LockedServer; found: FoundAs; restore: Restore },
): Promise<Settled> {
  const { server, found, restore } = of;
  const { id: serverId, name } = server;
  const [since, until] = [restore.copyEndsAt, ctx.clock.now()];
  const running = found === 'hibernated' ? await stopRunning(tx, ctx, account, { server, since }) : 0n;
  const { hours, micros } = await refundHoursBetween(tx, ctx, account, { serverId, serverName: name, since, until });
  const refundedMicros = running + micros;
  const told = { hours, refundedMicros: String(refundedMicros) };
  if (found === 'hibernated') {
    const change = await beginningOf(tx, ctx.clock, server, 'hibernate');
    await wish(tx, ctx, server, { change, type: 'server.hibernate_requested', data: { reason: null, settled: told } });
  } else if (server.status !== 'DELETED') {
    const backMicros = await endServer(tx, ctx, account, server, told);
    if (backMicros > 0n) throw invalidRequest('server', restoreSentences.hasTerm(serverId));
  }
  await insertSettlement(tx, { serverId, restoreId: restore.id, found, since, until, refundedMicros, settledAt: until });
  await recordAudit(tx, ctx, {
    accountId: server.accountId,
    action: 'server.settled',
    target: serverId,
    detail: { name, found, hours, amountMicros: String(refundedMicros) },
  });
  return { serverId, name, found, hours, refundedMicros };
}

/** Stops the clock of a hibernated server, and refunds the running hour if it began after the copy. Returns micro-CAD. */
async function stopRunning(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  { server, since }: { server: LockedServer; since: Date },
): Promise<bigint> {
  const { id: serverId, name: serverName } = server;
  const now = ctx.clock.now();
  const run = await lockLatestRun(tx, serverId);
  if (!run || hasStopped(run, now)) return 0n;
  // If several hours are not billed yet, only the last could be recognized as free.
  if ((await readMeterMark(tx)).getTime() < now.getTime() - HOUR_MS) throw invalidRequest('server', restoreSentences.meterBehind(serverId));
  if (hourStart(run.anchorAt, now) <= since) {
    await stopClock(tx, { serverId, at: now });
    return 0n;
  }
  const data = { of: 'hour_refund', serverName, why: 'restored_copy' } as const;
  return stopClockWithRefund(tx, ctx, account, { serverId, part: 'all', reason: RESTORED_COPY, data });
}
