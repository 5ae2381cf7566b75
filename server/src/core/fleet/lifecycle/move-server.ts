import type { Tx } from '../../../db/connect.ts';
import { beginningOf } from '../servers/begin-move.ts';
import { keepsAddresses } from '../addresses/addresses.store.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { shareMeterMark } from '../../money/clocks/meter-mark.store.ts';
import { stopClock } from '../../money/clocks/clock-runs.store.ts';
import { refundStoppedHour } from '../../money/metering/refund-hour.ts';
import { leaveGpus, takeGpus } from '../capacity/places/capacity.store.ts';
import { lockPools } from '../capacity/places/locked-pools.store.ts';
import { findHost } from '../capacity/hosts.store.ts';
import { requirePlan } from '../../money/catalog/require-plan.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { lockServer, type ServerRow, type LockedServer } from '../servers/servers.store.ts';
import { wish } from './wish.ts';

export const HOST_DRAINED = 'HOST_DRAINED';

/** Rolls back a move for which there is no room any more. */
class NoRoom extends Error {}

/** A server as it was when it was chosen to move. */
export type SeenServer = Pick<ServerRow, 'id' | 'accountId' | 'intent' | 'status'>;

/**
 * Moves a server with nothing in progress to GPUs on another host of its pool. A running server is restarted there: its clock stops now,
 * the rest of the hour is refunded once its machine is off (`refundMovedHour`), and a new hour begins when it is ACTIVE again. A server
 * that is off moves and stays off.
 */
export async function moveServer(ctx: Ctx, seen: SeenServer): Promise<'moving' | 'no room' | 'busy'> {
  try {
    return await ctx.transact((tx) => move(tx, ctx, seen));
  } catch (error) {
    if (error instanceof NoRoom) return 'no room';
    throw error;
  }
}

async function move(tx: Tx, ctx: Ctx, seen: SeenServer): Promise<'moving' | 'busy'> {
  await shareMeterMark(tx);
  await lockAccount(tx, seen.accountId);
  const server = await lockServer(tx, seen.id);
  const still = server?.intent === seen.intent && server.status === seen.status && server.convergeAt === null;
  if (!still || server.hostId === null) return 'busy';
  const hostId = await takeGpusElsewhere(tx, ctx, { server, from: server.hostId });
  if (hostId === null) return 'busy';

  if (server.status === 'STOPPED') {
    const change = { ...(await beginningOf(tx, ctx.clock, server, 'relocate-stopped')), hostId };
    await wish(tx, ctx, server, { change, ...told, data: { how: 'off' } });
    return 'moving';
  }
  // However long the machine takes to switch off, or we take to see it: nobody pays for our move.
  await stopClock(tx, { serverId: server.id, at: ctx.clock.now() });
  await wish(tx, ctx, server, {
    change: { ...(await beginningOf(tx, ctx.clock, server, 'relocate')), hostId, movingFrom: server.hostId },
    ...told,
    toStatus: 'PROVISIONING',
    data: { how: server.billingCycle === 'hourly' ? 'restart_with_refund' : 'restart' },
  });
  return 'moving';
}

const told = { type: 'server.moving', level: 'warning', reason: HOST_DRAINED } as const;

/**
 * Refunds a moving server the rest of the hour in which the move began, once: its machine is off, nobody can reach it, or the move has
 * ended in another way. Nothing for a server that is not moving. Returns micro-CAD.
 */
export async function refundMovedHour(tx: Tx, ctx: Ctx, account: LockedAccount, server: LockedServer): Promise<bigint> {
  if (server.movingFrom === null) return 0n;
  return refundStoppedHour(tx, ctx, account, {
    serverId: server.id,
    part: 'unused',
    reason: HOST_DRAINED,
    data: { of: 'hour_refund', serverName: server.name, why: 'unused' },
  });
}

/** The host it moves to; null if its own is no longer being drained. */
async function takeGpusElsewhere(tx: Tx, ctx: Ctx, { server, from }: { server: LockedServer; from: string }): Promise<string | null> {
  const plan = await requirePlan(tx, server.planId);
  const pools = await lockPools(tx, { gpuModel: plan.gpuModel, region: server.region, engine: server.engine });
  // Read under the pool's lock, which a change of a host's state also takes. Otherwise a host that accepts again would give its own server
  // other GPUs, and those still in use by the machine would be sold.
  const host = await findHost(tx, from);
  if (host?.state !== 'draining' || server.poolId === null) return null;
  // The machine is still on its old GPUs: nobody gets them before it has left.
  await leaveGpus(tx, { serverId: server.id });
  // In its own pool only: machines of another may be of another kind.
  const placement = await takeGpus(tx, pools.only(server.poolId), {
    gpuCount: plan.gpuCount,
    serverId: server.id,
    keepsAddress: await keepsAddresses(tx, server.id),
    at: ctx.clock.now(),
  });
  if (!placement) throw new NoRoom();
  return placement.hostId;
}
