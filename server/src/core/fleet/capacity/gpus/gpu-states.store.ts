import { GpuReason, type GpuHealth, type GpuState, type HostGpu } from '@boreal/contract/fleet/gpus.ts';
import { sql } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { isHeld } from './free-gpus.store.ts';
import type { GpuRow, NewGpu } from '../hosts.store.ts';

/** A GPU's row; null if the host has no such slot. The pool's lock prevents sales of it meanwhile. */
export async function findGpu(tx: Tx, at: { hostId: string; slot: number }): Promise<GpuRow | null> {
  const row = await tx.selectFrom('gpus').selectAll().where('hostId', '=', at.hostId).where('slot', '=', at.slot).executeTakeFirst();
  return row ?? null;
}

/** Writes the state; `reason` is null exactly for `ok`. `isAnother`: deletes what is known about the former GPU. */
export async function writeGpuState(
  tx: Tx,
  gpu: { hostId: string; slot: number },
  to: { state: GpuState; reason: GpuReason | null; at: Date; device?: string | null; isAnother?: boolean },
): Promise<void> {
  await tx
    .updateTable('gpus')
    .set({
      state: to.state,
      stateReason: to.reason && JSON.stringify(to.reason),
      stateSince: to.at,
      ...(to.device !== undefined && { device: to.device }),
      ...(to.isAnother === true && { health: null }),
    })
    .where('hostId', '=', gpu.hostId)
    .where('slot', '=', gpu.slot)
    .execute();
}

export async function writeGpuHealth(tx: Tx, gpu: { hostId: string; slot: number }, health: GpuHealth | null): Promise<void> {
  await tx
    .updateTable('gpus')
    .set({ health: health && JSON.stringify(health) })
    .where('hostId', '=', gpu.hostId)
    .where('slot', '=', gpu.slot)
    .execute();
}

/** Adds GPUs in the slots that follow. Returns the new slots. */
export async function insertGpus(tx: Tx, input: { hostId: string; gpus: readonly NewGpu[] }): Promise<number[]> {
  const { slot: last } = await tx
    .selectFrom('gpus')
    .select((eb) => eb.fn.max('slot').as('slot'))
    .where('hostId', '=', input.hostId)
    .$castTo<{ slot: number | null }>()
    .executeTakeFirstOrThrow();
  const first = (last ?? -1) + 1;
  const rows = input.gpus.map((gpu, n) => ({ ...gpu, hostId: input.hostId, slot: first + n, serverId: null }));
  await tx.insertInto('gpus').values(rows).execute();
  return rows.map((row) => row.slot);
}

/** The GPUs of a host with their pools and names, without those that were removed or are in `except`. */
export async function gpusIn(tx: Tx, { hostId, except = -1 }: { hostId: string; except?: number }): Promise<NewGpu[]> {
  return tx
    .selectFrom('gpus')
    .select(['poolId', 'device'])
    .where('hostId', '=', hostId)
    .where('state', '<>', 'removed')
    .where('slot', '<>', except)
    .execute();
}

