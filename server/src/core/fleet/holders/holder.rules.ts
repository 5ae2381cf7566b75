import type { Holder } from '../../../engines/holder-record.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';

/** What this database knows of itself as the one that drives an engine. */
export interface OwnHolder {
  /** Null: it has never been the one. */
  readonly holderId: string | null;
  readonly epoch: number;
  /** Whom it takes over from; null once the engine says so. */
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

/** Further than whoever had the engine may still write: what it had under way is then told as what was before. */
const LEAP = 10;

/** Far longer than an engine takes to write something down. */
const WRITTEN_WITHIN_MS = MINUTE_MS;

/** What follows from both: the row as it is to be, written first, and what the engine is to say then; null: nothing is written there. */
export interface Verdict {
  readonly own: OwnHolder;
  readonly write: Holder | null;
}

/**
 * Whether this database is the one that drives the engine. It counts on before the engine does, so what the engine says is ahead of it
 * only when a newer one has counted, and after a crash it is itself ahead. `said`: by the engine, read before `own` was. `counts`: it is
 * time to count on. `newId`: for who claims or takes over.
 */
export function judgeHolder(
  own: OwnHolder,
  said: Holder | null,
  { at, counts, newId }: { at: Date; counts: boolean; newId: string },
): Verdict {
  if (own.takeOverAsked) {
    return held({ holderId: newId, epoch: Math.max(own.epoch, said?.epoch ?? 0) + LEAP, tookFrom: said?.id ?? null, at });
  }
  // Who only looks claims nothing, such as a command on a copy; nor does who is fenced, of what somebody has emptied.
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

/** Whether the engine does not say what it was told a while ago: it is told again at each look, and does not take it. */
export function isUnwritten(own: OwnHolder, said: Holder, at: Date): boolean {
  const { write } = judgeHolder({ ...own, takeOverAsked: false }, said, { at, counts: false, newId: '' });
  return write !== null && own.advancedAt !== null && addMs(own.advancedAt, WRITTEN_WITHIN_MS) <= at;
}

function held({ at, ...own }: { holderId: string; epoch: number; tookFrom: string | null; at: Date }): Verdict {
  return { own: { ...own, advancedAt: at, fencedAt: null, takeOverAsked: false }, write: { id: own.holderId, epoch: own.epoch } };
}
