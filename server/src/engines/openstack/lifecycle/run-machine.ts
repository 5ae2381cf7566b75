import { absent, EngineError, type MachineSpec, type Observed } from '../../engine.ts';
import { SECOND_MS } from '../../../kit/clock.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { askToMove } from './ask-to-move.ts';
import { awaitSsh } from './await-ssh.ts';
import { causeOfWords } from '../cloud/cloud-errors.ts';
import { cloudTime } from '../cloud-time.ts';
import type { CloudServer, Port } from '../cloud/cloud-shapes.ts';
import { askAhead, createMachine } from './create-machine.ts';
import { isForgotten } from '../machine/forgotten.rules.ts';
import { act, look, mark, requireReachable, type Sight } from '../machine/look.ts';
import { askedAt, ensureFloatingIp } from '../machine/machine-address.ts';
import { marksIn } from '../machine/machine-marks.rules.ts';
import { isUnwakeable, neverRan, observedOf } from '../machine/observed.rules.ts';
import { LOOK_EVERY_MS, ON_ITS_WAY_MS, type OpenstackDeps } from '../openstack-deps.ts';
import { hasRebooted } from '../machine/last-boot.ts';
import { removeBelongings } from './remove-belongings.ts';
import { isAtWork, leaveState, unlessChanged, type Found } from '../machine/step.ts';
import { requireNotForgotten, wakeMachine } from './wake-machine.ts';
import { writeSold } from './write-sold.ts';

/** How long after a failure nova may take to report the cause. */
const WHY_MS = 5 * SECOND_MS;

/** Makes, boots or resumes a machine. Looks, takes the next step, and looks again, as long as this call may. */
export async function runMachine(deps: OpenstackDeps, turn: Turn, spec: MachineSpec): Promise<Observed> {
  const { serverId } = spec;
  if (await deps.makings.isWantedUnderWay(turn, spec)) return { ...absent(serverId), power: 'starting' };
  if (!spec.mustExist) askAhead(deps, spec);
  for (let first = true; ; first = false) {
    const sight = await look(deps, turn, serverId);
    const { server } = sight;
    if (server === null) {
      const there = await make(deps, turn, spec, sight);
      if (there === 'later') return { ...absent(serverId), power: 'starting' };
    } else if (server.status === 'BUILD' && !isForgotten(server, await cloudTime(deps, turn.signal))) {
      requireReachable(server, serverId);
      if (!(await deps.built(turn, server.id))) return observedOf(serverId, server, sight);
      continue;
    } else {
      const done = await step(deps, turn, spec, { sight: { ...sight, server }, first });
      if (done !== null) return done;
    }
    if (!(await pause(turn, LOOK_EVERY_MS))) return seen(deps, turn, serverId);
  }
}

async function seen(deps: OpenstackDeps, turn: Turn, serverId: string): Promise<Observed> {
  const sight = await look(deps, turn, serverId);
  return sight.server ? observedOf(serverId, sight.server, sight) : { ...absent(serverId), power: 'starting' };
}

/** If there is no machine: makes one, unless another process may be doing so. */
async function make(deps: OpenstackDeps, turn: Turn, spec: MachineSpec, { port }: Sight): Promise<'again' | 'later'> {
  const { serverId } = spec;
  if (spec.mustExist) throw new EngineError('gone', `There is no machine of ${serverId}, and an empty one is not wanted.`);
  if (port !== null && (await isOnItsWay(deps, port, turn.signal))) return 'again';
  const made = await deps.makings.make(turn, spec, async (making) => {
    if (port !== null && !(await clearAway(deps, serverId))) return;
    await createMachine(deps, spec, making);
  });
  return made === 'over' ? 'again' : 'later';
}

async function isOnItsWay(deps: OpenstackDeps, port: Port, signal: AbortSignal): Promise<boolean> {
  return (await cloudTime(deps, signal)).getTime() - askedAt(port).getTime() < ON_ITS_WAY_MS;
}

/** Removes what a failed attempt left; false: another process has tried again meanwhile. */
async function clearAway(deps: OpenstackDeps, serverId: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ON_ITS_WAY_MS);
  const { server, port } = await look(deps, { signal }, serverId);
  if (server !== null || (port !== null && (await isOnItsWay(deps, port, signal)))) return false;
  deps.log.warn({ serverId }, 'a machine that was asked for never came, and is asked for again');
  await removeBelongings(deps, serverId, signal);
  return true;
}

interface Seen {
  readonly sight: Found;
  /** Nothing has been done in this call yet. */
  readonly first: boolean;
}

