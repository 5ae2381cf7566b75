import { z } from 'zod';
import { EngineError, type ObservedBackup } from '../engine.ts';
import type { Turn } from '../parts/turn.ts';
import type { Progress } from './client/incus-client.ts';
import { isNotFound, isTaken } from './client/incus-errors.ts';
import { Instance, VolumeState } from './client/incus-shapes.ts';
import { instanceName, isMarked, isTorn, marks } from './rules/machine-marks.rules.ts';
import { instancePath, look, mark, QUICK_MS, runningOperations, waitFor, type IncusDeps } from './incus-deps.ts';
import { workOn } from './rules/observed.rules.ts';

const LOOKS = 10;
const GIGABYTE = 2 ** 30;

/**
 * A backup is a copy of the system disk in a separate pool for backups: an instance that is never started, made from a snapshot that is
 * kept until the copy is complete. So it outlives its machine, and an interrupted copy is made again.
 */
export async function makeBackup(deps: IncusDeps, turn: Turn, of: { serverId: string; backupId: string }): Promise<ObservedBackup> {
  const { serverId, backupId } = of;
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const stored = await look(deps, turn, instanceName(backupId));
    if (stored.found && !isTorn(stored.found.instance)) return finish(deps, turn, backupId, stored.found.instance);
    if (stored.work) {
      if ((await waitFor(deps, turn, stored.work)) === 'over') continue;
      return creating(backupId);
    }
    const machine = await look(deps, turn, instanceName(serverId));
    if (!machine.found) return stored.found ? failed(backupId) : none(backupId);
    const { instance } = machine.found;
    if (instance.status === 'Error') throw new EngineError('timeout', `The host of ${serverId} does not answer.`);
    if (machine.work) {
      if ((await waitFor(deps, turn, machine.work)) === 'over') continue;
      throw notBegun(backupId);
    }
    if (instance.config[marks.hibernated] === 'true' || isTorn(instance) || !isMarked(instance, deps.layout.owner)) return none(backupId);
    if (stored.found) await remove(deps, turn, instanceName(backupId));
    if ((await snapshot(deps, turn, instance, backupId)) === 'running') throw notBegun(backupId);
    await copy(deps, turn, instance, of);
    if (turn.left() === 0) return creating(backupId);
  }
  return creating(backupId);
}

/** The state of a backup. If making it was interrupted, this continues: the copy has its machine's id on it. */
export async function readBackup(deps: IncusDeps, turn: Turn, backupId: string): Promise<ObservedBackup> {
  const { found, work } = await look(deps, turn, instanceName(backupId));
  // Work on a complete backup only reads it: a machine is made from it.
  if (found && !isTorn(found.instance)) return finish(deps, turn, backupId, found.instance);
  if (work) return creating(backupId);
  if (!found) return none(backupId);
  const serverId = found.instance.config[marks.server];
  if (serverId === undefined) return failed(backupId);
  const kept = await deps.client.find(
    `${instancePath(instanceName(serverId))}/snapshots/${instanceName(backupId)}`,
    z.object({}),
    turn.signal,
  );
  return kept ? makeBackup(deps, turn, { serverId, backupId }) : failed(backupId);
}

export async function removeBackup(deps: IncusDeps, turn: Turn, backupId: string): Promise<ObservedBackup> {
  const name = instanceName(backupId);
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const { found, work } = await look(deps, turn, name);
    if (work) {
      if ((await waitFor(deps, turn, work)) === 'over') continue;
      return creating(backupId);
    }
    if (!found) return none(backupId);
    const { instance } = found;
    if (!isMarked(instance, deps.layout.owner)) throw new EngineError('unknown', `The instance ${name} is not a backup of this Boreal.`);
    // The snapshot first: without it nobody resumes making the backup.
    await dropSnapshot(deps, turn, instance, backupId);
    await remove(deps, turn, name);
  }
  return creating(backupId);
}

export async function listBackups(deps: IncusDeps, turn: Turn): Promise<readonly ObservedBackup[]> {
  const [{ value: instances }, operations] = await Promise.all([
    deps.client.read('/1.0/instances?recursion=1', z.array(Instance), turn.signal),
    runningOperations(deps, turn.signal),
  ]);
  return instances
    .filter((instance) => isMarked(instance, deps.layout.owner))
    .flatMap((instance): ObservedBackup[] => {
      const backupId = instance.config[marks.backup];
      if (backupId === undefined) return [];
      if (!isTorn(instance)) return [{ backupId, state: 'ready', sizeGb: notedSize(instance) }];
      return [workOn(operations, instance.name) ? creating(backupId) : failed(backupId)];
    });
}

