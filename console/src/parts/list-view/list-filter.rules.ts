/** A list's filter as its address has it; what it does not have is not filtered by. */
export type ListFilter = Readonly<Record<string, string | true | undefined>>;

/** Reads a filter from what an address, or a saved search, has under each name: values that a list does not know are left out. */
export type ReadFilter<F extends ListFilter> = (search: Readonly<Record<string, unknown>>) => F;

/** Words in an address; those of digits only were read as a number. */
export function wordsOf(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  return text === '' ? undefined : text;
}

/** The days that a list is narrowed to, `YYYY-MM-DD`; absent: no bound. */
export interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A day in an address. */
export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Whether the last day comes before the first, which the server refuses. */
export function isWrongOrder({ from = '', to = '' }: Partial<Days>): boolean {
  return from !== '' && to !== '' && from > to;
}

/** The days that the server is asked for: none that it would refuse. */
export function askedDays({ from, to }: Days): Days {
  return isWrongOrder({ from, to }) ? { from: undefined, to: undefined } : { from: from || undefined, to: to || undefined };
}

/** One of the values that a list can be filtered by. */
export function oneOf<V extends string>(options: readonly V[], value: unknown): V | undefined {
  return options.find((option) => option === value);
}

/** The filter as an address' search, always in the same order; empty for none. */
export function searchOf(filter: ListFilter): string {
  const told = Object.entries(filter).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  return new URLSearchParams(told.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}

/** The filter that a saved search names, as far as the list still knows it. */
export function filterOf<F extends ListFilter>(search: string, read: ReadFilter<F>): F {
  return read(Object.fromEntries(new URLSearchParams(search)));
}
