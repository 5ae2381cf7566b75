import type { DayRow, SingleRow } from './charges.store.ts';

/** A group, or a single transaction. */
export type Entry = { readonly kind: 'charges'; readonly row: DayRow } | { readonly kind: 'single'; readonly row: SingleRow };

/** Where the next page of entries continues: after an entry of a day, or after the whole day. */
export interface Place {
  readonly day: string;
  /** `s` and a ledger number, `g` and a server's id, or `0`: the whole day. */
  readonly after: string;
}

/**
 * Newest day first. Within a day, single transactions come first, newest first, then groups, newest server first. Charges that arrive while
 * somebody reads do not change the order: it depends on what an entry is, never on when it last changed.
 */
export function orderEntries(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((a, b) => -comparePlaces(placeOf(a), placeOf(b)));
}

export function isAfter(entry: Entry, place: Place | null): boolean {
  return place === null || comparePlaces(placeOf(entry), place) < 0;
}

export function placeOf({ kind, row }: Entry): Place {
  return { day: row.day, after: kind === 'single' ? `s${row.seq.toString().padStart(19, '0')}` : `g${row.serverId ?? ''}` };
}

export const textOf = ({ day, after }: Place) => `${day}~${after}`;

/** Null if it is no cursor of this list. */
export function readPlace(text: string): Place | null {
  const [, day, after] = /^(\d{4}-\d{2}-\d{2})~(s\d{19}|g[\w-]{0,60}|0)$/.exec(text) ?? [];
  return day === undefined || after === undefined ? null : { day, after };
}

/** Less means later in the list: an older day, `s` before `g`. Compares code units, as ids are made for. */
function comparePlaces(a: Place, b: Place): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return a.after === b.after ? 0 : a.after < b.after ? -1 : 1;
}
