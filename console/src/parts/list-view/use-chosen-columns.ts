import type { Column } from '../data-table.tsx';
import { useKeptList, type ListName } from './use-kept-list.ts';

/** A list's columns, those that somebody hid marked as such. The first names the row, and stays. */
export function useChosenColumns<T>(list: ListName, columns: readonly Column<T>[]): readonly Column<T>[] {
  const { hidden } = useKeptList(list).kept;
  return columns.map((column, at) =>
    mayHide(column, at) && column.id !== undefined && hidden.includes(column.id) ? { ...column, hidden: true } : column,
  );
}

export function mayHide<T>({ id }: Column<T>, at: number): boolean {
  return at > 0 && id !== undefined;
}
