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
    const missing = {
      gpus: Math.max(needed.gpuCount - host.open, host.awaitsAddress ? 1 : 0),
      vcores: host.room.cores === null ? 0 : needed.vcores - host.room.cores,
      ramGb: host.room.memoryGb === null ? 0 : needed.ramGb - host.room.memoryGb,
    };
    const victims = newestOfFewest(host.spot.toSorted(newestFirst), missing);
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

/**
 * What is left of these hosts once places have been made for others, in this order, to whom they are promised. Whoever fits on none of
 * them has its place elsewhere.
 */
export function withoutPromised(hosts: readonly HostShare[], promised: readonly Needed[]): readonly HostShare[] {
  let left = hosts;
  for (const needed of promised) {
    const choice = chooseVictims(left, needed);
    if (choice) left = left.map((host) => (isOf(choice, host) ? withoutPlace(host, choice.victims, needed) : host));
  }
  return left;
}

function isOf({ hostId, poolId }: Choice, host: HostShare): boolean {
  return host.hostId === hostId && host.poolId === poolId;
}

function withoutPlace(host: HostShare, victims: readonly SpotHolder[], needed: Needed): HostShare {
  return {
    ...host,
    open: victims.reduce((sum, { gpus }) => sum + gpus, host.open) - needed.gpuCount,
    room: withoutMachine(roomAfter(host.room, victims), needed),
    roomNow: withoutMachine(host.roomNow, needed),
    spot: host.spot.filter((holder) => !victims.includes(holder)),
  };
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

/** How many sets are looked at before newest-first has to do: more than hosts of a dozen servers have. */
const SETS_LOOKED_AT = 20_000;

/** The newest of the smallest sets of holders that have what is missing; null when all of them have too little. Newest first. */
function newestOfFewest(holders: readonly SpotHolder[], missing: Missing): readonly SpotHolder[] | null {
  if (!mayHave(holders, holders.length, missing)) return null;
  const looked = { left: SETS_LOOKED_AT };
  for (let count = 0; count <= holders.length && looked.left > 0; count += 1) {
    const found = newestOf(holders, { count, missing, looked });
    if (found) return found;
  }
  return asTheyCome(holders, missing);
}

/** The newest set of so many holders that has what is missing. */
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

/** Newest first until it is enough, without those that turn out not to be needed. */
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

/** False when no set of so many holders has what is missing: the largest of each size have too little. */
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
