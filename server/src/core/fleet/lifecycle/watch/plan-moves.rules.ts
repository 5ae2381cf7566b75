import { disksFit, machineFits, type PlanSizes } from '../../capacity/capacity.rules.ts';
import type { HostRoom } from '../../capacity/hosts/host-rooms.store.ts';

/** A server with nothing in progress on a drained host. */
export interface RestingServer extends PlanSizes {
  readonly id: string;
  readonly hostId: string;
  readonly poolId: string;
  readonly gpuCount: number;
  /** Whether it keeps its addresses, wherever it goes. */
  readonly keepsAddress: boolean;
}

export interface MovePlan<T> {
  /** The servers to move in this round, in this order. */
  readonly moves: readonly T[];
  /** Servers for which no host of their pool has room. Servers in neither list have room and wait for the next round. */
  readonly stuck: readonly T[];
}

/**
 * Which servers move in this round, at most a given number from each host, assuming that each is placed as `takeGpus` will place it.
 * Largest first, and the oldest first among servers of the same size: a small one fits where a large one has left, but not the other way
 * round.
 *
 * Hosts that share addresses or a storage may promise the same room twice; the move is then refused under the pool's lock.
 */
export function planMoves<T extends RestingServer>(input: {
  rooms: readonly HostRoom[];
  resting: readonly T[];
  perHost: number;
}): MovePlan<T> {
  const rooms = new Map(input.rooms.map((room) => [room.hostId, room]));
  const place = (server: T): boolean => {
    const [best] = [...rooms.values()]
      .filter((room) => hasRoom(room, server))
      .toSorted((a, b) => freeFor(a, server) - freeFor(b, server) || compare(a.hostName, b.hostName));
    if (best) rooms.set(best.hostId, without(best, server));
    return best !== undefined;
  };

  const moves: T[] = [];
  const homeless: T[] = [];
  const later: T[] = [];
  const leaving = new Map<string, number>();
  for (const server of input.resting.toSorted((a, b) => b.gpuCount - a.gpuCount || compare(a.id, b.id))) {
    const before = leaving.get(server.hostId) ?? 0;
    if (before >= input.perHost) later.push(server);
    else if (place(server)) {
      moves.push(server);
      leaving.set(server.hostId, before + 1);
    } else homeless.push(server);
  }
  // Room left after this round is for the next one; servers for which it is not enough are reported now.
  return { moves, stuck: [...homeless, ...later.filter((server) => !place(server))] };
}

function hasRoom(room: HostRoom, server: RestingServer): boolean {
  const { gpuCount, keepsAddress } = server;
  const hasPlaces = freeFor(room, server) >= gpuCount && (keepsAddress || room.addresses !== 0);
  return hasPlaces && machineFits(room.machine, server) && disksFit(room.disks, server);
}

/** In its own pool only: machines of another may be of another kind. */
function freeFor({ freeGpus }: HostRoom, { poolId }: RestingServer): number {
  return freeGpus.get(poolId) ?? 0;
}

function without(room: HostRoom, server: RestingServer): HostRoom {
  const { storageGb, localStorageGb } = server;
  const { shared, systemGb, workGb } = room.disks;
  return {
    ...room,
    freeGpus: new Map(room.freeGpus).set(server.poolId, freeFor(room, server) - server.gpuCount),
    addresses: server.keepsAddress ? room.addresses : less(room.addresses, 1),
    machine: { cores: less(room.machine.cores, server.vcores), memoryGb: less(room.machine.memoryGb, server.ramGb) },
    disks: {
      shared,
      systemGb: less(systemGb, shared ? storageGb + localStorageGb : storageGb),
      workGb: less(workGb, shared ? storageGb + localStorageGb : localStorageGb),
    },
  };
}

function less(left: number | null, by: number): number | null {
  return left === null ? null : left - by;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
