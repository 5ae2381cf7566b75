import { z } from 'zod';
import { EngineError, type ObservedBackup } from '../engine.ts';
import type { Turn } from '../parts/turn.ts';
import { isConflict } from './cloud-errors.ts';
import { Image } from './cloud-shapes.ts';
import { look, requireReachable } from './look.ts';
import { BACKUP, cloudName, OWNER, SERVER } from './machine-marks.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';
import { isAtWork } from './step.ts';

const GIGABYTE = 2 ** 30;

/** A backup is an image of the system disk that nova makes: it has no tie to the machine, and outlives it. */
export async function makeBackup(
  deps: OpenstackDeps,
  turn: Turn,
  { serverId, backupId }: { serverId: string; backupId: string },
): Promise<ObservedBackup> {
  const there = await findBackup(deps, backupId, turn.signal);
  if (there) return backupOf(backupId, there);
  const { server } = await look(deps, turn, serverId);
  if (server === null) return none(backupId);
  requireReachable(server, serverId);
  if (server.status !== 'ACTIVE' && server.status !== 'SHUTOFF') return none(backupId);
  if (isAtWork(server)) throw busy(backupId);
  const metadata = { [OWNER]: deps.layout.owner, [BACKUP]: backupId, [SERVER]: serverId };
  const body = { createImage: { name: cloudName(backupId), metadata } };
  try {
    const path = `/servers/${server.id}/action`;
    await deps.client.change('compute', { method: 'POST', path, body }, z.object({ image_id: z.string() }), turn.signal);
  } catch (error) {
    if (isConflict(error)) throw busy(backupId);
    throw error;
  }
  return { backupId, state: 'creating', sizeGb: null };
}

function busy(backupId: string): EngineError {
  return new EngineError('timeout', `The machine of ${backupId} is busy: its image is made when it is asked for again.`);
}

export async function readBackup(deps: OpenstackDeps, turn: Turn, backupId: string): Promise<ObservedBackup> {
  const image = await findBackup(deps, backupId, turn.signal);
  return image ? backupOf(backupId, image) : none(backupId);
}

export async function removeBackup(deps: OpenstackDeps, turn: Turn, backupId: string): Promise<ObservedBackup> {
  const image = await findBackup(deps, backupId, turn.signal);
  if (!image) return none(backupId);
  await deps.client.remove('image', `/v2/images/${image.id}`, turn.signal);
  return readBackup(deps, turn, backupId);
}

export async function listBackups({ client, layout }: OpenstackDeps, turn: Turn): Promise<readonly ObservedBackup[]> {
  const path = `/v2/images?${OWNER}=${encodeURIComponent(layout.owner)}&limit=100`;
  const images = await client.list('image', path, { key: 'images', shape: Image }, turn.signal);
  return images.flatMap((image) =>
    image.boreal_backup !== undefined && isBackup(image, image.boreal_backup) ? [backupOf(image.boreal_backup, image)] : [],
  );
}

export async function findBackup({ client, layout }: OpenstackDeps, backupId: string, signal: AbortSignal): Promise<Image | null> {
  const path = `/v2/images?${OWNER}=${encodeURIComponent(layout.owner)}&${BACKUP}=${encodeURIComponent(backupId)}`;
  const found = await client.list('image', path, { key: 'images', shape: Image }, signal);
  return found.find((image) => isBackup(image, backupId)) ?? null;
}

/** Images that are made of a machine take over what is written on the image that it was made from: the name tells them apart. */
function isBackup({ name, status }: Image, backupId: string): boolean {
  return name === cloudName(backupId) && status !== 'deleted' && status !== 'pending_delete';
}

function backupOf(backupId: string, { status, size }: Image): ObservedBackup {
  if (status === 'active') return { backupId, state: 'ready', sizeGb: Math.max(0.1, Math.round(((size ?? 0) / GIGABYTE) * 10) / 10) };
  return { backupId, state: ['queued', 'saving', 'uploading', 'importing'].includes(status) ? 'creating' : 'failed', sizeGb: null };
}

const none = (backupId: string) => ({ backupId, state: 'absent', sizeGb: null }) as const;
