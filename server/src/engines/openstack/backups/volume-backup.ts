import type { ObservedBackup } from '../../engine.ts';
import { CloudError } from '../cloud/cloud-errors.ts';
import { Nothing, SIGNATURE_VERIFIED, Snapshot, Volume, type Image } from '../cloud/cloud-shapes.ts';
import { cloudTime } from '../cloud-time.ts';
import { isBusyVolume, listVolumes, removeVolume } from '../machine/machine-volumes.ts';
import { BACKUP, cloudName, OWNER } from '../machine/machine-marks.rules.ts';
import { ON_ITS_WAY_MS, type OpenstackDeps } from '../openstack-deps.ts';

/**
 * For a system disk that is a volume: the intermediate parts of its backup's image. A snapshot fixes the moment, a copy of it is uploaded,
 * and both are removed once the image exists: a snapshot could not outlive its volume. Any later call may find any of them; the snapshot,
 * made first and removed last, says in its description what is wanted.
 */
export interface BackupParts {
  /** The oldest first; more than one if two calls ran at once. */
  readonly snapshots: readonly Snapshot[];
  readonly copies: readonly Volume[];
}

/** How often cinder may fail to upload a copy. */
export const UPLOADS_MAX = 3;
const UNWANTED = 'unwanted';

export function hasParts({ snapshots, copies }: BackupParts): boolean {
  return snapshots.length + copies.length > 0;
}

export async function findParts(deps: OpenstackDeps, backupId: string, signal: AbortSignal): Promise<BackupParts> {
  return partsIn(deps, { name: cloudName(backupId) }, signal, (found) => found === backupId);
}

/** The ids of backups that have any parts. */
export async function listPartsIds(deps: OpenstackDeps, signal: AbortSignal): Promise<readonly string[]> {
  const { snapshots, copies } = await partsIn(deps, {}, signal, () => true);
  return [...new Set([...snapshots, ...copies].flatMap(({ metadata }) => metadata[BACKUP] ?? []))];
}

async function partsIn(
  { client, layout }: OpenstackDeps,
  { name }: { readonly name?: string },
  signal: AbortSignal,
  isWanted: (backupId: string) => boolean,
): Promise<BackupParts> {
  const ours = <T extends Pick<Volume, 'id' | 'created_at' | 'metadata'>>(found: readonly T[]) =>
    found
      .filter(({ metadata }) => metadata[OWNER] === layout.owner && metadata[BACKUP] !== undefined && isWanted(metadata[BACKUP]))
      .toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  // If a part were missing from the list, it would be made again.
  const [query, whole] = name === undefined ? ['', {}] : [`?name=${name}`, { whole: true } as const];
  const [snapshots, copies] = await Promise.all([
    client.list('volume', `/snapshots/detail${query}`, { key: 'snapshots', shape: Snapshot, ...whole }, signal),
    client.list('volume', `/volumes/detail${query}`, { key: 'volumes', shape: Volume, ...whole }, signal),
  ]);
  return { snapshots: ours(snapshots), copies: ours(copies) };
}

/** Begins a backup: it saves the moment of the snapshot. Returns whether there is a disk to save. */
export async function takeSnapshot(
  deps: OpenstackDeps,
  { serverId, backupId }: { serverId: string; backupId: string },
  signal: AbortSignal,
): Promise<boolean> {
  const disks = await listVolumes(deps, { serverId, disk: 'system' }, signal);
  const disk = disks.find(({ status }) => status === 'in-use');
  if (disk === undefined) return false;
  const snapshot = { volume_id: disk.id, force: true, ...named(deps, backupId) };
  await deps.client.change('volume', { method: 'POST', path: '/snapshots', body: { snapshot } }, Nothing, signal);
  return true;
}

/** Takes the next step of making a backup from a volume, or of removing it, and returns its progress. */
export async function goOn(
  deps: OpenstackDeps,
  { backupId, image, parts }: { backupId: string; image: Image | null; parts: BackupParts },
  signal: AbortSignal,
): Promise<ObservedBackup['state']> {
  const { snapshots, copies } = parts;
  const [snapshot, copy] = [snapshots[0], copies[0]];
  if (isUnwanted(parts)) {
    await removeParts(deps, { image, parts }, signal);
    return 'failed';
  }
  if (image?.status === 'active') {
    await removeParts(deps, { image: null, parts }, signal);
    // The backup is complete, even if cinder cannot remove a part; that is removed with the backup.
    return [...snapshots, ...copies].every(({ status }) => status.startsWith('error')) ? 'ready' : 'creating';
  }
  // Cinder has given up removing it, so it is no longer uploading the copy, whose state was read before the image's.
  if (image !== null && isOnItsWay(image) && copy?.status === 'available' && (await isOld(deps, image, signal))) {
    await deps.client.remove('image', `/v2/images/${image.id}`, signal);
    return 'creating';
  }
  if (image !== null) return isOnItsWay(image) ? 'creating' : 'failed';
  if (snapshot === undefined || isBroken(snapshot) || (copy !== undefined && isBroken(copy))) return 'failed';
  if (copy === undefined) {
    if (snapshot.status === 'available') await makeCopy(deps, { backupId, snapshot }, signal);
    return 'creating';
  }
  return copy.status === 'available' ? upload(deps, { backupId, snapshot, copy }, signal) : 'creating';
}

