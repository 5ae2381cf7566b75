import { absent, type MachinePower, type Observed } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { isConflict, isForbidden, isNotFound } from '../cloud/cloud-errors.ts';
import type { CloudServer } from '../cloud/cloud-shapes.ts';
import { listSoftDeleted, serverIdIn } from '../machine/list-servers.ts';
import { act, look, mark, requireReachable } from '../machine/look.ts';
import { giveUpAddresses } from '../machine/machine-address.ts';
import { marksIn } from '../machine/machine-marks.rules.ts';
import { addressesOf, isUnwakeable, neverRan, observedOf } from '../machine/observed.rules.ts';
import { LOOK_EVERY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { removeBelongings } from './remove-belongings.ts';
import { requireGlance } from '../machine/shelved-images.ts';
import { isAtWork, leaveState, unlessChanged, type Found } from '../machine/step.ts';
import { requireNotForgotten } from './wake-machine.ts';

interface Way {
  readonly serverId: string;
  /** The machine's reported state until it is there. */
  readonly via: Extract<MachinePower, 'stopping' | 'hibernating'>;
  /** Takes the next step for a machine on which nova is doing nothing now; null: look again. */
  readonly step: (found: Found) => Promise<Observed | null>;
}

/** Powers a machine off. Nova asks the guest first, and forces it off after the cloud's time limit for guests. */
export function stopMachine(deps: OpenstackDeps, turn: Turn, serverId: string): Promise<Observed> {
  return along(deps, turn, {
    serverId,
    via: 'stopping',
    async step(found) {
      // A stop request leaves a hibernated machine hibernated.
      if (isUnwakeable(found.server) || ['SHUTOFF', 'SHELVED', 'SHELVED_OFFLOADED'].includes(found.server.status))
        return observedOf(serverId, found.server, found);
      return switchOff(deps, turn, serverId, found);
    },
  });
}

/**
 * Powers it off and releases its host, its GPUs and its addresses: they are free for others only once it is off its host, not as soon as
 * nova calls it shelved.
 */
export function hibernateMachine(deps: OpenstackDeps, turn: Turn, serverId: string): Promise<Observed> {
  return along(deps, turn, {
    serverId,
    via: 'hibernating',
    async step(found) {
      const { server, port } = found;
      switch (isUnwakeable(server) ? 'SHELVED_OFFLOADED' : server.status) {
        case 'ACTIVE':
        case 'SHUTOFF': {
          await requireGlance(deps, { serverId, server }, turn.signal);
          const { ipv4, ipv6 } = addressesOf(found);
          const old = { old: ipv4 ?? undefined, old6: ipv6 ?? undefined };
          await mark(deps, turn, server, { up: undefined, asleep: '1', ...old, reboot: undefined, from: undefined });
          await act(deps, turn, server, { shelve: null });
          return null;
        }
        case 'SHELVED':
          await act(deps, turn, server, { shelveOffload: null });
          return null;
        case 'SHELVED_OFFLOADED':
          await giveUpAddresses(deps, { serverId, port }, turn.signal);
          // The next call to resume it did not cause the earlier failure.
          if (marksIn(server).from !== undefined && !isUnwakeable(server)) await mark(deps, turn, server, { from: undefined });
          return observedOf(serverId, server, { port, floatingIp: null });
        default:
          return switchOff(deps, turn, serverId, found);
      }
    },
  });
}

/** Brings a running or frozen machine closer to off; one that never ran is off. */
async function switchOff(deps: OpenstackDeps, turn: Turn, serverId: string, found: Found): Promise<Observed | null> {
  const { server } = found;
  switch (server.status) {
    case 'ERROR':
      if (neverRan(server)) return observedOf(serverId, server, found);
      await act(deps, turn, server, { 'os-stop': null });
      return null;
    case 'ACTIVE':
      await act(deps, turn, server, { 'os-stop': null });
      return null;
    case 'RESCUE':
      await act(deps, turn, server, { unrescue: null });
      return null;
    default:
      return leaveState(deps, turn, server);
  }
}

/**
 * Looks and takes steps until the machine is there, or this call's time is over. A missing machine is `absent`; if one is just being
 * requested, waits until it exists, or does not, before doing anything else.
 */
async function along(deps: OpenstackDeps, turn: Turn, { serverId, via, step }: Way): Promise<Observed> {
  if ((await deps.makings.dropOrAwait(turn, serverId)) === 'under way') return { ...absent(serverId), power: via };
  for (;;) {
    const sight = await look(deps, turn, serverId);
    const { server } = sight;
    if (server === null) return absent(serverId);
    requireReachable(server, serverId);
    const found = { ...sight, server };
    if (!isAtWork(server) || isUnwakeable(server)) {
      const there = await unlessChanged(() => step(found));
      if (there !== null) return there;
    } else await requireNotForgotten(deps, turn, { serverId, server });
    if (!(await pause(turn, LOOK_EVERY_MS))) return { ...observedOf(serverId, server, sight), power: via, failure: null };
  }
}

/**
 * Destroys a machine with everything that belongs to it. If it is just being requested, waits until it exists, or does not, before removing
 * anything. A cloud may keep deleted machines for days (`reclaim_instance_interval`), with their host, GPUs and volumes: it is told not to.
 * If we may not tell it so, the machine is removed when the cloud decides.
 */
export async function removeMachine(deps: OpenstackDeps, turn: Turn, serverId: string): Promise<Observed> {
  if ((await deps.makings.dropOrAwait(turn, serverId)) === 'under way') return { ...absent(serverId), power: 'deleting' };
  let novaId: string | null = null;
  let mayForce = true;
  for (let first = true; ; first = false) {
    const sight = await look(deps, turn, serverId, { novaId });
    const { server } = sight;
    novaId = server?.id ?? novaId;
    if (server === null) {
      // A machine without the port by which it would be found appears only in this list.
      novaId ??= await findSoftDeleted(deps, serverId, turn.signal);
      if (first && novaId !== null) continue;
      // Even after an earlier call that was interrupted once the machine was gone.
      if ((await removeBelongings(deps, serverId, turn.signal)) === 'gone') return absent(serverId);
    } else {
      requireReachable(server, serverId);
      if (server.status !== 'SOFT_DELETED') {
        if (first) await deps.client.remove('compute', `/servers/${server.id}`, turn.signal);
      } else if (mayForce && !isAtWork(server)) mayForce = await removeForGood(deps, turn, serverId, server);
    }
    if (!(await pause(turn, LOOK_EVERY_MS))) {
      return server === null
        ? { ...absent(serverId), power: 'deleting' }
        : { ...observedOf(serverId, server, sight), power: 'deleting', failure: null };
    }
  }
}

async function findSoftDeleted(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<string | null> {
  return (await listSoftDeleted(deps, signal)).find((one) => serverIdIn(one, deps.layout) === serverId)?.id ?? null;
}

/** Returns whether nova permits it. */
async function removeForGood(deps: OpenstackDeps, turn: Turn, serverId: string, server: CloudServer): Promise<boolean> {
  try {
    await act(deps, turn, server, { forceDelete: null });
    return true;
  } catch (error) {
    if (isConflict(error) || isNotFound(error)) return true;
    if (!isForbidden(error)) throw error;
    deps.log.warn(
      { err: error, serverId, server: server.id },
      'nova keeps a machine that was deleted, and does not let us remove it for good: in its policy.yaml, "os_compute_api:os-deferred-delete:force"',
    );
    return false;
  }
}
