import type { Engine } from '../../../../engines/engine.ts';
import type { EngineGpu, EngineHost } from '../../../../engines/engine-hosts.ts';
import { systemActor, type Ctx } from '../../../ground/ctx.ts';
import { changeGpu } from '../gpus/change-gpu.ts';
import { addressOf } from './gpu-health.rules.ts';
import { selectNamedGpus, type NamedGpu } from '../gpus/gpu-states.store.ts';

/**
 * GPUs that are for sale but that their engine does not find on their host, although it can list the host's hardware: pulled out, fallen
 * off the bus, or taken by another driver. A slice counts as found if its GPU is, because engines do not list slices; a name for all GPUs
 * of a kind (`10de:2330`) counts as found if any of them is.
 */
export async function findMissingGpus(ctx: Ctx, { name: engine, can }: Engine, hosts: readonly EngineHost[]): Promise<readonly NamedGpu[]> {
  if (can.placement === 'engine') return [];
  const found = new Map(hosts.filter(listsItsGpus).map(({ name, gpus }) => [name, new Set(gpus.flatMap(namesOf))]));
  if (found.size === 0) return [];
  const declared = await selectNamedGpus(ctx.db.sql, engine);
  return declared.filter(({ hostName, device }) => found.get(hostName)?.has(addressOf(device)) === false);
}

/** The names under which a GPU listed by the engine may be declared. */
function namesOf({ device, hardware }: EngineGpu): string[] {
  return [addressOf(device), ...(hardware ? [hardware.pciId] : [])];
}

/** If a host answers but cannot list its hardware now, nothing follows from that. */
function listsItsGpus({ reachable, gpus, found }: EngineHost): boolean {
  return reachable && (gpus.length > 0 || found !== null);
}

/**
 * Quarantines a missing GPU, on which servers' machines would fail. It stays quarantined until an operator releases it, because a GPU that
 * has fallen off the bus once does it again. A server that has it keeps it.
 */
export async function quarantineMissing(ctx: Ctx, { hostId, slot, hostName, device }: NamedGpu): Promise<void> {
  const gpu = await changeGpu({ ...ctx, actor: systemActor }, { hostId, slot }, (now) =>
    now.state === 'ok' && now.device === device
      ? { action: 'gpu.quarantined', state: 'quarantined', reason: { type: 'missing', device } }
      : null,
  );
  if (gpu.reason?.type !== 'missing') return;
  ctx.log.error(
    { host: hostName, slot, device, serverId: gpu.serverId },
    'a GPU is not found on its host any more: it is quarantined until an operator releases or removes it',
  );
}
