import { useSearch } from '@tanstack/react-router';

/** Where somebody wanted to go before they had to do something else first; undefined if nowhere. */
export function useNext(): string | undefined {
  const { next } = useSearch({ from: '__root__' });
  return next;
}

/** The address of a page that finally leads there. */
export const withNext = (path: string, next: string | undefined) =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
