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

/** How far our processes' clocks may differ. */
const SKEW_MS = 5 * SECOND_MS;
const START_SECONDS = 30;
/** Far longer than Incus takes to record an end. There is no longer wait: if a host went down, nobody recorded any. */
const END_NOTED_MS = 5 * SECOND_MS;
const AGAIN_MS = 100;
const CLEANED_UP_MS = SECOND_MS;

/** Never touches what has another's mark, or none. @throws EngineError unknown · timeout (its host does not answer) */
export function requireOurs(deps: IncusDeps, { instance }: Found, serverId: string): void {
  if (!isMarked(instance, deps.layout.owner)) {
    throw new EngineError('unknown', `The instance ${instance.name} is not of this Boreal, so nothing is done to it.`);
  }
  if (instance.status === 'Error') throw new EngineError('timeout', `The host of ${serverId} does not answer.`);
}

/**
 * Switches on a machine that is off. Returns the machine if its start has failed; null: look again. A start that fails without a known
 * cause is tried twice: Incus may still have been cleaning up after the previous boot.
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

/** Why Incus could not; null: it could, or is busy with the machine. */
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
 * A guest that shuts down by itself is off a moment before Incus notices, and then removes its disks and its network: even from the next
 * boot, if that has begun already.
 */
async function untilEnded(deps: IncusDeps, turn: Turn, instance: Instance): Promise<void> {
  const until = deps.clock.wall().getTime() + END_NOTED_MS;
  let now: Instance | undefined = instance;
  while (now && isEndUnnoted(now) && deps.clock.wall().getTime() < until && (await pause(turn, AGAIN_MS))) {
    now = (await deps.client.find(instancePath(instance.name), Instance, turn.signal))?.value;
  }
}

/** Clears the marks of a stop. */
export const notStopping = { [marks.stopping]: '', [marks.stoppingSince]: '' } as const;

/**
 * Switches off a running machine: asks the guest to shut down, or forces it off if `force` is set or its grace time since the first
 * request, by anyone, is over. Look afterwards.
 */
export async function switchOff(deps: IncusDeps, turn: Turn, instance: Instance, options: { force: boolean }): Promise<void> {
  const asked = instance.config[marks.stopping] === bootOf(instance);
  const since = asked ? instance.config[marks.stoppingSince] : deps.clock.wall().toISOString();
  if (!options.force && !asked && since !== undefined) {
    await mark(deps, turn, instance, { [marks.stopping]: bootOf(instance), [marks.stoppingSince]: since });
  }
  await endGuest(deps, turn, instance, { action: 'stop', graceMs: options.force ? 0 : graceLeft(deps, since) });
}

/** Restarts a running machine: like `switchOff`, with the time of the first request to the guest. Look afterwards. */
export async function restart(deps: IncusDeps, turn: Turn, instance: Instance, { since }: { since: string | undefined }): Promise<void> {
  await endGuest(deps, turn, instance, { action: 'restart', graceMs: graceLeft(deps, since) });
}

/** The rest of a guest's grace time; 0: it is forced off. */
function graceLeft({ clock, graceMs }: IncusDeps, since: string | undefined): number {
  const askedAt = since === undefined ? NaN : Date.parse(since);
  const passedMs = clock.wall().getTime() - askedAt;
  // If the time is implausible, such as one recorded before this machine's clock was set back, the grace time is over.
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
    // Includes a machine that stopped by itself just before it would have been forced.
    if (/already stopped|is not running/i.test(error.message)) return;
    if (isBusy(error)) return void (await pause(turn, AGAIN_MS));
    if (force) throw error;
    deps.log.info({ err: error, instance: instance.name, action }, 'a guest did not end when it was asked to');
    // A guest that refuses at once is asked again until its time is over.
    await pause(turn, 500);
  }
}

async function changeState(deps: IncusDeps, turn: Turn, { name }: Instance, body: Readonly<Record<string, unknown>>): Promise<void> {
  await deps.client.change({ method: 'PUT', path: `${instancePath(name)}/state`, body }, { ms: turn.left(), signal: turn.signal });
}

/** Records a failed start on the machine, so that every look shows why. */
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
