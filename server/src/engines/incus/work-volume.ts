import { z } from 'zod';
import type { MachineSpec } from '../engine.ts';
import type { Turn } from '../parts/turn.ts';
import { isNotFound, isTaken } from './client/incus-errors.ts';
import { workVolume, type Layout } from './rules/machine-config.rules.ts';
import { copyingOf, RUNNING } from './rules/observed.rules.ts';
import { QUICK_MS, recentOperations, type IncusDeps } from './incus-deps.ts';

const Volume = z.object({ name: z.string(), location: z.string().default('') });
const MAKE_MS = 30_000;

function volumesPath({ workPool }: Layout): string {
  return `/1.0/storage-pools/${encodeURIComponent(workPool)}/volumes/custom`;
}

/** A machine's work disk is a volume of its own: no backup holds it, and it is there or empty, never somebody else's. */
export async function ensureWorkVolume(deps: IncusDeps, turn: Turn, spec: MachineSpec, hostName: string): Promise<void> {
  if (spec.localStorageGb === 0) return;
  const body = {
    name: workVolume(spec.serverId),
    content_type: spec.machineType === 'vm' ? 'block' : 'filesystem',
    config: { size: `${spec.localStorageGb}GiB` },
  };
  const { clustered } = await deps.topology(turn.signal);
  const path = `${volumesPath(deps.layout)}${clustered ? at(hostName) : ''}`;
  try {
    await deps.client.change({ method: 'POST', path, body }, { ms: MAKE_MS, signal: turn.signal });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
}

/** Removes it wherever it is; done when there is none. */
export async function removeWorkVolume(deps: IncusDeps, turn: Turn, serverId: string): Promise<void> {
  const { clustered } = await deps.topology(turn.signal);
  const names = [workVolume(serverId), unfinished(serverId)];
  if (!clustered) return drop(deps, turn, { name: workVolume(serverId), location: 'none' });
  for (const volume of await placesOf(deps, turn, names)) await drop(deps, turn, volume);
}

/**
 * Copies the work disk of a machine that is off to the member it should wake on; under another name until it is whole.
 * Answers whether it is there; when not, ask again.
 */
export async function copyWorkVolume(
  deps: IncusDeps,
  turn: Turn,
  { serverId, localStorageGb }: MachineSpec,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  if (localStorageGb === 0) return true;
  const name = workVolume(serverId);
  // In this order: what has been copied to its end before is there afterwards.
  const copying = copyingOf(await recentOperations(deps, turn.signal), unfinished(serverId));
  const places = await placesOf(deps, turn, [name, unfinished(serverId)]);
  const has = (wanted: string, location: string) =>
    places.some((place) => place.name === wanted && (place.location === location || place.location === ''));
  if (has(name, to) || !has(name, from)) return true;
  const part = { name: unfinished(serverId), location: to };
  const path = volumesPath(deps.layout);
  const within = { ms: turn.left(), signal: turn.signal };
  // Incus tells for some seconds of what has ended: without a copy there, that was another move's.
  const begun = has(part.name, to) || copying?.status_code === RUNNING ? copying : null;
  if (begun === null) {
    // Half a copy, or a whole one whose end nobody has seen: only a copy that was seen to end is believed.
    if (has(part.name, to)) await drop(deps, turn, part);
    const source = { type: 'copy', name, pool: deps.layout.workPool, location: from };
    const body = { name: part.name, source };
    if ((await deps.client.change({ method: 'POST', path: `${path}${at(to)}`, body }, within)) !== 'done') return false;
  } else if ((await deps.client.wait(begun.id, within)) !== 'done') return false;
  await deps.client.change({ method: 'POST', path: `${path}/${part.name}${at(to)}`, body: { name } }, within);
  return true;
}

/** After a move, what is left of the work disk where the machine was; nothing when there is none where it is. */
export async function removeWorkVolumeElsewhere(deps: IncusDeps, turn: Turn, spec: MachineSpec, location: string): Promise<void> {
  if (spec.localStorageGb === 0) return;
  const places = await placesOf(deps, turn, [workVolume(spec.serverId), unfinished(spec.serverId)]);
  const here = places.some((place) => place.name === workVolume(spec.serverId) && place.location === location);
  if (!here) return;
  for (const place of places) {
    if (place.location !== location && place.location !== '') await drop(deps, turn, place);
  }
}

function unfinished(serverId: string): string {
  return `${workVolume(serverId)}-part`;
}

async function placesOf(deps: IncusDeps, turn: Turn, names: readonly string[]): Promise<z.output<typeof Volume>[]> {
  return (await listWorkVolumes(deps, turn.signal)).filter((volume) => names.includes(volume.name));
}

/** Every work disk, and copy of one; `location` is the member of a cluster that has it. */
export async function listWorkVolumes(deps: IncusDeps, signal: AbortSignal): Promise<z.output<typeof Volume>[]> {
  return (await deps.client.read(`${volumesPath(deps.layout)}?recursion=1`, z.array(Volume), signal)).value;
}

async function drop(deps: IncusDeps, turn: Turn, { name, location }: z.output<typeof Volume>): Promise<void> {
  const target = location === '' || location === 'none' ? '' : at(location);
  try {
    await deps.client.change(
      { method: 'DELETE', path: `${volumesPath(deps.layout)}/${name}${target}` },
      { ms: QUICK_MS, signal: turn.signal },
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function at(member: string): string {
  return `?target=${encodeURIComponent(member)}`;
}
