import type { HostRefusal } from '@boreal/contract/fleet/hosts.ts';
import { holderOf, type Gpu } from '@boreal/contract/fleet/gpus.ts';
import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import type { Sql } from '../../../../db/connect.ts';
import { LIST_MAX } from '../../../ground/page.ts';
import { gpuOf } from '../gpus/gpu-states.store.ts';
import { readPoolsThatStay } from '../../engines/engine-traits.store.ts';
import { readRefusals } from '../places/placeable.store.ts';
import { readHostUse, type HostUse } from './host-use.store.ts';
import { selectGpus, selectHostedServers, selectHosts, type HostRow } from '../hosts.store.ts';

export interface HostWithGpus extends HostRow {
  /** Whose GPUs it has, in the order of their first slots. */
  readonly poolIds: readonly string[];
  readonly free: number;
  readonly used: number;
  /** How many are in a slot but not sold, whether a server has them or not. */
  readonly setAside: number;
  /** Every slot of the host, the server that holds its GPU, and the preempted one whose machine has yet to leave it. */
  readonly gpus: readonly Gpu[];
  readonly use: HostUse;
  /** Its engine can take its servers to another host. */
  readonly canMove: boolean;
  /** Where the engine places by itself, and makes no larger machine of a model than with so many GPUs. */
  readonly refusals: readonly HostRefusal[];
}

/** A server that is, or was a moment ago, on a host, and its account. */
export interface HostedServer {
  readonly id: string;
  readonly name: string;
  readonly status: ServerStatus;
  readonly planId: string;
  readonly accountId: string;
  readonly accountName: string;
}

/** The same with the accounts of the servers on the GPUs. For operators. */
export async function listHostsWithServers(
  db: Sql,
  input: { poolId?: string | undefined } = {},
): Promise<(HostWithGpus & { servers: HostedServer[] })[]> {
  const hosts = await listHosts(db, input);
  const ids = new Map(hosts.map((host) => [host.id, serverIdsOn(host)]));
  const servers = new Map((await selectHostedServers(db, [...ids.values()].flat())).map((server) => [server.id, server]));
  return hosts.map((host) => ({ ...host, servers: (ids.get(host.id) ?? []).flatMap((id) => servers.get(id) ?? []) }));
}

function serverIdsOn(host: HostWithGpus): string[] {
  return [...new Set(host.gpus.flatMap(({ serverId, leavingServerId }) => [serverId, leavingServerId]).filter((id) => id !== null))];
}

/** Hosts, oldest first, with what is free and who holds the rest. For operators. */
export async function listHosts(db: Sql, input: { poolId?: string | undefined } = {}): Promise<HostWithGpus[]> {
  const hosts = await selectHosts(db, { ...input, limit: LIST_MAX });
  const ids = hosts.map((host) => host.id);
  const gpus = Map.groupBy(await selectGpus(db, ids), (gpu) => gpu.hostId);
  const uses = await readHostUse(db, ids);
  const refusals = await readRefusals(db, ids);
  const staying = await readPoolsThatStay(db);
  return hosts.map((host) => {
    const own = (gpus.get(host.id) ?? []).map(gpuOf);
    const unheld = own.filter((gpu) => holderOf(gpu) === null);
    return {
      ...host,
      poolIds: [...new Set(own.map(({ poolId }) => poolId))],
      free: unheld.filter(({ state }) => state === 'ok').length,
      used: own.length - unheld.length,
      canMove: !staying.has(host.poolId),
      refusals: refusals.get(host.id) ?? [],
      setAside: own.filter(({ state }) => state === 'suspect' || state === 'quarantined').length,
      gpus: own,
      use: uses.get(host.id) ?? { cores: null, memoryGb: null, storages: [] },
    };
  });
}
