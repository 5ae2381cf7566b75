import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { nextSort, sortRows, type Sorted } from './sort-rows.rules.ts';

/** A whole list whose columns sort, as far as they have something to sort by, and which may be long. */
export function ListTable<T>(table: DataTableProps<T>) {
  const { sorted, sort, heads } = useSorting(table.columns);
  return <LongTable {...table} {...heads} sorted={sorted} rows={sort(table.rows)} />;
}

/** The order that somebody chose for a list, and its columns with headings that choose one. */
export function useSorting<T>(columns: DataTableProps<T>['columns']) {
  const [chosen, setSorted] = useState<Sorted | null>(null);
  // By a column that was hidden since, or is not there, it would be in an order that nothing shows.
  const valueOf = columns.find(({ name, hidden }) => name === chosen?.by && !hidden)?.sortBy;
  const sorted = valueOf === undefined ? null : chosen;
  return {
    sorted,
    sort: (rows: readonly T[]) => (sorted === null || valueOf === undefined ? rows : sortRows(rows, { valueOf, desc: sorted.desc })),
    heads: {
      columns: columns.map((column) => (column.sortBy === undefined ? column : { ...column, sort: column.name })),
      onSort: (by: string) => setSorted(nextSort(sorted, by)),
    },
  };
}

/** A browser lays out so many rows at once without a stutter; more come as one reads on. */
const STEP = 200;
/** How long before they are in sight. */
const AHEAD = '800px';

/** A table of thousands of rows: they are put on the page as somebody comes near them. */
export function LongTable<T>(table: DataTableProps<T>) {
  const [shown, setShown] = useState(STEP);
  const isCut = table.rows.length > shown;
  return (
    <>
      <DataTable {...table} rows={isCut ? table.rows.slice(0, shown) : table.rows} />
      {/* Anew after each step: one that stays in sight is not told of twice. */}
      {isCut && <End key={shown} onNear={() => setShown(shown + STEP)} />}
    </>
  );
}

function End({ onNear }: { onNear: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    if (mark.current === null) return;
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && near(), { rootMargin: AHEAD });
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={mark} />;
}
