import { EngineError, type MachineSpec } from '../engine.ts';
import type { Instance } from './incus-shapes.ts';
import { instanceName, isTorn } from './machine-marks.rules.ts';
import { requireOurs } from './switch-machine.ts';
import { instancePath, look, waitFor, type Turn, type World } from './world.ts';
import { copyWorkVolume, removeWorkVolumeElsewhere } from './work-volume.ts';

const LOOKS = 20;

/** Takes a machine that is off to another member, where it stays off. */
export async function relocateMachine(world: World, turn: Turn, spec: MachineSpec): Promise<'there' | 'moving'> {
  const name = instanceName(spec.serverId);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { found, work } = await look(world, turn, name);
    if (work && (await waitFor(world, turn, work)) === 'running') return 'moving';
    if (work) continue;
    if (!found || isTorn(found.instance)) throw new EngineError('gone', `There is no machine ${name}.`);
    requireOurs(world, found, spec.serverId);
    if (found.instance.status !== 'Stopped') throw new EngineError('unknown', `${name} runs, and only what is off is moved.`);
    if (!(await moveMachine(world, turn, spec, found.instance))) return 'there';
    if (turn.left() === 0) return 'moving';
  }
  return 'moving';
}

/**
 * A machine that is off and wanted on another member of the cluster goes there with both its disks; the work disk first, so
 * that it never wakes without. Answers whether it had to; look afterwards.
 */
export async function moveMachine(world: World, turn: Turn, spec: MachineSpec, instance: Instance): Promise<boolean> {
  const { hostName } = spec;
  const { clustered } = await world.topology(turn.signal);
  if (!clustered || hostName.startsWith('@')) return false;
  if (hostName === instance.location) {
    await removeWorkVolumeElsewhere(world, turn, spec);
    return false;
  }
  world.log.info({ serverId: spec.serverId, from: instance.location, to: hostName }, 'a machine moves to another host');
  if (!(await copyWorkVolume(world, turn, spec, instance.location))) return true;
  await world.client.change(
    {
      method: 'POST',
      path: `${instancePath(instance.name)}?target=${encodeURIComponent(hostName)}`,
      body: { name: instance.name, migration: true },
    },
    { ms: turn.left(), signal: turn.signal },
  );
  return true;
}
