import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '../../../kit/clock.ts';
import { EngineError } from '../../engine.ts';
import { CloudError, isConflict } from '../cloud/cloud-errors.ts';
import { Volume } from '../cloud/cloud-shapes.ts';
import { cloudName, OWNER, SERVER } from './machine-marks.rules.ts';
import { mayHaveVolumes } from '../machine-disks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** Which of a machine's disks a volume is. */
export type MachineDisk = 'system' | 'work';

export interface NewDisk {
  readonly serverId: string;
  readonly disk: MachineDisk;
  readonly sizeGb: number;
  /** Its initial content; null: empty. */
  readonly imageId: string | null;
  /** The zone of its machine. */
  readonly zone: string;
}

const One = z.object({ volume: Volume });
const [FIRST_LOOK_MS, LAST_LOOK_MS, GROWTH] = [300, 5 * SECOND_MS, 1.3];

/**
 * A disk of a machine about to be made, once it can be booted from. Cinder may take long to copy data into it; a repeated call, even after
 * a crash, waits for the same volume. `unwanted` ends the wait, but interrupts no request.
 * @throws EngineError no_capacity (cinder cannot make it: nothing of it is left)
 */
export async function ensureVolume(
  deps: OpenstackDeps,
  of: NewDisk,
  { signal, unwanted }: { signal: AbortSignal; unwanted: AbortSignal },
): Promise<string> {
  const there = await standing(deps, of, signal);
  unwanted.throwIfAborted();
  const { id } = there ?? (await makeVolume(deps, of, signal));
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * GROWTH, LAST_LOOK_MS)) {
    unwanted.throwIfAborted();
    const { status } = (await deps.client.read('volume', `/volumes/${id}`, One, signal)).volume;
    if (status.startsWith('error')) {
      await removeVolume(deps, id, signal);
      throw new EngineError('no_capacity', `The ${of.disk} disk of ${of.serverId} is ${status}.`);
    }
    if (status === 'deleting') throw new EngineError('timeout', `The ${of.disk} disk of ${of.serverId} is removed while it is made.`);
    // Otherwise it can be booted from, or another process has done so.
    if (status !== 'creating' && status !== 'downloading') return id;
    await sleep(waitMs, undefined, { signal: AbortSignal.any([signal, unwanted]) });
  }
}

/** If several processes make the same volume at once, all use the oldest, and each removes its own extra one. */
async function makeVolume(deps: OpenstackDeps, of: NewDisk, signal: AbortSignal): Promise<{ readonly id: string }> {
  const { client } = deps;
  const body = { volume: await wanted(deps, of, signal) };
  const { volume } = await client.change('volume', { method: 'POST', path: '/volumes', body }, One, signal);
  const first = (await standing(deps, of, signal)) ?? volume;
  if (first.id !== volume.id) await removeVolume(deps, volume.id, signal);
  return first;
}

/**
 * In its machine's zone if cinder has one of that name: a cloud may refuse to attach volumes from others (nova's `cross_az_attach`). If
 * cinder's zones have other names, cinder chooses; such a cloud could then attach nothing.
 */
async function wanted({ layout, directory }: OpenstackDeps, { serverId, disk, sizeGb, imageId, zone }: NewDisk, signal: AbortSignal) {
  const isZone = (await directory.volumeZones(signal)).has(zone);
  return {
    name: volumeName(serverId, disk),
    size: sizeGb,
    metadata: { [OWNER]: layout.owner, [SERVER]: serverId },
    ...(isZone && { availability_zone: zone }),
    ...(imageId !== null && { imageRef: imageId }),
    ...(layout.volumeType !== null && { volume_type: layout.volumeType }),
  };
}

export function volumeName(serverId: string, disk: MachineDisk): string {
  return `${cloudName(serverId)}-${disk}`;
}

/** The oldest usable volume: one being deleted, or that cinder could not make, is from an abandoned attempt. */
async function standing(deps: OpenstackDeps, { serverId, disk }: NewDisk, signal: AbortSignal): Promise<Volume | null> {
  const found = await listVolumes(deps, { serverId, disk }, signal);
  return found.find(({ status }) => status !== 'deleting' && !status.startsWith('error')) ?? null;
}

/** The oldest first. */
export async function listVolumes(
  { client, layout }: OpenstackDeps,
  { serverId, disk }: { serverId: string; disk: MachineDisk },
  signal: AbortSignal,
): Promise<Volume[]> {
  if (!mayHaveVolumes(layout)) return [];
  const found = await client.list(
    'volume',
    `/volumes/detail?name=${volumeName(serverId, disk)}`,
    { key: 'volumes', shape: Volume, whole: true },
    signal,
  );
  return found
    .filter(({ metadata }) => metadata[OWNER] === layout.owner && metadata[SERVER] === serverId)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
}

/** Removes what can be removed; returns whether anything is left. A volume is released some time after its machine. */
export async function removeVolumes(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<'gone' | 'going'> {
  const found = (
    await Promise.all([listVolumes(deps, { serverId, disk: 'system' }, signal), listVolumes(deps, { serverId, disk: 'work' }, signal)])
  ).flat();
  for (const { id, status } of found) if (status !== 'deleting') await removeVolume(deps, id, signal);
  return found.length === 0 ? 'gone' : 'going';
}

/** Removes a volume with its snapshots. One still in use stays: a repeated call removes it. */
export async function removeVolume({ client }: OpenstackDeps, id: string, signal: AbortSignal): Promise<void> {
  try {
    await client.remove('volume', `/volumes/${id}?cascade=true`, signal);
  } catch (error) {
    if (!isConflict(error) && !isBusyVolume(error)) throw error;
  }
}

/** Cinder answers 400 to what it would allow later: the volume is attached, being copied, or has busy snapshots. */
export function isBusyVolume(error: unknown): boolean {
  return (
    error instanceof CloudError &&
    error.service === 'volume' &&
    error.status === 400 &&
    /status must be|in-use|attached|snapshot/i.test(error.message)
  );
}