/** A server that has GPUs of the host, is on it, or is moving away from it; null if there is none. */
export async function findServerOn(tx: Tx, hostId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select coalesce(server_id, leaving_server_id, orphan_id) as id from gpus
    where host_id = ${hostId} and ${isHeld}
    union all
    select id from servers where host_id = ${hostId} or moving_from = ${hostId}
    limit 1
  `.execute(tx);
  return rows[0]?.id ?? null;
}

/** A server without GPUs whose disks are on a host, or are being moved there; null if there is none. */
export async function findDisksOn(tx: Tx, hostId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('servers')
    .select('id')
    .where((eb) => eb.or([eb('disksHostId', '=', hostId), eb('disksToHostId', '=', hostId)]))
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The server of a backup in a storage where only this host keeps its backups; null if there is none. */
export async function findBackupsOn(tx: Tx, hostId: string): Promise<string | null> {
  const { rows } = await sql<{ serverId: string }>`
    select backups.server_id from hosts join backups on backups.storage = hosts.backup_storage
    where hosts.id = ${hostId} and backups.status in ('creating', 'ready')
      and not exists (select from hosts other where other.id <> hosts.id and other.backup_storage = hosts.backup_storage)
    order by backups.id limit 1
  `.execute(tx);
  return rows[0]?.serverId ?? null;
}

/** Deletes a host and its GPUs. No server may be on it. */
export async function deleteHost(tx: Tx, hostId: string): Promise<void> {
  await tx.deleteFrom('gpus').where('hostId', '=', hostId).execute();
  await tx.deleteFrom('hosts').where('id', '=', hostId).execute();
}

/** Every GPU with its host, by host name and slot; `hostId`: only those of one host. */
export async function selectHostGpus(
  db: Sql,
  input: { hostId?: string | undefined; setAside: boolean; limit: number },
): Promise<HostGpu[]> {
  let query = db.selectFrom('gpus').innerJoin('hosts', 'hosts.id', 'gpus.hostId').selectAll('gpus').select('hosts.name as hostName');
  if (input.hostId !== undefined) query = query.where('gpus.hostId', '=', input.hostId);
  if (input.setAside) query = query.where('gpus.state', 'in', ['suspect', 'quarantined']);
  const rows = await query.orderBy('hosts.name').orderBy('gpus.slot').limit(input.limit).execute();
  return rows.map(({ hostId, hostName, ...gpu }) => ({ hostId, hostName, ...gpuOf({ hostId, ...gpu }) }));
}

/** A GPU whose name on the engine is declared. */
export interface NamedGpu {
  readonly hostId: string;
  readonly hostName: string;
  readonly slot: number;
  readonly device: string;
}

/** The GPUs of an engine's hosts that are for sale and have names. */
export function selectNamedGpus(db: Sql, engine: string): Promise<NamedGpu[]> {
  return db
    .selectFrom('gpus')
    .innerJoin('hosts', 'hosts.id', 'gpus.hostId')
    .select(['gpus.hostId', 'hosts.name as hostName', 'gpus.slot', 'gpus.device'])
    .where('hosts.engine', '=', engine)
    .where('gpus.state', '=', 'ok')
    .where('gpus.device', 'is not', null)
    .$narrowType<{ device: string }>()
    .execute();
}

/** A GPU as operators see it. */
export function gpuOf(row: GpuRow): Omit<HostGpu, 'hostId' | 'hostName'> {
  const { slot, poolId, device, state, stateSince, stateReason, serverId, leavingServerId, orphanId } = row;
  return {
    slot,
    poolId,
    device,
    state,
    stateSince: stateSince?.toISOString() ?? null,
    // A newer version may know other reasons.
    reason: GpuReason.nullable().catch(null).parse(stateReason),
    serverId,
    leavingServerId,
    orphanId,
  };
}

/** The GPUs of a server that are ok, in the order in which GPUs are always locked. */
export function selectOkGpusOf(tx: Tx, serverId: string): Promise<GpuRow[]> {
  return tx
    .selectFrom('gpus')
    .selectAll()
    .where('serverId', '=', serverId)
    .where('state', '=', 'ok')
    .orderBy('hostId')
    .orderBy('slot')
    .execute();
}

/** Whether a server has a GPU that is set aside. */
export async function hasGpuSetAside(tx: Tx, serverId: string): Promise<boolean> {
  const gpu = await tx
    .selectFrom('gpus')
    .select('slot')
    .where('serverId', '=', serverId)
    .where('state', '<>', 'ok')
    .limit(1)
    .executeTakeFirst();
  return gpu !== undefined;
}

/**
 * On how many sets of a host's GPUs, suspect ever since, machines have failed for certain: the engine blames the GPUs, or the server has
 * since started elsewhere.
 */
export async function countFailures(tx: Tx, { hostId, since }: { hostId: string; since: Date }): Promise<number> {
  const { rows } = await sql<{ sets: bigint }>`
    select count(distinct (state_reason ->> 'serverId', state_since)) as sets from gpus
    where host_id = ${hostId} and state = 'suspect' and state_since > ${since} and state_reason ->> 'type' = 'machine_failed'
      and (state_reason ->> 'cause' = 'gpu' or exists (
        select from servers where servers.id = gpus.state_reason ->> 'serverId' and servers.first_active_at is not null))
  `.execute(tx);
  return Number(rows[0]?.sets ?? 0);
}

/** GPUs that are suspect because a machine of this server failed on them, possibly for another reason. */
export async function selectSuspectedFor(tx: Tx, serverId: string): Promise<{ hostId: string; slot: number }[]> {
  const { rows } = await sql<{ hostId: string; slot: number }>`
    select host_id, slot from gpus
    where state = 'suspect' and state_reason ->> 'type' = 'machine_failed' and state_reason ->> 'serverId' = ${serverId}
      and state_reason ->> 'cause' <> 'gpu'
    order by host_id, slot
  `.execute(tx);
  return rows;
}
