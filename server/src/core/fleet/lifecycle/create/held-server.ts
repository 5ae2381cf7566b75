import type { DropReason } from '@boreal/contract/servers/events.ts';
import type { Tx } from '../../../../db/connect.ts';
import { releaseGpus, slotsOf } from '../../capacity/places/capacity.store.ts';
import { endPromise } from '../../capacity/places/promised-places.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { recordEvent } from '../../servers/events/events.store.ts';
import { beginningOf } from '../../servers/begin-move.ts';
import { changeServer, type LockedServer } from '../../servers/servers.store.ts';
import { wish } from '../wish.ts';

/** The card was charged: requests the machine on the held GPUs. The server's row is locked. */
export async function launchHeldServer(tx: Tx, ctx: Ctx, server: LockedServer): Promise<void> {
  await wish(tx, ctx, server, {
    change: await beginningOf(tx, ctx.clock, server, 'deploy'),
    type: 'server.create_requested',
    toStatus: 'PROVISIONING',
    data: { by: 'order' },
  });
}

/** The server will not be launched: frees its GPUs and ends the server, which never had a machine. */
export async function dropHeldServer(tx: Tx, ctx: Ctx, server: LockedServer, reason: DropReason): Promise<void> {
  const now = ctx.clock.now();
  await releaseGpus(tx, { serverId: server.id });
  await endPromise(tx, server.id);
  await changeServer(tx, server, {
    at: now,
    change: { status: 'DELETED', task: null, hostId: null, convergeAt: null, deletedAt: now },
  });
  await recordEvent(tx, ctx, {
    server,
    type: 'server.order_failed',
    level: 'error',
    fromStatus: server.status,
    toStatus: 'DELETED',
    data: { reason },
  });
}

/** A lapsed server was renewed: restores it on the GPUs held for it. If it holds none, it comes back when its owner asks. */
export async function restoreHeldServer(tx: Tx, ctx: Ctx, server: LockedServer): Promise<void> {
  if (server.status !== 'HIBERNATED' || server.task !== null || (await slotsOf(tx, server.id)).length === 0) return;
  await wish(tx, ctx, server, {
    change: await beginningOf(tx, ctx.clock, server, 'hibernate-restore'),
    type: 'server.restore_requested',
    toStatus: 'PROVISIONING',
    data: { paidBy: 'renewal' },
  });
}

/** The renewal of a lapsed server was not paid: frees the GPUs held for it. */
export async function dropHeldGpus(tx: Tx, ctx: Ctx, server: LockedServer): Promise<void> {
  await endPromise(tx, server.id);
  if (server.status !== 'HIBERNATED' || server.task !== null) return;
  await releaseGpus(tx, { serverId: server.id });
  await changeServer(tx, server, { at: ctx.clock.now(), change: { hostId: null } });
}
