/** What a row is sorted by; null: it has nothing there. */
export type SortValue = string | number | null;

/** Sorted by a value of each row; what has none comes last, either way. Equal rows keep the order that they came in. */
export function sortRows<T>(rows: readonly T[], { valueOf, desc }: { valueOf: (row: T) => SortValue; desc: boolean }): readonly T[] {
  const turn = desc ? -1 : 1;
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted(({ value: a }, { value: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return turn * (typeof a === 'number' && typeof b === 'number' ? a - b : natural.compare(String(a), String(b)));
    })
    .map(({ row }) => row);
}

/** node-2 before node-10, and accents and capitals where a reader expects them. */
const natural = new Intl.Collator(undefined, { numeric: true });

export interface Sorted {
  readonly by: string;
  readonly desc: boolean;
}

/** What pressing a heading leads to: once more turns the order round, and a third time it is as it was. */
export function nextSort(now: Sorted | null, by: string): Sorted | null {
  if (now?.by !== by) return { by, desc: false };
  return now.desc ? null : { by, desc: true };
}
