import { machineFits, type PlanSizes, type Room } from '../capacity.rules.ts';

/** What an on-demand server could get from one pool on one host. */
export interface HostShare {
  readonly hostId: string;
  readonly poolId: string;
  readonly hostName: string;
  /** GPUs that no server holds, including those that a preempted machine has yet to leave. */
  readonly open: number;
  /** Room once the machines that have yet to leave are gone. */
  readonly room: Room;
  /** Room while they are still there. */
  readonly roomNow: Room;
  /** No address is free for another server: a server must leave so that the new one gets its address. */
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

/** What the server needs from its host; there is already room for its disks. */
export type Needed = { readonly gpuCount: number } & Pick<PlanSizes, 'vcores' | 'ramGb'>;

export interface Choice {
  readonly hostId: string;
  readonly poolId: string;
  /** The server needs an address, cores or memory that are only free once a machine has left. */
  readonly awaitsLeaving: boolean;
  /** Newest first. */
  readonly victims: readonly SpotHolder[];
}

/** Servers that are promised places which spot servers have. */
export interface Promised {
  readonly toOthers: readonly Needed[];
  /**
   * Whether this server's place is promised too, and paid. If no choice leaves the others all their places, it takes the one that leaves
   * them the most GPUs.
   */
  readonly toThis: boolean;
}

/**
 * The host on which an on-demand server preempts the fewest spot servers, and among those the newest; null if no host has enough even so. A
 * server is as new as its last placement: a restored one competes like one just deployed. Excludes places that others are promised: those
 * servers must still be able to have as many GPUs as without this one.
 */
export function chooseVictims(
  hosts: readonly HostShare[],
  needed: Needed,
  { toOthers, toThis }: Promised = { toOthers: [], toThis: false },
): Choice | null {
  const before = gpusLeft(hosts, toOthers);
  let most: { choice: Choice; left: number } | null = null;
  for (const { host, choice } of choicesIn(hosts, needed)) {
    const left = gpusLeft(withMachine(hosts, host, choice, needed), toOthers);
    if (left >= before) return choice;
    if (most === null || left > most.left) most = { choice, left };
  }
  return toThis ? (most?.choice ?? null) : null;
}

/** What the server would cost on each host that can have it, best first. */
function choicesIn(hosts: readonly HostShare[], needed: Needed): readonly { host: HostShare; choice: Choice }[] {
  const possible = hosts.flatMap((host) => {
    const victims = newestOfFewest(host.spot.toSorted(newestFirst), {
      gpus: Math.max(needed.gpuCount - host.open, host.awaitsAddress ? 1 : 0),
      vcores: host.room.cores === null ? 0 : needed.vcores - host.room.cores,
      ramGb: host.room.memoryGb === null ? 0 : needed.ramGb - host.room.memoryGb,
    });
    return victims === null ? [] : [{ host, victims }];
  });
  return possible
    .toSorted(
      (a, b) =>
        a.victims.length - b.victims.length ||
        newerVictims(a.victims, b.victims) ||
        compare(a.host.hostName, b.host.hostName) ||
        compare(a.host.poolId, b.host.poolId),
    )
    .map(({ host, victims }) => {
      const { hostId, poolId, awaitsAddress, roomNow } = host;
      return { host, choice: { hostId, poolId, awaitsLeaving: awaitsAddress || !machineFits(roomNow, needed), victims } };
    });
}

/**
 * How many GPUs these servers could have, placing the largest first: then wherever a larger one goes, the same number is left for smaller
 * ones, as long as each size is a multiple of the next.
 */
function gpusLeft(hosts: readonly HostShare[], servers: readonly Needed[]): number {
  let left = hosts;
  let gpus = 0;
  for (const needed of servers.toSorted((a, b) => b.gpuCount - a.gpuCount || b.vcores - a.vcores || b.ramGb - a.ramGb)) {
    const [best] = choicesIn(left, needed);
    if (!best) continue;
    gpus += needed.gpuCount;
    left = withMachine(left, best.host, best.choice, needed);
  }
  return gpus;
}

/** The hosts after placing a server on one of them and removing its victims. */
function withMachine(hosts: readonly HostShare[], on: HostShare, { victims }: Choice, needed: Needed): readonly HostShare[] {
  const after: HostShare = {
    ...on,
    open: victims.reduce((sum, { gpus }) => sum + gpus, on.open) - needed.gpuCount,
    room: withoutMachine(roomAfter(on.room, victims), needed),
    roomNow: withoutMachine(on.roomNow, needed),
    spot: on.spot.filter((holder) => !victims.includes(holder)),
  };
  return hosts.map((host) => (host === on ? after : host));
}

function withoutMachine({ cores, memoryGb }: Room, { vcores, ramGb }: Needed): Room {
  return { cores: cores === null ? null : cores - vcores, memoryGb: memoryGb === null ? null : memoryGb - ramGb };
}

function roomAfter({ cores, memoryGb }: Room, gone: readonly SpotHolder[]): Room {
  return {
    cores: cores === null ? null : gone.reduce((sum, { vcores }) => sum + vcores, cores),
    memoryGb: memoryGb === null ? null : gone.reduce((sum, { ramGb }) => sum + ramGb, memoryGb),
  };
}

type Missing = Readonly<Record<(typeof sizes)[number], number>>;
const sizes = ['gpus', 'vcores', 'ramGb'] as const;

/** How many sets to try before falling back to newest-first: more than hosts with a dozen servers have. */
const SETS_LOOKED_AT = 20_000;

/** The newest of the smallest sets of holders that have what is missing, newest first; null if even all of them have too little. */
function newestOfFewest(holders: readonly SpotHolder[], missing: Missing): readonly SpotHolder[] | null {
  if (!mayHave(holders, holders.length, missing)) return null;
  const looked = { left: SETS_LOOKED_AT };
  for (let count = 0; count <= holders.length && looked.left > 0; count += 1) {
    const found = newestOf(holders, { count, missing, looked });
    if (found) return found;
  }
  return asTheyCome(holders, missing);
}

/** The newest set of a given number of holders that has what is missing. */
function newestOf(
  holders: readonly SpotHolder[],
  { count, missing, looked }: { count: number; missing: Missing; looked: { left: number } },
): readonly SpotHolder[] | null {
  looked.left -= 1;
  if (looked.left < 0 || !mayHave(holders, count, missing)) return null;
  if (count === 0) return [];
  for (const [n, holder] of holders.entries()) {
    const others = newestOf(holders.slice(n + 1), { count: count - 1, missing: less(missing, holder), looked });
    if (others) return [holder, ...others];
  }
  return null;
}

/** Takes the newest first until there is enough, then drops those that turn out not to be needed. */
function asTheyCome(holders: readonly SpotHolder[], missing: Missing): readonly SpotHolder[] {
  let chosen: readonly SpotHolder[] = [];
  for (const holder of holders) if (!isEnough(chosen, missing)) chosen = [...chosen, holder];
  for (const holder of chosen.toReversed()) {
    const others = chosen.filter((one) => one !== holder);
    if (isEnough(others, missing)) chosen = others;
  }
  return chosen;
}

function isEnough(chosen: readonly SpotHolder[], missing: Missing): boolean {
  return mayHave(chosen, chosen.length, missing);
}

/** False if no set of that many holders can have what is missing: the largest of each size have too little. */
function mayHave(holders: readonly SpotHolder[], count: number, missing: Missing): boolean {
  return sizes.every((size) => {
    const largest = holders
      .map((holder) => holder[size])
      .toSorted((a, b) => b - a)
      .slice(0, count);
    return largest.reduce((sum, one) => sum + one, 0) >= missing[size];
  });
}

function less(missing: Missing, { gpus, vcores, ramGb }: SpotHolder): Missing {
  return { gpus: missing.gpus - gpus, vcores: missing.vcores - vcores, ramGb: missing.ramGb - ramGb };
}

function newestFirst(a: SpotHolder, b: SpotHolder): number {
  return b.takenAt.getTime() - a.takenAt.getTime() || compare(b.serverId, a.serverId);
}

/** Negative if, at the first difference of two lists of the same length, `a` has the newer server. */
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
