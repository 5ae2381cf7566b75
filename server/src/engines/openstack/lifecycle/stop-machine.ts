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
  /** What the machine is said to be at until it is there. */
  readonly via: Extract<MachinePower, 'stopping' | 'hibernating'>;
  /** Takes the next step of a machine at which nova does nothing now; null: look again. */
  readonly step: (found: Found) => Promise<Observed | null>;
}

/** Powers a machine off. Nova asks the guest first, and makes it after the time that the cloud gives guests. */
export function stopMachine(deps: OpenstackDeps, turn: Turn, serverId: string): Promise<Observed> {
  return along(deps, turn, {
    serverId,
    via: 'stopping',
    async step(found) {
      // A hibernated machine stays so when it is asked to stop.
      if (isUnwakeable(found.server) || ['SHUTOFF', 'SHELVED', 'SHELVED_OFFLOADED'].includes(found.server.status))
        return observedOf(serverId, found.server, found);
      return switchOff(deps, turn, serverId, found);
    },
  });
}

/**
 * Powers it off and takes its host, its GPUs and its addresses: they are free for others only when it is off its host, and not yet when
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
          // Who wakes it next has not asked for what failed before.
          if (marksIn(server).from !== undefined && !isUnwakeable(server)) await mark(deps, turn, server, { from: undefined });
          return observedOf(serverId, server, { port, floatingIp: null });
        default:
          return switchOff(deps, turn, serverId, found);
      }
    },
  });
}

/** What is on or frozen is brought nearer to off; what never ran is off. */
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
 * Looks and takes steps until the machine is there, or this call may go on no longer. One that is not there is absent; one that is just
 * being asked for is there, or not, before anything else is done.
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
 * Destroys a machine with all that it has. One that is just being asked for is there, or not, before anything is removed. A cloud may keep
 * what is deleted for days (`reclaim_instance_interval`), with its host, its GPUs and its volumes: it is told not to. Where it lets us not
 * say that, the machine goes when the cloud says so.
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
      // One without its port, by which it would have been found, in no list but this.
      novaId ??= await findSoftDeleted(deps, serverId, turn.signal);
      if (first && novaId !== null) continue;
      // Also after a call that was broken off behind the machine's end.
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

/** Whether nova lets us. */
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