/** Takes the next step for an existing machine; null: look again. */
async function step(deps: OpenstackDeps, turn: Turn, spec: MachineSpec, { sight, first }: Seen): Promise<Observed | null> {
  const { server } = sight;
  const { serverId } = spec;
  requireReachable(server, serverId);
  if (isForgotten(server, await cloudTime(deps, turn.signal))) {
    deps.log.warn({ serverId }, 'nova has forgotten to make a machine, which is removed and asked for again');
    await deps.client.remove('compute', `/servers/${server.id}`, turn.signal);
    return null;
  }
  if (isUnwakeable(server)) throw new EngineError('image_missing', `The image with the disk of ${serverId} is gone: nova cannot wake it.`);
  if (isAtWork(server) && server.status !== 'ACTIVE') {
    await requireNotForgotten(deps, turn, { serverId, server });
    return null;
  }
  return unlessChanged(async () => {
    switch (server.status) {
      case 'ACTIVE': {
        if (isAtWork(server) && !isImaging(server)) return null;
        const reached = await reach(deps, turn, spec, sight);
        return awaitSsh(deps, turn, serverId, { ...sight, ...reached, server: await notRebooting(deps, turn, server) });
      }
      case 'SHUTOFF':
        if (isWantedElsewhere(deps, spec, server)) {
          await askToMove(deps, turn, { serverId, server, hostName: spec.hostName });
          return null;
        }
        await writeSold(deps, turn, { spec, port: sight.port });
        await bootMarks(deps, turn, server, {
          host: deps.layout.whose === 'ours' ? spec.hostName : (marksIn(server).host ?? spec.hostName),
        });
        await act(deps, turn, server, { 'os-start': null });
        return null;
      case 'SOFT_DELETED':
        deps.log.warn({ serverId }, 'somebody has deleted a machine that is to run: nova has kept it, and gives it back');
        await writeSold(deps, turn, { spec, port: sight.port });
        await bootMarks(deps, turn, server, { host: marksIn(server).host ?? spec.hostName });
        await act(deps, turn, server, { restore: null });
        return null;
      case 'SHELVED_OFFLOADED':
        await wakeMachine(deps, turn, spec, sight);
        return null;
      case 'SHELVED':
        // It is being hibernated: it is resumed once it is off its host.
        await act(deps, turn, server, { shelveOffload: null });
        return null;
      case 'ERROR':
        return again(deps, turn, spec, { sight, first });
      default:
        return leaveState(deps, turn, server);
    }
  });
}

/**
 * It was last requested on another host, and is not there yet: it boots once it is. A machine that an administrator has moved boots where
 * it is.
 */
function isWantedElsewhere({ layout }: OpenstackDeps, { hostName }: MachineSpec, server: CloudServer): boolean {
  const { host: asked = hostName } = marksIn(server);
  return layout.whose === 'ours' && asked !== hostName && server['OS-EXT-SRV-ATTR:host'] !== hostName;
}

/** A backup of it is being made, while it keeps running. */
function isImaging(server: CloudServer): boolean {
  return server['OS-EXT-STS:task_state']?.startsWith('image_') ?? false;
}

async function bootMarks(deps: OpenstackDeps, turn: Turn, server: CloudServer, more: { host: string }): Promise<CloudServer> {
  return mark(deps, turn, server, { up: undefined, since: (await cloudTime(deps, turn.signal)).toISOString(), ...more });
}

/** A reboot that was recorded but never requested is no longer wanted: the machine should run. */
async function notRebooting(deps: OpenstackDeps, turn: Turn, server: CloudServer): Promise<CloudServer> {
  if (marksIn(server).reboot === undefined || (await hasRebooted(deps, turn, server))) return server;
  return mark(deps, turn, server, { reboot: undefined, from: undefined });
}

/** Sets its address, and the record of what it was sold as: the process that made it may have been interrupted before. */
async function reach(deps: OpenstackDeps, turn: Turn, spec: MachineSpec, sight: Sight): Promise<Pick<Sight, 'floatingIp'>> {
  const { port, floatingIp: there } = sight;
  if (port === null) return { floatingIp: there };
  await writeSold(deps, turn, { spec, port });
  return { floatingIp: await ensureFloatingIp(deps, { serverId: spec.serverId, portId: port.id, there, not: null }, turn.signal) };
}

/**
 * Nova gave it up. A failure in this call is reported, and the next call tries again: a machine that never ran is made again, one that did
 * gets a hard reboot.
 * @throws EngineError no_capacity, quota: there is no room, and nothing is kept of it
 */
async function again(deps: OpenstackDeps, turn: Turn, spec: MachineSpec, { sight, first }: Seen): Promise<Observed | null> {
  const { server } = sight;
  const { serverId } = spec;
  // Nova reports a failure a moment before its cause.
  if (server.fault === undefined) {
    const failedMs = (await cloudTime(deps, turn.signal)).getTime() - new Date(server.updated).getTime();
    if (failedMs < WHY_MS) return null;
  }
  const words = server.fault?.message ?? 'it does not say why';
  const cause = causeOfWords(words);
  deps.log.warn({ serverId, fault: words }, 'nova has given a machine up');
  if (!neverRan(server)) {
    if (!first) return observedOf(serverId, server, sight);
    await writeSold(deps, turn, { spec, port: sight.port });
    await bootMarks(deps, turn, server, { host: marksIn(server).host ?? spec.hostName });
    await act(deps, turn, server, { reboot: { type: 'HARD' } });
    return null;
  }
  const refused = cause === 'no_capacity' || cause === 'quota';
  if (!first && !refused) return observedOf(serverId, server, sight);
  await deps.client.remove('compute', `/servers/${server.id}`, turn.signal);
  await removeBelongings(deps, serverId, turn.signal);
  if (first) return null;
  throw new EngineError(cause, `Nova made no machine of ${serverId}: ${words}.`);
}
