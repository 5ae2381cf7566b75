import type { Micros } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../../kit/clock.ts';
import { hasStopped } from '../../../money/clocks/clock.rules.ts';
import { lockLatestRun } from '../../../money/clocks/clock-runs.store.ts';
import { stopClockWithRefund } from '../../../money/metering/refund-hour.ts';
import { leaveGpus } from '../../capacity/places/capacity.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { gatherNotice } from '../../../ground/notices/gather-notice.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { lockServer } from '../../servers/servers.store.ts';
import { refundMovedHour } from '../move-server.ts';
import { wish, type Wish } from '../wish.ts';
import { hasNeverRun } from '../never-ran.ts';
import { lockAccount } from '../../../money/ledger/locked-account.store.ts';

export const SPOT_PREEMPTED = 'SPOT_PREEMPTED';

interface Preemption {
  readonly serverId: string;
  readonly operatorsReason: string | null;
  /**
   * Its GPUs are bought by its own account, or by another in which its people may deploy. Then what it ran is charged: otherwise an order
   * that is deleted immediately, and refunded, would let them run spot servers for free.
   */
  readonly byItsOwner?: boolean;
}

/**
 * Takes the GPUs from a spot server: its clock stops, the unused part of the hour is refunded (all of it within the first hour of its run,
 * unless its own people need the GPUs), it is hibernated, and its owner is told. The GPUs may be sold immediately; nothing starts on them
 * before its machine has left. The caller holds the meter's mark, the owner's account, and the row of the server, which must be
 * preemptible. Returns the refund.
 *
 * A server that has never been active has nothing to keep: its half-made machine is removed and it ends in ERROR, as when provisioning
 * fails. If it were hibernated, it could be restored to a system that was never finished.
 */
export async function preempt(tx: Tx, ctx: Ctx, input: Preemption): Promise<Micros> {
  const server = await lockServer(tx, input.serverId);
  if (!server) throw new Error(`there is no server ${input.serverId} to preempt`);
  const run = await lockLatestRun(tx, server.id);
  const now = ctx.clock.now();
  const firstHour =
    run !== null && !hasStopped(run, now) && (!run.started || (input.byItsOwner !== true && now < addMs(run.anchorAt, HOUR_MS)));
  const account = await lockAccount(tx, server.accountId);
  const ofMove = await refundMovedHour(tx, ctx, account, server);
  const ofClock = await stopClockWithRefund(tx, ctx, account, {
    serverId: server.id,
    part: firstHour ? 'all' : 'unused',
    reason: SPOT_PREEMPTED,
    data: { of: 'hour_refund', serverName: server.name, why: 'preempted' },
  });
  const refundedMicros = ofMove + ofClock;
  await leaveGpus(tx, { serverId: server.id });
  const kept = !(await hasNeverRun(tx, server));
  await wish(tx, ctx, server, {
    ...(kept ? { change: await beginningOf(tx, ctx.clock, server, 'end') } : removed),
    type: 'server.preempted',
    level: 'warning',
    reason: SPOT_PREEMPTED,
    data: {
      operatorsReason: input.operatorsReason,
      refundedMicros: String(refundedMicros),
      firstHour,
      keptSystemDisk: kept,
      ...(input.byItsOwner && { byItsOwner: true }),
    },
  });
  const { operatorsReason } = input;
  const data = {
    serverName: server.name,
    refundedMicros: String(refundedMicros),
    keptSystemDisk: kept,
    ...(operatorsReason !== null && { operatorsReason }),
  };
  await gatherNotice(tx, ctx, { accountId: server.accountId, kind: 'preempted', serverId: server.id, data });
  return refundedMicros;
}

const removed = { change: { status: 'ERROR', task: null, goal: 'gone' }, toStatus: 'ERROR' } as const satisfies Pick<
  Wish,
  'change' | 'toStatus'
>;
