import type { Holder } from '../../../engines/holder-record.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';

/** What this database knows about its own hold on an engine. */
export interface OwnHolder {
  /** Null if it has never driven the engine. */
  readonly holderId: string | null;
  readonly epoch: number;
  /** The holder that it is taking over from; null once the engine records the takeover. */
  readonly tookFrom: string | null;
  readonly advancedAt: Date | null;
  readonly fencedAt: Date | null;
  readonly takeOverAsked: boolean;
}

export const neverHeld: OwnHolder = {
  holderId: null,
  epoch: 0,
  tookFrom: null,
  advancedAt: null,
  fencedAt: null,
  takeOverAsked: false,
};

/** More than the previous holder can still add: the engine then recognizes its writes in flight as older. */
const LEAP = 10;

/** Far longer than an engine takes to store a record. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/** The outcome: the row to save first, then what to write to the engine; null if nothing is to be written. */
export interface Verdict {
  readonly own: OwnHolder;
  readonly write: Holder | null;
}

/**
 * Decides whether this database drives the engine. The database increases the epoch before the engine does: the engine's record is ahead
 * only if a newer database has increased it, and after a crash the database itself is ahead. `said`: the engine's record, read before
 * `own`. `counts`: it is time to increase the epoch. `newId`: the id to use when claiming or taking over.
 */
export function judgeHolder(
  own: OwnHolder,
  said: Holder | null,
  { at, counts, newId }: { at: Date; counts: boolean; newId: string },
): Verdict {
  if (own.takeOverAsked) {
    return held({ holderId: newId, epoch: Math.max(own.epoch, said?.epoch ?? 0) + LEAP, tookFrom: said?.id ?? null, at });
  }
  // A process that only looks, such as a command on a copy, claims nothing; nor does a fenced database claim an engine whose record was
  // erased.
  if (said === null) {
    return counts && own.fencedAt === null
      ? held({ holderId: own.holderId ?? newId, epoch: own.epoch + 1, tookFrom: null, at })
      : { own, write: null };
  }
  const { holderId, epoch } = own;
  const isBehind = said.id === holderId ? said.epoch < epoch : said.id === own.tookFrom && said.epoch < epoch;
  if (holderId !== null && isBehind) return { own: { ...own, fencedAt: null }, write: { id: holderId, epoch } };
  if (said.id !== holderId || said.epoch > epoch) return { own: { ...own, fencedAt: own.fencedAt ?? at }, write: null };
  return counts ? held({ holderId, epoch: epoch + 1, tookFrom: null, at }) : { own: { ...own, fencedAt: null }, write: null };
}

/**
 * Whether the engine has still not stored what was written to it a while ago: every look writes it again, and the engine does not keep it.
 */
export function isUnwritten(own: OwnHolder, said: Holder, at: Date): boolean {
  const { write } = judgeHolder({ ...own, takeOverAsked: false }, said, { at, counts: false, newId: '' });
  return write !== null && own.advancedAt !== null && addMs(own.advancedAt, WRITTEN_WITHIN_MS) <= at;
}

function held({ at, ...own }: { holderId: string; epoch: number; tookFrom: string | null; at: Date }): Verdict {
  return { own: { ...own, advancedAt: at, fencedAt: null, takeOverAsked: false }, write: { id: own.holderId, epoch: own.epoch } };
}
