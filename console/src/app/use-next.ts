import { useSearch } from '@tanstack/react-router';

/** Where somebody wanted to go before they had to do something else first; undefined where they did not. */
export function useNext(): string | undefined {
  const { next } = useSearch({ from: '__root__' });
  return next;
}

/** The address of a page that leads there in the end. */
export const withNext = (path: string, next: string | undefined) =>
  next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`;
