import { isDeepStrictEqual } from 'node:util';
import { absent, EngineError, type MachineSpec, type Observed } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { askEarly, awaitSsh, type EarlyQuestions } from './await-ssh.ts';
import { createMachine } from './create-machine.ts';
import { isBusy, isNotFound } from '../client/incus-errors.ts';
import { configOf, devicesOf, formerInstanceId, isAsWanted, keptUserData } from '../rules/machine-config.rules.ts';
import type { Instance } from '../client/incus-shapes.ts';
import { instanceName, isTorn, marks } from '../rules/machine-marks.rules.ts';
import { moveMachine } from './move-machine.ts';
import { observedOf } from '../rules/observed.rules.ts';
import { putFirewall } from '../firewall/machine-firewall.ts';
import { toVerify } from '../verify-gpus.ts';
import { ensureWorkVolume } from '../work-volume.ts';
import { notStopping, requireOurs, switchOn } from '../switch-machine.ts';
import { instancePath, look, mark, replaceInstance, waitFor, type Found, type IncusDeps } from '../incus-deps.ts';

/** Each look leads to one step closer; more looks than this in one call mean that someone else undoes our work. */
const LOOKS = 20;

/** Makes, boots or resumes a machine. Looks, takes the next step, and looks again, as long as this call may. */
export async function runMachine(deps: IncusDeps, turn: Turn, spec: MachineSpec): Promise<Observed> {
  const name = instanceName(spec.serverId);
  let early: EarlyQuestions | undefined;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { found, work } = await look(deps, turn, name);
    if (found) requireOurs(deps, found, spec.serverId);
    if (work) {
      if ((await waitFor(deps, turn, work)) === 'over') continue;
      return found ? observedOf(spec.serverId, found.instance, work) : { ...absent(spec.serverId), power: 'starting' };
    }
    if (!found) {
      if (spec.mustExist) throw new EngineError('gone', `There is no machine ${name}, and an empty one is not wanted.`);
      const { ipv4, failed } = await createMachine(deps, turn, spec);
      if (failed) return failed;
      // The next look will probably find it running.
      early = askEarly(deps, turn, { name, ipv4, hostName: spec.hostName });
      continue;
    }
    if (isTorn(found.instance)) {
      if (spec.mustExist) throw new EngineError('gone', `Of ${name} only an unfinished beginning is left.`);
      deps.log.warn({ serverId: spec.serverId }, 'a machine that Incus has not made to the end is made again');
      await removeTorn(deps, turn, name);
      continue;
    }
    if (found.instance.status !== 'Stopped') {
      // At a later stop, its grace time starts again.
      if (found.instance.config[marks.stopping] !== undefined) await mark(deps, turn, found.instance, notStopping);
      return awaitSsh(deps, turn, spec.serverId, found.instance, early);
    }
    const failed = await start(deps, turn, spec, found);
    if (failed) return failed;
    if (turn.left() === 0) break;
  }
  const { found, work } = await look(deps, turn, name);
  return found ? observedOf(spec.serverId, found.instance, work) : absent(spec.serverId);
}

/** If someone else was faster, the next look shows it. */
async function removeTorn({ client }: IncusDeps, turn: Turn, name: string): Promise<void> {
  try {
    await client.change({ method: 'DELETE', path: instancePath(name) }, { ms: turn.left(), signal: turn.signal });
  } catch (error) {
    if (!isBusy(error) && !isNotFound(error)) throw error;
    await pause(turn, 50);
  }
}

/** Configures a machine that is off, and switches it on. Returns it if its start has failed. */
async function start(deps: IncusDeps, turn: Turn, spec: MachineSpec, found: Found): Promise<Observed | null> {
  const { instance } = found;
  if (await moveMachine(deps, turn, spec, instance)) return null;
  const held = await deps.addresses.hold(spec.serverId, instance.location);
  const nvidia = await deps.hasNvidia(spec, instance.location, turn.signal);
  const wanted = {
    config: {
      ...configOf(spec, deps.layout, { nvidia }),
      ...keptUserData(instance, spec),
      ...(instance.config[marks.toVerify] !== undefined && toVerify(spec)),
      [marks.hibernated]: '',
      [marks.failure]: '',
      ...notStopping,
    },
    devices: devicesOf(spec, held, deps.layout),
  };
  if (!keptItsGpus(instance, wanted.devices)) {
    try {
      await deps.cleanGpus(turn, spec, instance.location);
    } catch (error) {
      const { found: now } = await look(deps, turn, instance.name);
      // Another of our processes was faster: the GPUs are in use by the machine that they are for.
      if (now && now.instance.status !== 'Stopped') return null;
      throw error;
    }
  }
  try {
    if (!isAsWanted(instance, { ...wanted, config: presentIn(wanted.config) }) || isMarkedOff(found)) {
      await ensureWorkVolume(deps, turn, spec, instance.location);
      await putFirewall(deps, turn, { serverId: spec.serverId, rules: spec.firewall, hasIPv6: held.ipv6 !== null });
      await replaceInstance(deps, turn, found, wanted);
    }
    const former = formerInstanceId(instance);
    if (former !== null) await mark(deps, turn, instance, former);
  } catch (error) {
    if (!isBusy(error)) throw error;
    await pause(turn, 100);
    return null;
  }
  return switchOn(deps, turn, spec.serverId, instance);
}

/** These GPUs have been its own since they were cleaned: a machine that gives them up has none left. */
function keptItsGpus({ devices }: Instance, wanted: ReturnType<typeof devicesOf>): boolean {
  const gpus = (some: typeof wanted) => Object.entries(some).filter(([, device]) => device['type'] === 'gpu');
  return isDeepStrictEqual(gpus(devices), gpus(wanted));
}

function isMarkedOff({ instance }: Found): boolean {
  return instance.config[marks.hibernated] === 'true' || instance.config[marks.failure] !== undefined;
}

function presentIn(config: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== ''));
}
