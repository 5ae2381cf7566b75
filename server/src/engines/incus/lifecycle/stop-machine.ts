import { absent, type MachinePower, type Observed } from '../../engine.ts';
import { pause, type Turn } from '../../parts/turn.ts';
import { isBusy, isNotFound } from '../client/incus-errors.ts';
import { removeFirewall } from '../firewall/machine-firewall.ts';
import { hibernatedDevices, notedInstanceId } from '../rules/machine-config.rules.ts';
import { bootOf, instanceName, isTorn, marks, wasUsed } from '../rules/machine-marks.rules.ts';
import { observedOf } from '../rules/observed.rules.ts';
import { requireOurs, switchOff } from '../switch-machine.ts';
import { removeWorkVolume } from '../work-volume.ts';
import { instancePath, look, mark, replaceInstance, waitFor, type Found, type IncusDeps } from '../incus-deps.ts';

const LOOKS = 20;

/** Powers a machine off. */
export function stopMachine(deps: IncusDeps, turn: Turn, serverId: string): Promise<Observed> {
  return untilOff(deps, turn, { serverId, via: 'stopping', force: false }, async ({ instance }) => {
    const off = observedOf(serverId, instance, null);
    if (off.power !== 'starting') return off;
    // It stopped with its host; from now on it is off by request.
    await mark(deps, turn, instance, { [marks.stopping]: bootOf(instance) });
    return null;
  });
}

/** Powers it off and releases its GPUs and addresses; only then may others have them. */
export function hibernateMachine(deps: IncusDeps, turn: Turn, serverId: string): Promise<Observed> {
  return untilOff(deps, turn, { serverId, via: 'hibernating', force: false }, async (found) => {
    const { instance } = found;
    if (instance.config[marks.hibernated] === 'true') {
      await deps.addresses.release(serverId);
      return observedOf(serverId, instance, null);
    }
    const config = {
      [marks.hibernated]: 'true',
      ...notedInstanceId(instance),
      [marks.ready]: '',
      ...(wasUsed(instance) && { [marks.used]: 'true' }),
      [marks.failure]: '',
      [marks.stopping]: '',
      [marks.stoppingSince]: '',
      [marks.reboot]: '',
      [marks.rebootSince]: '',
      [marks.rebootFrom]: '',
    };
    await replaceInstance(deps, turn, found, { config, devices: hibernatedDevices(instance) });
    return null;
  });
}

/** Destroys a machine with its disks and rules, and releases its addresses. */
export async function removeMachine(deps: IncusDeps, turn: Turn, serverId: string): Promise<Observed> {
  const left = await untilOff(deps, turn, { serverId, via: 'deleting', force: true }, async ({ instance }) => {
    await deps.client.change({ method: 'DELETE', path: instancePath(instance.name) }, { ms: turn.left(), signal: turn.signal });
    return null;
  });
  if (left.power !== 'absent') return left;
  // Even after an earlier call that was interrupted once the machine was gone.
  await removeFirewall(deps, turn, serverId);
  await removeWorkVolume(deps, turn, serverId);
  await deps.addresses.release(serverId);
  return left;
}

interface Way {
  readonly serverId: string;
  /** The machine's reported state until it is there. */
  readonly via: Extract<MachinePower, 'stopping' | 'hibernating' | 'deleting'>;
  /** The guest is not asked to shut down. */
  readonly force: boolean;
}

/** Looks and switches off until the machine is off, then finishes; null from it: look again. A missing machine is `absent`. */
async function untilOff(deps: IncusDeps, turn: Turn, way: Way, andThen: (found: Found) => Promise<Observed | null>): Promise<Observed> {
  const { serverId, via } = way;
  const name = instanceName(serverId);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { found, work } = await look(deps, turn, name);
    if (work && (await waitFor(deps, turn, work)) === 'running')
      return found ? under(via, serverId, found) : { ...absent(serverId), power: via };
    if (work) continue;
    if (!found) return absent(serverId);
    requireOurs(deps, found, serverId);
    const { instance } = found;
    // A machine whose creation never finished has nothing to stop: it can only be created again, or removed.
    if (isTorn(instance) && via !== 'deleting') return observedOf(serverId, instance, null);
    // A stop request leaves a hibernated machine hibernated.
    if (instance.status === 'Stopped') {
      try {
        const there = await andThen(found);
        if (there) return there;
      } catch (error) {
        if (isNotFound(error)) continue;
        if (!isBusy(error)) throw error;
        await pause(turn, 100);
      }
    } else {
      await switchOff(deps, turn, instance, way);
    }
    if (turn.left() === 0) return under(via, serverId, found);
  }
  const { found } = await look(deps, turn, name);
  return found ? under(via, serverId, found) : absent(serverId);
}

function under(via: Way['via'], serverId: string, { instance }: Found): Observed {
  return { ...observedOf(serverId, instance, null), power: via, failure: null };
}
