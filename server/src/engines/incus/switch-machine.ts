import { EngineError, type Observed } from '../engine.ts';
import { causeOf, IncusError, isBusy } from './incus-errors.ts';
import type { Instance } from './incus-shapes.ts';
import { bootOf, isMarked, marks } from './machine-marks.rules.ts';
import { observedOf } from './observed.rules.ts';
import { instancePath, mark, pause, type Found, type Turn, type World } from './world.ts';

/** How long a guest may take to end by itself, seconds. */
const GRACE_SECONDS = 20;
const START_SECONDS = 30;

/** Never touches what carries another's mark, or none. @throws EngineError unknown · timeout (its host does not answer) */
export function requireOurs(world: World, { instance }: Found, serverId: string): void {
  if (!isMarked(instance, world.layout.owner)) {
    throw new EngineError('unknown', `The instance ${instance.name} is not of this Boreal, so nothing is done to it.`);
  }
  if (instance.status === 'Error') throw new EngineError('timeout', `The host of ${serverId} does not answer.`);
}

/** Switches on what is off. Answers the machine when its start has failed; null: look again. */
export async function switchOn(world: World, turn: Turn, serverId: string, instance: Instance): Promise<Observed | null> {
  try {
    await changeState(world, turn, instance, { action: 'start', timeout: START_SECONDS });
    return null;
  } catch (error) {
    if (!(error instanceof IncusError)) throw error;
    if (/already running/i.test(error.message)) return null;
    if (!isBusy(error)) return noteFailure(world, turn, { serverId, instance, error });
    await pause(turn, 100);
    return null;
  }
}

/**
 * Switches off what is on: asks the guest to end, and makes it when it has been asked before in this boot or does not.
 * Look afterwards.
 */
export async function switchOff(world: World, turn: Turn, instance: Instance, options: { force: boolean }): Promise<void> {
  const asked = instance.config[marks.stopping] === bootOf(instance);
  try {
    if (!options.force && !asked) {
      await mark(world, turn, instance, { [marks.stopping]: bootOf(instance) });
      await changeState(world, turn, instance, { action: 'stop', timeout: GRACE_SECONDS });
      return;
    }
    await changeState(world, turn, instance, { action: 'stop', force: true });
  } catch (error) {
    if (!(error instanceof IncusError)) throw error;
    if (/already stopped/i.test(error.message)) return;
    if (isBusy(error)) return void (await pause(turn, 100));
    // It did not end by itself: the mark lets the next try make it.
    if (options.force || asked) throw error;
    world.log.info({ err: error, instance: instance.name }, 'a guest did not end when it was asked to');
  }
}

/** Restarts what runs, and makes it end when `force` says so. Look afterwards. */
export async function restart(world: World, turn: Turn, instance: Instance, options: { force: boolean }): Promise<void> {
  try {
    await changeState(
      world,
      turn,
      instance,
      options.force ? { action: 'restart', force: true } : { action: 'restart', timeout: GRACE_SECONDS },
    );
  } catch (error) {
    if (!(error instanceof IncusError)) throw error;
    if (isBusy(error)) return void (await pause(turn, 100));
    if (options.force) throw error;
    world.log.info({ err: error, instance: instance.name }, 'a guest did not restart when it was asked to');
  }
}

async function changeState(world: World, turn: Turn, { name }: Instance, body: Readonly<Record<string, unknown>>): Promise<void> {
  await world.client.change({ method: 'PUT', path: `${instancePath(name)}/state`, body }, { ms: turn.left(), signal: turn.signal });
}

/** A start that failed is written on the machine, so that whoever looks sees why. */
export async function noteFailure(
  world: World,
  turn: Turn,
  { serverId, instance, error }: { serverId: string; instance: Instance; error: IncusError },
): Promise<Observed> {
  const cause = causeOf(error);
  world.log.warn({ err: error, serverId }, 'a machine did not start');
  await mark(world, turn, instance, { [marks.failure]: cause });
  return observedOf(serverId, { ...instance, config: { ...instance.config, [marks.failure]: cause } }, null);
}
