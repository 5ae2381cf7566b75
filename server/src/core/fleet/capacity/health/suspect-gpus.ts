import type { HardwareCause } from '@boreal/contract/fleet/gpus.ts';
import { addMs, HOUR_MS } from '../../../../kit/clock.ts';
import type { Tx } from '../../../../db/connect.ts';
import { recordAudit } from '../../../ground/audit/record-audit.ts';
import { systemActor, type Ctx } from '../../../ground/ctx.ts';
import { gpuTarget } from '../gpus/change-gpu.ts';
import { countFailures, selectOkGpusOf, selectSuspectedFor, writeGpuState } from '../gpus/gpu-states.store.ts';
import { findHost, updateHostState } from '../hosts.store.ts';

/** This many sets of a host's GPUs may fail within an hour; if one more does, the host is to blame. */
const SETS_OF_GPUS = 2;

/**
 * Marks a server's GPUs as suspect because a machine failed on them, so that no other server gets them. If SETS_OF_GPUS other sets
 * of the host's GPUs failed within the last hour, the host is to blame: it goes offline, and the GPUs stay as they are. The pool is locked.
 */
export async function suspectGpus(tx: Tx, ctx: Ctx, input: { serverId: string; hostId: string; cause: HardwareCause }): Promise<void> {
  const { serverId, hostId, cause } = input;
  const house: Ctx = { ...ctx, actor: systemActor };
  const at = ctx.clock.now();
  const host = await findHost(tx, hostId);
  if (!host) throw new Error(`there is no host ${hostId}`);
  const gpus = await selectOkGpusOf(tx, serverId);
  if (gpus.length === 0) return;
  if ((await countFailures(tx, { hostId, since: addMs(at, -HOUR_MS) })) >= SETS_OF_GPUS) {
    if (host.state !== 'accepting') return;
    await updateHostState(tx, { hostId, state: 'offline', stateWhy: 'machines_failed', stateSince: at });
    const detail = { name: host.name, before: { state: host.state }, after: { state: 'offline' }, why: 'machines_failed', serverId };
    await recordAudit(tx, house, { accountId: null, action: 'host.changed', target: hostId, detail });
    ctx.log.error(
      { host: host.name, serverId, cause },
      'machines keep failing on a host: it is offline until an operator accepts it again',
    );
    return;
  }
  const reason = { type: 'machine_failed', serverId, cause } as const;
  for (const gpu of gpus) {
    await writeGpuState(tx, gpu, { state: 'suspect', reason, at });
    await recordAudit(tx, house, {
      accountId: null,
      action: 'gpu.suspected',
      target: gpuTarget(gpu),
      detail: { host: host.name, slot: gpu.slot, before: { state: 'ok' }, after: { state: 'suspect', reason } },
    });
  }
  const slots = gpus.map(({ slot }) => slot);
  ctx.log.error(
    { host: host.name, slots, serverId, cause },
    'a machine failed on GPUs: they are set aside until an operator releases them',
  );
}

/** The server fails on other GPUs too: GPUs that it made suspect without certainty are ok again. The pool is locked. */
export async function clearSuspicion(tx: Tx, ctx: Ctx, { serverId }: { serverId: string }): Promise<void> {
  const house: Ctx = { ...ctx, actor: systemActor };
  for (const gpu of await selectSuspectedFor(tx, serverId)) {
    await writeGpuState(tx, gpu, { state: 'ok', reason: null, at: ctx.clock.now() });
    await recordAudit(tx, house, {
      accountId: null,
      action: 'gpu.released',
      target: gpuTarget(gpu),
      detail: { slot: gpu.slot, before: { state: 'suspect' }, after: { state: 'ok' }, why: 'failed_elsewhere_too', serverId },
    });
  }
}
