/** What a host that accepts machines has for another server. */
export interface HostRoom {
  readonly hostId: string;
  readonly hostName: string;
  readonly poolId: string;
  readonly freeGpus: number;
  /** For how many more servers there is an address; null where the engine assigns its own. */
  readonly addresses: number | null;
}

/** A server at rest on a drained host. */
export interface RestingServer {
  readonly id: string;
  readonly hostId: string;
  readonly poolId: string;
  readonly gpuCount: number;
  /** It keeps its addresses, wherever it goes. */
  readonly keepsAddress: boolean;
}

export interface MovePlan<T> {
  /** To be moved in this round, in this order. */
  readonly moves: readonly T[];
  /** No host of their pool has room for them. Servers in neither list have room and wait for the next round. */
  readonly stuck: readonly T[];
}

/**
 * Which servers move in this round, at most so many from each host, if each is placed as `takeGpus` will place it. Largest first,
 * and of the same size the oldest: a small one fits where a large one has left, but not the other way round.
 *
 * Hosts that share addresses may promise the same one twice; the move is then refused under the pool's lock.
 */
export function planMoves<T extends RestingServer>(input: {
  rooms: readonly HostRoom[];
  resting: readonly T[];
  perHost: number;
}): MovePlan<T> {
  const rooms = input.rooms.map((room) => ({ ...room }));
  const place = ({ poolId, gpuCount, keepsAddress }: T): boolean => {
    const [best] = rooms
      .filter((room) => room.poolId === poolId && room.freeGpus >= gpuCount && (keepsAddress || room.addresses !== 0))
      .toSorted((a, b) => a.freeGpus - b.freeGpus || compare(a.hostName, b.hostName));
    if (!best) return false;
    best.freeGpus -= gpuCount;
    if (!keepsAddress && best.addresses !== null) best.addresses -= 1;
    return true;
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
  // Room left by this round is for the next; servers for which it does not suffice are reported now.
  return { moves, stuck: [...homeless, ...later.filter((server) => !place(server))] };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
