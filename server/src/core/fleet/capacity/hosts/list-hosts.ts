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
  /** The pools that its GPUs belong to, in the order of their first slots. */
  readonly poolIds: readonly string[];
  readonly free: number;
  readonly used: number;
  /** How many are in a slot but not sold, whether or not a server has them. */
  readonly setAside: number;
  /** Every slot of the host, the server that holds its GPU, and the preempted server whose machine has yet to leave it. */
  readonly gpus: readonly Gpu[];
  readonly use: HostUse;
  /** Whether its engine can move its servers to another host. */
  readonly canMove: boolean;
  /** If the engine chooses hosts by itself: the largest number of GPUs for which it still makes a machine of a model. */
  readonly refusals: readonly HostRefusal[];
}

/** A server that is on a host, or has just left it, and its account. */
export interface HostedServer {
  readonly id: string;
  readonly name: string;
  readonly status: ServerStatus;
  readonly planId: string;
  readonly accountId: string;
  readonly accountName: string;
}

/** The same, with the accounts of the servers on the GPUs. For operators. */
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

/** Hosts, oldest first, with what is free and which servers hold the rest. For operators. */
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
