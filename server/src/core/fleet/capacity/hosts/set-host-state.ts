import type { HostState } from '../../../../db/rows.gen.ts';
import { notFound } from '../../../../kit/errors.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { keepDisks } from '../places/capacity.store.ts';
import { findHost, lockPoolsOf, updateHostState, type HostRow } from '../hosts.store.ts';

/**
 * `accepting`: machines are placed on the host. `draining`: no machine is added, and those on it move to other hosts as these have room.
 * `offline`: the host is down, and nothing more is placed on it once it returns. For operators and for the watch over hosts.
 */
export function setHostState(ctx: Ctx, input: { hostId: string; state: HostState }): Promise<HostRow> {
  return ctx.transact(async (tx) => {
    const host = await findHost(tx, input.hostId);
    if (!host) throw notFound('host');
    // A sale that has chosen this host holds one of its pools: wait for it rather than overtake it.
    await lockPoolsOf(tx, host.id);
    const is = { state: input.state, stateWhy: 'by_hand', stateSince: ctx.clock.now() } as const;
    await updateHostState(tx, { hostId: host.id, ...is });
    if (input.state === 'accepting') await keepDisks(tx, { hostId: host.id });
    const detail = { name: host.name, before: { state: host.state }, after: { state: input.state } };
    await recordAudit(tx, ctx, { accountId: null, action: 'host.changed', target: host.id, detail });
    return { ...host, ...is };
  });
}
