import { machineFits, type PlanSizes, type Room } from './capacity.rules.ts';

/** What an on-demand server could get of one pool on one host. */
export interface HostShare {
  readonly hostId: string;
  readonly poolId: string;
  readonly hostName: string;
  /** GPUs that no server holds, including those that a preempted machine has yet to leave. */
  readonly open: number;
  /** Once the machines that have yet to leave are gone. */
  readonly room: Room;
  /** While they are still there. */
  readonly roomNow: Room;
  /** No address is free for another server: one must go so that the new one gets its address. */
  readonly awaitsAddress: boolean;
  readonly spot: readonly SpotHolder[];
}

/** A spot server that may be preempted, and since when it has its GPUs. */
export interface SpotHolder extends Pick<PlanSizes, 'vcores' | 'ramGb'> {
  readonly serverId: string;
  readonly accountId: string;
  readonly gpus: number;
  readonly takenAt: Date;
}

/** What the server needs of its host; its disks have room already. */
export type Needed = { readonly gpuCount: number } & Pick<PlanSizes, 'vcores' | 'ramGb'>;

export interface Choice {
  readonly hostId: string;
  readonly poolId: string;
  /** It needs an address, cores or memory that only a machine's leaving frees. */
  readonly awaitsLeaving: boolean;
  /** Newest first. */
  readonly victims: readonly SpotHolder[];
}

/**
 * The host on which an on-demand server preempts the fewest spot servers, and among those the newest; null when no host has enough
 * even so. A server counts as new as its last placement: a restored one competes like one just deployed.
 */
export function chooseVictims(hosts: readonly HostShare[], needed: Needed): Choice | null {
  const choices = hosts.flatMap((host) => {
    const gpus = Math.max(needed.gpuCount - host.open, host.awaitsAddress ? 1 : 0);
    const holders = host.spot.toSorted(newestFirst);
    const ofGpus = newestOfFewest(holders, gpus);
    const victims = ofGpus && withTheirRoom(host.room, holders, ofGpus, needed);
    return victims === null ? [] : [{ ...host, victims }];
  });
  const [best] = choices.toSorted(
    (a, b) =>
      a.victims.length - b.victims.length ||
      newerVictims(a.victims, b.victims) ||
      compare(a.hostName, b.hostName) ||
      compare(a.poolId, b.poolId),
  );
  if (!best) return null;
  const { hostId, poolId, victims, awaitsAddress, roomNow } = best;
  return { hostId, poolId, awaitsLeaving: awaitsAddress || !machineFits(roomNow, needed), victims };
}

/** The victims, and as many more, newest first, as it takes to have the cores and the memory; null when all do not suffice. */
function withTheirRoom(room: Room, holders: readonly SpotHolder[], ofGpus: readonly SpotHolder[], needed: Needed): SpotHolder[] | null {
  const victims = [...ofGpus];
  const others = holders.filter((holder) => !victims.includes(holder));
  while (!machineFits(roomAfter(room, victims), needed)) {
    const next = others.shift();
    if (!next) return null;
    victims.push(next);
  }
  return victims.toSorted(newestFirst);
}

function roomAfter({ cores, memoryGb }: Room, gone: readonly SpotHolder[]): Room {
  return {
    cores: cores === null ? null : gone.reduce((sum, { vcores }) => sum + vcores, cores),
    memoryGb: memoryGb === null ? null : gone.reduce((sum, { ramGb }) => sum + ramGb, memoryGb),
  };
}

/** The newest of the smallest sets of holders that have the GPUs: each is left out if equally few older ones suffice. */
function newestOfFewest(holders: readonly SpotHolder[], needed: number): SpotHolder[] | null {
  const count = fewest(holders, needed);
  if (count === null) return null;
  const chosen: SpotHolder[] = [];
  let missing = needed;
  for (const [n, holder] of holders.entries()) {
    if (chosen.length === count) break;
    const others = fewest(holders.slice(n + 1), missing - holder.gpus);
    if (others === null || chosen.length + 1 + others > count) continue;
    chosen.push(holder);
    missing -= holder.gpus;
  }
  return chosen;
}

/** The fewest holders that have so many GPUs together; null when all of them have too few. */
function fewest(holders: readonly SpotHolder[], needed: number): number | null {
  let missing = needed;
  let count = 0;
  for (const { gpus } of holders.toSorted((a, b) => b.gpus - a.gpus)) {
    if (missing <= 0) break;
    missing -= gpus;
    count += 1;
  }
  return missing <= 0 ? count : null;
}

function newestFirst(a: SpotHolder, b: SpotHolder): number {
  return b.takenAt.getTime() - a.takenAt.getTime() || compare(b.serverId, a.serverId);
}

/** Below zero when the first difference of two lists of the same length is a newer server in `a`. */
function newerVictims(a: readonly SpotHolder[], b: readonly SpotHolder[]): number {
  for (const [n, one] of a.entries()) {
    const other = b[n];
    const order = other === undefined ? 0 : newestFirst(one, other);
    if (order !== 0) return order;
  }
  return 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