/** Records that a backup is not wanted, so that each later look continues its removal, and begins the removal. */
export async function dropBackup(
  deps: OpenstackDeps,
  { image, parts }: { image: Image | null; parts: BackupParts },
  signal: AbortSignal,
): Promise<void> {
  for (const { id } of parts.snapshots) await describe(deps, { kind: 'snapshot', id, description: UNWANTED }, signal);
  for (const { id } of parts.copies) await describe(deps, { kind: 'volume', id, description: UNWANTED }, signal);
  await removeParts(deps, { image, parts }, signal);
}

export function isOnItsWay({ status }: Pick<Image, 'status'>): boolean {
  return ['queued', 'saving', 'uploading', 'importing'].includes(status);
}

/** So old that no request to fill it can still be in transit. */
export async function isOld(deps: OpenstackDeps, { created_at: at }: Pick<Image, 'created_at'>, signal: AbortSignal): Promise<boolean> {
  return (await cloudTime(deps, signal)).getTime() - Date.parse(at) > ON_ITS_WAY_MS;
}

function isUnwanted({ snapshots, copies }: BackupParts): boolean {
  return [...snapshots, ...copies].some(({ description }) => description === UNWANTED);
}

function isBroken({ status }: { readonly status: string }): boolean {
  return status.startsWith('error') || status.endsWith('deleting');
}

/** In this order: cinder may be writing the image while reading the copy, and the copy depends on the snapshot. */
async function removeParts(
  deps: OpenstackDeps,
  { image, parts: { snapshots, copies } }: { image: Image | null; parts: BackupParts },
  signal: AbortSignal,
): Promise<void> {
  if (image !== null) await deps.client.remove('image', `/v2/images/${image.id}`, signal);
  for (const { id, status } of copies) if (status !== 'deleting') await removeVolume(deps, id, signal);
  if (copies.length > 0) return;
  for (const { id, status } of snapshots) {
    if (status !== 'deleting') await unlessBusy(deps.client.remove('volume', `/snapshots/${id}`, signal));
  }
}

async function makeCopy(
  deps: OpenstackDeps,
  { backupId, snapshot }: { backupId: string; snapshot: Snapshot },
  signal: AbortSignal,
): Promise<void> {
  const volume = { snapshot_id: snapshot.id, size: snapshot.size, ...named(deps, backupId) };
  await deps.client.change('volume', { method: 'POST', path: '/volumes', body: { volume } }, Nothing, signal);
}

/** Properties on the volume for its image: cinder copies them to the image it makes, which is thus ours from the first moment. */
async function upload(
  deps: OpenstackDeps,
  { backupId, snapshot, copy }: { backupId: string; snapshot: Snapshot; copy: Volume },
  signal: AbortSignal,
): Promise<ObservedBackup['state']> {
  const { client, layout } = deps;
  const tries = Number(/^upload (\d+)$/.exec(snapshot.description ?? '')?.[1] ?? 0);
  if (tries >= UPLOADS_MAX) return 'failed';
  await describe(deps, { kind: 'snapshot', id: snapshot.id, description: `upload ${tries + 1}` }, signal);
  const act = (body: Readonly<Record<string, unknown>>) =>
    client.change('volume', { method: 'POST', path: `/volumes/${copy.id}/action`, body }, Nothing, signal);
  if (SIGNATURE_VERIFIED in copy.volume_image_metadata) await unlessBusy(act({ 'os-unset_image_metadata': { key: SIGNATURE_VERIFIED } }));
  await act({ 'os-set_image_metadata': { metadata: { [OWNER]: layout.owner, [BACKUP]: backupId } } });
  const image = { image_name: cloudName(backupId), disk_format: 'qcow2', container_format: 'bare' };
  await unlessBusy(act({ 'os-volume_upload_image': image }));
  return 'creating';
}

async function describe(
  { client }: OpenstackDeps,
  { kind, id, description }: { kind: 'snapshot' | 'volume'; id: string; description: string },
  signal: AbortSignal,
): Promise<void> {
  const change = { method: 'PUT', path: `/${kind}s/${id}`, body: { [kind]: { description } } } as const;
  await unlessBusy(client.change('volume', change, Nothing, signal));
}

function named({ layout }: OpenstackDeps, backupId: string) {
  return { name: cloudName(backupId), metadata: { [OWNER]: layout.owner, [BACKUP]: backupId } };
}

/** Something is working on it: the next look shows the result. */
async function unlessBusy(change: Promise<unknown>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (!isBusyVolume(error) && !(error instanceof CloudError && error.status === 404)) throw error;
  }
}
