import { capacitySentences } from '@boreal/contract/request-sentences/capacity.sentences.ts';
import { invalidRequest, notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { deleteHost, findBackupsOn, findDisksOn, findServerOn } from '../gpus/gpu-states.store.ts';
import { doesAnswer, findHost, lockPoolsOf, noteSharing, type HostRow } from '../hosts.store.ts';

/** Removes a host and its GPUs, if no server, disk or backup is on it. For operators. @throws NOT_FOUND · INVALID_REQUEST one is on it */
export function removeHost(ctx: Ctx, { hostId }: { hostId: string }): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const host = await findHost(tx, hostId);
    if (!host) throw notFound('host');
    // A sale that has chosen this host holds one of its pools: wait for it.
    const pools = await lockPoolsOf(tx, host.id);
    // Whatever is on a host that the engine no longer knows is lost, and does not prevent its removal.
    const isLost = host.silentWhy === 'unknown_host';
    const asleep = isLost ? null : await findDisksOn(tx, hostId);
    const serverId = (await findServerOn(tx, hostId)) ?? (doesAnswer(host) ? asleep : null);
    if (serverId !== null) throw invalidRequest('hostId', capacitySentences.hostHasServers(host.name, serverId));
    // A host that is off, or whose engine is, may come back with everything on it.
    if (asleep !== null) throw invalidRequest('hostId', capacitySentences.silentHostHasDisks(host.name, asleep));
    const saved = isLost ? null : await findBackupsOn(tx, hostId);
    if (saved !== null) throw invalidRequest('hostId', capacitySentences.hostHasBackups(host.name, saved));
    await deleteHost(tx, hostId);
    await noteSharing(
      tx,
      pools.map(({ id }) => id),
    );
    await recordAudit(tx, ctx, {
      accountId: null,
      action: 'host.removed',
      target: hostId,
      detail: { name: host.name, pools: pools.map(({ id }) => id) },
    });
    return host;
  });
}
