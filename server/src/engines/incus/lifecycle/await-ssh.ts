import { absent, type Observed } from '../../engine.ts';
import { awaitGreeting, FIRST_TRY_MS, TRUSTED_AFTER_MS } from '../../parts/await-greeting.ts';
import type { Turn } from '../../parts/turn.ts';
import { InstanceState, type Instance } from '../client/incus-shapes.ts';
import { exceededLimits } from '../rules/limits.rules.ts';
import { bootOf, marks, wasUsed } from '../rules/machine-marks.rules.ts';
import { NIC, observedOf } from '../rules/observed.rules.ts';
import { notStopping, switchOff } from '../switch-machine.ts';
import { instancePath, look, mark, QUICK_MS, type IncusDeps } from '../incus-deps.ts';

/**
 * Waits until the SSH port of a running machine answers, as long as this call may, and records that on the machine. `early`: requests to
 * the machine that are already under way.
 */
export async function awaitSsh(
  deps: IncusDeps,
  turn: Turn,
  serverId: string,
  instance: Instance,
  early?: EarlyQuestions,
): Promise<Observed> {
  if (instance.config[marks.ready] === bootOf(instance)) return observedOf(serverId, instance, null);
  const ipv4 = instance.devices[NIC]?.['ipv4.address'];
  if (ipv4 === undefined) return observedOf(serverId, instance, null);
  const within = limitsHold(deps, turn, { serverId, instance, state: early?.state ?? readState(deps, turn, instance.name) });
  const greeted = early !== undefined && (await early.greets) === ipv4;
  if (!greeted && !(await awaitGreeting(turn, deps.probe, { ipv4, hostName: instance.location }, () => isTrusted(deps, instance)))) {
    await within;
    return observedOf(serverId, instance, null);
  }
  // A machine with more than was sold goes to nobody: it never becomes ready, and is given up when its time is over.
  if (!(await within)) return observedOf(serverId, instance, null);
  const gpus = await deps.verifyGpus(turn, instance);
  if (gpus === 'later') return observedOf(serverId, instance, null);
  if (gpus !== 'as sold') return giveUp(deps, turn, { serverId, instance, ...gpus });
  const config = { [marks.ready]: bootOf(instance), [marks.failure]: '', [marks.toVerify]: '', ...notStopping, ...rebootMarks(instance) };
  const write = (signal: AbortSignal) => mark(deps, { ...turn, signal }, instance, config);
  if (isOnlyReady(instance)) deps.lateMarks.begin(instance.name, () => write(AbortSignal.timeout(QUICK_MS)));
  else await write(turn.signal);
  return observedOf(serverId, { ...instance, config: withoutEmpty({ ...instance.config, ...config }) }, null);
}

/** Its mark says only that its port has answered, which can be determined again. */
function isOnlyReady(instance: Instance): boolean {
  return instance.config[marks.toVerify] === undefined && Object.keys(rebootMarks(instance)).length === 0;
}

/** Requests to a machine that was just switched on, while it is being looked up. */
export interface EarlyQuestions {
  /** The address at which SSH answers; null: none yet. */
  readonly greets: Promise<string | null>;
  readonly state: Promise<InstanceState | null>;
}

export function askEarly(deps: IncusDeps, turn: Turn, of: { name: string; ipv4: string; hostName: string }): EarlyQuestions {
  const { name, ipv4, hostName } = of;
  const greeted = deps.probe({ ipv4, hostName }, { limitMs: FIRST_TRY_MS, signal: turn.signal });
  return {
    greets: greeted.then((greets) => (greets ? ipv4 : null)).catch(() => null),
    state: readState(deps, turn, name),
  };
}

/** A running machine's resources, as Incus reports them; null: it does not. */
async function readState({ client }: IncusDeps, turn: Turn, name: string): Promise<InstanceState | null> {
  const read = await client.find(`${instancePath(name)}/state`, InstanceState, turn.signal).catch(() => null);
  return read && read.value;
}

/** Compares the machine's resources with what was sold, while its port is tried. */
async function limitsHold(
  deps: IncusDeps,
  turn: Turn,
  of: { serverId: string; instance: Instance; state: Promise<InstanceState | null> },
): Promise<boolean> {
  const { serverId, instance } = of;
  const told = await of.state;
  // A request sent too early describes a machine that is not running and has nothing.
  const state = told?.status === 'Running' ? told : await readState(deps, turn, instance.name);
  const exceeded = state === null ? [] : exceededLimits(instance, state);
  if (exceeded.length > 0) deps.log.error({ serverId, exceeded }, 'a machine has more than it was set to; it is not given to its customer');
  return exceeded.length === 0;
}

/**
 * It has other GPUs than were sold: it is switched off, like a machine that did not start. What is visible inside does not prove that the
 * GPUs are at fault: someone who got in before it was ready could have changed the program that lists them.
 */
async function giveUp(
  deps: IncusDeps,
  turn: Turn,
  { serverId, instance, wrong }: { serverId: string; instance: Instance; wrong: string },
): Promise<Observed> {
  const sold = instance.config[marks.toVerify];
  deps.log.error(
    { serverId, hostName: instance.location, sold, wrong },
    'a machine has other GPUs than were sold; it is not given to its customer',
  );
  await mark(deps, turn, instance, { [marks.failure]: 'no_capacity' });
  await switchOff(deps, turn, instance, { force: true });
  const { found } = await look(deps, turn, instance.name);
  return found ? observedOf(serverId, found.instance, found.work) : absent(serverId);
}

function isTrusted({ clock }: IncusDeps, instance: Instance): boolean {
  return wasUsed(instance) && clock.wall().getTime() - new Date(bootOf(instance)).getTime() > TRUSTED_AFTER_MS;
}

/** The boot after the one that a reboot was to end: the reboot is complete. */
function rebootMarks({ config, last_used_at }: Instance): Record<string, string> {
  const token = config[marks.reboot];
  if (token === undefined || config[marks.rebootFrom] === last_used_at) return {};
  return { [marks.rebooted]: token, [marks.reboot]: '', [marks.rebootSince]: '', [marks.rebootFrom]: '' };
}

function withoutEmpty(config: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== ''));
}
