import { SECOND_MS } from '../../kit/clock.ts';
import { EngineError, type Observed } from '../engine.ts';
import { pause, type Turn } from '../parts/turn.ts';
import { causeOf, IncusError, isBusy } from './client/incus-errors.ts';
import { Instance } from './client/incus-shapes.ts';
import { readLxcErrors } from './lxc-log.ts';
import { bootOf, isMarked, marks } from './rules/machine-marks.rules.ts';
import { isEndUnnoted, observedOf } from './rules/observed.rules.ts';
import { whenFree } from './client/when-free.ts';
import { instancePath, mark, type Found, type IncusDeps } from './incus-deps.ts';

/** How far the clocks of our processes may differ. */
const SKEW_MS = 5 * SECOND_MS;
const START_SECONDS = 30;
/** Far more than Incus takes to note an end. Longer it is not awaited: where a host went down, nobody noted any. */
const END_NOTED_MS = 5 * SECOND_MS;
const AGAIN_MS = 100;
const CLEANED_UP_MS = SECOND_MS;

/** Never touches what carries another's mark, or none. @throws EngineError unknown · timeout (its host does not answer) */
export function requireOurs(deps: IncusDeps, { instance }: Found, serverId: string): void {
  if (!isMarked(instance, deps.layout.owner)) {
    throw new EngineError('unknown', `The instance ${instance.name} is not of this Boreal, so nothing is done to it.`);
  }
  if (instance.status === 'Error') throw new EngineError('timeout', `The host of ${serverId} does not answer.`);
}

/**
 * Switches on what is off. Answers the machine when its start has failed; null: look again. What fails for no reason that we know
 * is tried twice: Incus may still have been cleaning up after the boot before, under the new one.
 */
export async function switchOn(deps: IncusDeps, turn: Turn, serverId: string, instance: Instance): Promise<Observed | null> {
  await untilEnded(deps, turn, instance);
  let error = await start(deps, turn, instance);
  if (error && causeOf(error) === 'unknown' && (await pause(turn, CLEANED_UP_MS))) {
    deps.log.info({ err: error, serverId }, 'a machine did not start, and is started once more');
    error = await start(deps, turn, instance);
  }
  return error && noteFailure(deps, turn, { serverId, instance, error });
}

/** Why Incus could not; null: it could, or is at something else with it. */
async function start(deps: IncusDeps, turn: Turn, instance: Instance): Promise<IncusError | null> {
  try {
    await changeState(deps, turn, instance, { action: 'start', timeout: START_SECONDS });
    return null;
  } catch (error) {
    if (!(error instanceof IncusError)) throw error;
    if (/already running/i.test(error.message)) return null;
    if (!isBusy(error)) return error;
    await pause(turn, AGAIN_MS);
    return null;
  }
}

/**
 * A guest that ends by itself is off a moment before Incus notices, and then takes its disks and its network away: also from the
 * next boot, when that has begun already.
 */
async function untilEnded(deps: IncusDeps, turn: Turn, instance: Instance): Promise<void> {
  const until = deps.clock.wall().getTime() + END_NOTED_MS;
  let now: Instance | undefined = instance;
  while (now && isEndUnnoted(now) && deps.clock.wall().getTime() < until && (await pause(turn, AGAIN_MS))) {
    now = (await deps.client.find(instancePath(instance.name), Instance, turn.signal))?.value;
  }
}

/** Takes the marks of a stop away. */
export const notStopping = { [marks.stopping]: '', [marks.stoppingSince]: '' } as const;

/**
 * Switches off what is on: asks the guest to end, and makes it when `force` says so or it was first asked so long ago, by
 * whomever, that its grace time is over. Look afterwards.
 */
export async function switchOff(deps: IncusDeps, turn: Turn, instance: Instance, options: { force: boolean }): Promise<void> {
  const asked = instance.config[marks.stopping] === bootOf(instance);
  const since = asked ? instance.config[marks.stoppingSince] : deps.clock.wall().toISOString();
  if (!options.force && !asked && since !== undefined) {
    await mark(deps, turn, instance, { [marks.stopping]: bootOf(instance), [marks.stoppingSince]: since });
  }
  await endGuest(deps, turn, instance, { action: 'stop', graceMs: options.force ? 0 : graceLeft(deps, since) });
}

/** Restarts what runs: as `switchOff`, with the time at which the guest was first asked. Look afterwards. */
export async function restart(deps: IncusDeps, turn: Turn, instance: Instance, { since }: { since: string | undefined }): Promise<void> {
  await endGuest(deps, turn, instance, { action: 'restart', graceMs: graceLeft(deps, since) });
}

/** What is left of the time that a guest has to end; 0: it is made to. */
function graceLeft({ clock, graceMs }: IncusDeps, since: string | undefined): number {
  const askedAt = since === undefined ? NaN : Date.parse(since);
  const passedMs = clock.wall().getTime() - askedAt;
  // Without a time that can be believed, such as one written before this machine's clock was put back, its time is over.
  return passedMs >= -SKEW_MS ? Math.max(0, graceMs - Math.max(0, passedMs)) : 0;
}

async function endGuest(
  deps: IncusDeps,
  turn: Turn,
  instance: Instance,
  { action, graceMs }: { action: 'stop' | 'restart'; graceMs: number },
): Promise<void> {
  const force = graceMs === 0;
  try {
    await changeState(deps, turn, instance, force ? { action, force } : { action, timeout: Math.ceil(graceMs / SECOND_MS) });
  } catch (error) {
    if (!(error instanceof IncusError)) throw error;
    // Also where it ended by itself a moment before it would have been made to.
    if (/already stopped|is not running/i.test(error.message)) return;
    if (isBusy(error)) return void (await pause(turn, AGAIN_MS));
    if (force) throw error;
    deps.log.info({ err: error, instance: instance.name, action }, 'a guest did not end when it was asked to');
    // Who refuses at once is asked again until its time is over.
    await pause(turn, 500);
  }
}

async function changeState(deps: IncusDeps, turn: Turn, { name }: Instance, body: Readonly<Record<string, unknown>>): Promise<void> {
  await deps.client.change({ method: 'PUT', path: `${instancePath(name)}/state`, body }, { ms: turn.left(), signal: turn.signal });
}

/** A start that failed is written on the machine, so that whoever looks sees why. */
export async function noteFailure(
  deps: IncusDeps,
  turn: Turn,
  { serverId, instance, error }: { serverId: string; instance: Instance; error: IncusError },
): Promise<Observed> {
  const cause = causeOf(error);
  const lxc = await readLxcErrors(deps.client, instance.name, turn.signal);
  deps.log.warn({ err: error, serverId, lxc }, 'a machine did not start');
  try {
    await whenFree(turn, () => mark(deps, turn, instance, { [marks.failure]: cause }));
  } catch (busy) {
    if (!isBusy(busy)) throw busy;
    throw new EngineError('timeout', `${instance.name} did not start, and Incus is still ending it: ${error.message}`, { cause: busy });
  }
  return observedOf(serverId, { ...instance, config: { ...instance.config, [marks.failure]: cause } }, null);
}
