import { z } from 'zod';
import { EngineError, type ObservedBackup } from '../../engine.ts';
import type { Turn } from '../../parts/turn.ts';
import { isConflict } from '../cloud/cloud-errors.ts';
import type { CloudServer, Image } from '../cloud/cloud-shapes.ts';
import { findServer } from '../machine/list-servers.ts';
import { isSilent, look, requireReachable } from '../machine/look.ts';
import { mayHaveVolumes } from '../machine-disks.rules.ts';
import { isBusyVolume } from '../machine/machine-volumes.ts';
import { BACKUP, cloudName, OWNER, SERVER } from '../machine/machine-marks.rules.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { listOwnImages } from '../cloud/own-images.ts';
import { isAtWork } from '../machine/step.ts';
import { findParts, dropBackup, goOn, hasParts, isOld, isOnItsWay, listPartsIds, takeSnapshot, type BackupParts } from './volume-backup.ts';

const GIGABYTE = 2 ** 30;

/**
 * A backup is an image of the system disk: it is independent of the machine, and outlives it. Nova makes it from a flavor's disk; cinder
 * makes it from a volume, by way of a snapshot and a copy (`volume-backup.ts`).
 */
export async function makeBackup(
  deps: OpenstackDeps,
  turn: Turn,
  { serverId, backupId }: { serverId: string; backupId: string },
): Promise<ObservedBackup> {
  const there = await readBackup(deps, turn, backupId);
  if (there.state !== 'absent') return there;
  const { server } = await look(deps, turn, serverId);
  if (server === null) return none(backupId);
  requireReachable(server, serverId);
  if (server.status !== 'ACTIVE' && server.status !== 'SHUTOFF') return none(backupId);
  if (isAtWork(server)) throw busy(backupId);
  try {
    const begun =
      server.image === ''
        ? await takeSnapshot(deps, { serverId, backupId }, turn.signal)
        : await makeImage(deps, { server, serverId, backupId }, turn.signal);
    return begun ? creating(backupId) : none(backupId);
  } catch (error) {
    if (isConflict(error) || isBusyVolume(error)) throw busy(backupId);
    throw error;
  }
}

async function makeImage(
  { client, layout }: OpenstackDeps,
  { server, serverId, backupId }: { server: CloudServer; serverId: string; backupId: string },
  signal: AbortSignal,
): Promise<true> {
  const metadata = { [OWNER]: layout.owner, [BACKUP]: backupId, [SERVER]: serverId };
  const body = { createImage: { name: cloudName(backupId), metadata } };
  const change = { method: 'POST', path: `/servers/${server.id}/action`, body } as const;
  await client.change('compute', change, z.object({ image_id: z.string() }), signal);
  return true;
}

function busy(backupId: string): EngineError {
  return new EngineError('timeout', `The machine of ${backupId} is busy: its image is made when it is asked for again.`);
}

/** The state of a backup. Each look at one that is being made from a volume, or removed, takes its next step. */
export async function readBackup(deps: OpenstackDeps, turn: Turn, backupId: string): Promise<ObservedBackup> {
  const found = await find(deps, turn, backupId);
  const { image, parts } = found;
  if (!hasParts(parts)) {
    if (image === null) return none(backupId);
    return (await isGivenUp(deps, turn, image)) ? { backupId, state: 'failed', sizeGb: null } : backupOf(backupId, image);
  }
  const state = await goOn(deps, { backupId, image, parts }, turn.signal);
  return state === 'ready' && image ? backupOf(backupId, image) : { backupId, state, sizeGb: null };
}

/**
 * Nova could neither fill an image that it had begun nor remove it, because glance was down: the image stays unfinished forever. While nova
 * works on one, it says so on the machine, from just after the image is begun until it is complete.
 */
async function isGivenUp(deps: OpenstackDeps, turn: Turn, image: Image): Promise<boolean> {
  if (!isOnItsWay(image) || !(await isOld(deps, image, turn.signal))) return false;
  const seen = image.instance_uuid ? await findServer(deps, image.instance_uuid, turn.signal) : null;
  const isSaved = seen !== null && (seen.read === null || isSilent(seen.read.host_status) || isAtWork(seen.read));
  if (isSaved || image.boreal_backup === undefined) return false;
  const now = await findBackup(deps, image.boreal_backup, turn.signal);
  return now !== null && isOnItsWay(now);
}

export async function removeBackup(deps: OpenstackDeps, turn: Turn, backupId: string): Promise<ObservedBackup> {
  const found = await find(deps, turn, backupId);
  if (found.image === null && !hasParts(found.parts)) return none(backupId);
  await dropBackup(deps, found, turn.signal);
  return readBackup(deps, turn, backupId);
}

/** The parts first: if an upload ends meanwhile, its image is seen. */
async function find(deps: OpenstackDeps, { signal }: Turn, backupId: string): Promise<{ image: Image | null; parts: BackupParts }> {
  const parts = mayHaveVolumes(deps.layout) ? await findParts(deps, backupId, signal) : { snapshots: [], copies: [] };
  return { parts, image: await findBackup(deps, backupId, signal) };
}

export async function listBackups(deps: OpenstackDeps, { signal }: Turn): Promise<readonly ObservedBackup[]> {
  const { client, layout } = deps;
  const unfinished = mayHaveVolumes(layout) ? await listPartsIds(deps, signal) : [];
  const images = await listOwnImages(client, { [OWNER]: layout.owner, limit: '100' }, signal);
  const finished = images.flatMap((image) => {
    const id = image.boreal_backup;
    return id !== undefined && isBackup(image, id) && !unfinished.includes(id) ? [backupOf(id, image)] : [];
  });
  return [...finished, ...unfinished.map(creating)];
}

export async function findBackup({ client, layout }: OpenstackDeps, backupId: string, signal: AbortSignal): Promise<Image | null> {
  const found = await listOwnImages(client, { [OWNER]: layout.owner, [BACKUP]: backupId }, signal, { whole: true });
  return found.find((image) => isBackup(image, backupId)) ?? null;
}

/** Images made from a machine inherit the properties of the image that it was made from: the name distinguishes them. */
function isBackup({ name, status }: Image, backupId: string): boolean {
  return name === cloudName(backupId) && status !== 'deleted' && status !== 'pending_delete';
}

function backupOf(backupId: string, { status, size }: Image): ObservedBackup {
  if (status === 'active') return { backupId, state: 'ready', sizeGb: Math.max(0.1, Math.round(((size ?? 0) / GIGABYTE) * 10) / 10) };
  return { backupId, state: isOnItsWay({ status }) ? 'creating' : 'failed', sizeGb: null };
}

const creating = (backupId: string) => ({ backupId, state: 'creating', sizeGb: null }) as const;
const none = (backupId: string) => ({ backupId, state: 'absent', sizeGb: null }) as const;
