import { z } from 'zod';
import { EngineError, type MachineSpec } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { Group, Member, type Instance } from '../client/incus-shapes.ts';
import { instanceName, isGroup, isTorn, marks } from '../rules/machine-marks.rules.ts';
import { requireOurs } from '../switch-machine.ts';
import { instancePath, look, mark, waitFor, type IncusDeps } from '../incus-deps.ts';
import { copyWorkVolume, removeWorkVolumeElsewhere } from '../work-volume.ts';

const LOOKS = 20;

/** Moves a machine that is off to another member, where it stays off. */
export async function relocateMachine(deps: IncusDeps, turn: Turn, spec: MachineSpec): Promise<'there' | 'moving'> {
  const name = instanceName(spec.serverId);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { found, work } = await look(deps, turn, name);
    if (work && (await waitFor(deps, turn, work)) === 'running') return 'moving';
    if (work) continue;
    if (!found || isTorn(found.instance)) throw new EngineError('gone', `There is no machine ${name}.`);
    requireOurs(deps, found, spec.serverId);
    if (found.instance.status !== 'Stopped') throw new EngineError('unknown', `${name} runs, and only what is off is moved.`);
    if (!(await moveMachine(deps, turn, spec, found.instance))) return 'there';
    if (turn.left() === 0) return 'moving';
  }
  return 'moving';
}

/**
 * Moves a machine that is off, and wanted on another member of the cluster, with both its disks; the work disk first, so that it never
 * resumes without it. Returns whether it had to be moved; look afterwards.
 */
export async function moveMachine(deps: IncusDeps, turn: Turn, spec: MachineSpec, instance: Instance): Promise<boolean> {
  const { clustered } = await deps.topology(turn.signal);
  if (!clustered) return false;
  const to = await memberFor(deps, turn, spec, instance.location);
  if (to === instance.location) {
    if (await markGroup(deps, turn, spec, instance)) return true;
    await removeWorkVolumeElsewhere(deps, turn, spec, to);
    return false;
  }
  deps.log.info({ serverId: spec.serverId, from: instance.location, to }, 'a machine moves to another host');
  if (!(await copyWorkVolume(deps, turn, spec, { from: instance.location, to }))) return true;
  await deps.client.change(
    {
      method: 'POST',
      path: `${instancePath(instance.name)}?target=${encodeURIComponent(to)}`,
      body: { name: instance.name, migration: true },
    },
    { ms: turn.left(), signal: turn.signal },
  );
  return true;
}

/**
 * The member for a machine. Any member of a group will do, preferably the current one; Incus is not left to choose another, because the
 * work disk moves first. The choice is the same in every call, because copying takes several.
 */
async function memberFor(deps: IncusDeps, { signal }: Turn, { serverId, hostName }: MachineSpec, location: string): Promise<string> {
  if (!isGroup(hostName)) return hostName;
  const path = `/1.0/cluster/groups/${encodeURIComponent(hostName.slice(1))}`;
  const { value: group } = await deps.client.read(path, Group, signal);
  if (group.members.includes(location)) return location;
  const { value: members } = await deps.client.read('/1.0/cluster/members?recursion=1', z.array(Member), signal);
  const online = members.filter(({ server_name, status }) => status === 'Online' && group.members.includes(server_name));
  const chosen = online.at(serverId.charCodeAt(serverId.length - 1) % online.length);
  if (!chosen) throw new EngineError('no_capacity', `No member of ${hostName} is online.`);
  return chosen.server_name;
}

/** Records whether the machine belongs to the group, or to the member that it is on. Returns whether that had to be changed. */
async function markGroup(deps: IncusDeps, turn: Turn, { hostName }: MachineSpec, instance: Instance): Promise<boolean> {
  const group = isGroup(hostName) ? hostName : '';
  if ((instance.config[marks.group] ?? '') === group) return false;
  await mark(deps, turn, instance, { [marks.group]: group });
  return true;
}