/** The copy is complete: records its size, and drops the snapshot. */
async function finish(deps: IncusDeps, turn: Turn, backupId: string, instance: Instance): Promise<ObservedBackup> {
  const noted = notedSize(instance);
  if (noted !== null) return { backupId, state: 'ready', sizeGb: noted };
  const sizeGb = await measure(deps, turn, instance);
  await dropSnapshot(deps, turn, instance, backupId);
  await mark(deps, turn, instance, { [marks.backupSizeGb]: String(sizeGb) });
  return { backupId, state: 'ready', sizeGb };
}

function notedSize(instance: Instance): number | null {
  const noted = instance.config[marks.backupSizeGb];
  return noted === undefined ? null : Number(noted);
}

/** The copy's size, to a tenth of a gigabyte and at least that; the disk's size if the pool cannot tell. */
async function measure(deps: IncusDeps, turn: Turn, instance: Instance): Promise<number> {
  const kind = instance.type === 'container' ? 'container' : 'virtual-machine';
  const { clustered } = await deps.topology(turn.signal);
  const target = clustered ? `?target=${encodeURIComponent(instance.location)}` : '';
  const path = `/1.0/storage-pools/${encodeURIComponent(deps.layout.backupPool)}/volumes/${kind}/${instance.name}/state${target}`;
  const state = await deps.client.find(path, VolumeState, turn.signal);
  const bytes = state?.value.usage?.used ?? null;
  if (bytes === null) return Number.parseFloat(instance.devices['root']?.['size'] ?? '1');
  return Math.max(0.1, Math.round((bytes / GIGABYTE) * 10) / 10);
}

async function snapshot(deps: IncusDeps, turn: Turn, instance: Instance, backupId: string): Promise<Progress> {
  const body = { name: instanceName(backupId), stateful: false };
  try {
    return await deps.client.change(
      { method: 'POST', path: `${instancePath(instance.name)}/snapshots`, body },
      { ms: turn.left(), signal: turn.signal },
    );
  } catch (error) {
    if (!isTaken(error)) throw error;
    return 'done';
  }
}

async function copy(
  deps: IncusDeps,
  turn: Turn,
  instance: Instance,
  { serverId, backupId }: { serverId: string; backupId: string },
): Promise<void> {
  const { layout } = deps;
  const without = Object.fromEntries(Object.keys(instance.devices).map((name) => [name, { type: 'none' }]));
  const body = {
    name: instanceName(backupId),
    type: instance.type,
    architecture: instance.architecture,
    description: `Boreal backup ${backupId} of ${serverId}`,
    profiles: [],
    source: { type: 'copy', source: `${instance.name}/${instanceName(backupId)}`, instance_only: true },
    config: {
      ...Object.fromEntries(
        Object.keys(instance.config)
          .filter((key) => key.startsWith('user.boreal.'))
          .map((key) => [key, '']),
      ),
      'cloud-init.user-data': '',
      [marks.owner]: layout.owner,
      [marks.server]: serverId,
      [marks.backup]: backupId,
    },
    devices: { ...without, root: { ...instance.devices['root'], pool: layout.backupPool } },
  };
  const { clustered } = await deps.topology(turn.signal);
  const target = clustered ? `?target=${encodeURIComponent(layout.backupTarget ?? instance.location)}` : '';
  try {
    await deps.client.change({ method: 'POST', path: `/1.0/instances${target}`, body }, { ms: turn.left(), signal: turn.signal });
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
}

async function dropSnapshot(deps: IncusDeps, turn: Turn, backup: Instance, backupId: string): Promise<void> {
  const serverId = backup.config[marks.server];
  if (serverId === undefined) return;
  await gone(() =>
    deps.client.change(
      { method: 'DELETE', path: `${instancePath(instanceName(serverId))}/snapshots/${instanceName(backupId)}` },
      { ms: QUICK_MS, signal: turn.signal },
    ),
  );
}

async function remove(deps: IncusDeps, turn: Turn, name: string): Promise<void> {
  await gone(() => deps.client.change({ method: 'DELETE', path: instancePath(name) }, { ms: turn.left(), signal: turn.signal }));
}

async function gone(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** A backup in progress is found by its copy. Before there is one, only a repeated call continues it. */
function notBegun(backupId: string): EngineError {
  return new EngineError('timeout', `The machine of ${backupId} is busy: it is copied when it is asked for again.`);
}

const none = (backupId: string) => ({ backupId, state: 'absent', sizeGb: null }) as const;
const creating = (backupId: string) => ({ backupId, state: 'creating', sizeGb: null }) as const;
const failed = (backupId: string) => ({ backupId, state: 'failed', sizeGb: null }) as const;
