import { z } from 'zod';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError, type MachineSpec } from '../engine.ts';
import { isConflict } from './cloud-errors.ts';
import { Volume } from './cloud-shapes.ts';
import { cloudName, OWNER, SERVER } from './machine-marks.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

const One = z.object({ volume: Volume });
const LOOK_EVERY_MS = 300;

/** The work disk of a machine that is made, as a volume of its own; null where there is none to make. */
export async function makeWorkVolume(deps: OpenstackDeps, spec: MachineSpec, signal: AbortSignal): Promise<string | null> {
  const { client, layout } = deps;
  if (layout.workDisk !== 'volume' || spec.localStorageGb === 0) return null;
  // One that goes is of a try that was given up.
  const there = (await listWorkVolumes(deps, spec.serverId, signal)).find(({ status }) => status !== 'deleting');
  const volume =
    there ??
    (await client.change('volume', { method: 'POST', path: '/volumes', body: { volume: wanted(deps, spec) } }, One, signal)).volume;
  let { status } = volume;
  while (status === 'creating' || status === 'downloading') {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    status = (await client.read('volume', `/volumes/${volume.id}`, One, signal)).volume.status;
  }
  if (status !== 'available') throw new EngineError('no_capacity', `The work disk of ${spec.serverId} is ${status}.`);
  return volume.id;
}

function wanted({ layout }: OpenstackDeps, { serverId, localStorageGb }: MachineSpec) {
  return {
    name: workName(serverId),
    size: localStorageGb,
    metadata: { [OWNER]: layout.owner, [SERVER]: serverId },
    ...(layout.volumeType !== null && { volume_type: layout.volumeType }),
  };
}

export function workName(serverId: string): string {
  return `${cloudName(serverId)}-work`;
}

export async function listWorkVolumes({ client, layout }: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<Volume[]> {
  if (layout.workDisk !== 'volume') return [];
  const path = `/volumes/detail?name=${workName(serverId)}`;
  const found = await client.list('volume', path, { key: 'volumes', shape: Volume }, signal);
  return found.filter(({ metadata }) => metadata[OWNER] === layout.owner && metadata[SERVER] === serverId);
}

/** Removes what can be removed; whether something is left. A volume is let go of some time after its machine. */
export async function removeWorkVolumes(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<'gone' | 'going'> {
  const found = await listWorkVolumes(deps, serverId, signal);
  for (const { id, status } of found) {
    if (status === 'deleting') continue;
    try {
      await deps.client.remove('volume', `/volumes/${id}?cascade=true`, signal);
    } catch (error) {
      // Still attached, as cinder sees it.
      if (!isConflict(error) && !isInUse(error)) throw error;
    }
  }
  return found.length === 0 ? 'gone' : 'going';
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && /status must be|in-use|attached/i.test(error.message);
}
